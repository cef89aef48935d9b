"""The command `kaiten`, also as `python -m kaiten`."""

import sys

from kaiten.kit.errors import MissingExtra


def main() -> None:
    """Run the command, or say which extra it needs."""
    try:
        from kaiten.cli.app import run  # noqa: PLC0415  (the base install does without)
    except MissingExtra as error:
        print(f"kaiten: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
