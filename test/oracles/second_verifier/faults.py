"""What a reader reports of bytes that break its format: one code, as docs/formats states it."""

class Malformed(Exception):
    """The first rule that the bytes break."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code

class Open(Malformed):
    """What was read decides neither yes nor no: the check is indeterminate."""

def require(holds: object, code: str, kind: type[Malformed] = Malformed) -> None:
    if not holds:
        raise kind(code)
