"""A second verifier of svc-proof, written from docs/formats and the standards that it names.

    python -m second_verifier FILE      verifies a file; the report goes to standard output as JSON
    python -m second_verifier --lines   reads a case a line and writes a report a line

A case is JSON: `input` and, by the names of parts, what is given beside it, in base64; `now`, `at`: seconds.
"""

import json
import sys
from base64 import b64decode
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from .verify import Given, verify

def report_of(case: dict[str, Any]) -> dict[str, Any]:
    moments = {name: datetime.fromtimestamp(case[name], UTC) for name in ("now", "at") if name in case}
    parts = {name: list(map(b64decode, items)) for name, items in case.items() if isinstance(items, list)}
    parts["witnesses"] = [(None, witness) for witness in parts.get("witnesses", [])]
    return verify(b64decode(case["input"]), Given(parts, case.get("content_hash"), **moments))

if sys.argv[1:] == ["--lines"]:
    for line in sys.stdin:
        print(json.dumps(report_of(json.loads(line))), flush=True)
else:
    print(json.dumps(verify(Path(sys.argv[1]).read_bytes(), Given()), indent=2))
