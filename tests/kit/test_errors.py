from kaiten.kit import errors


def test_every_error_has_a_code_of_its_own() -> None:
    family: list[type[errors.KaitenError]] = [errors.KaitenError, *errors.KaitenError.__subclasses__()]
    codes = [error.code for error in family]
    assert len(set(codes)) == len(family) == 5
