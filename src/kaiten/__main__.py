"""The command `kaiten`, also as `python -m kaiten`."""

import sys


def main() -> None:
    """Run the command, or say which extra it needs."""
    try:
        from kaiten.cli.app import run  # noqa: PLC0415  (the base install does without)
    except ModuleNotFoundError as error:
        if error.name not in {"typer", "rich"}:
            raise
        sys.exit(_need_extra(error.name))
    except KeyboardInterrupt:
        sys.exit(130)
    run()


def _need_extra(missing: str) -> int:
    print(f"The command kaiten needs {missing}: pip install 'kaiten-sushi[all]'", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
