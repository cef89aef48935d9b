"""The command `kaiten`."""

import sys


def main() -> None:
    print("Nothing to play yet.")
    sys.exit(2)


if __name__ == "__main__":
    main()
