"""docs/formats/certificate.md: not written yet."""
from .faults import Open
from .package import Parts
def read_certificate(raw: bytes) -> Parts:
    raise Open("pdf_no_proof")
