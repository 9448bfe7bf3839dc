"""A second verifier of svc-proof, written from docs/formats and the standards that it names.

    python -m second_verifier FILE      verifies a file; the report goes to standard output as JSON
    python -m second_verifier --lines   reads a case a line and writes a report a line

A case is JSON: `input` and, under the names of parts, what is given beside it, in base64; `now` and `at` in seconds.
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
elif len(sys.argv) == 2:
    report = verify(Path(sys.argv[1]).read_bytes(), Given())
    print(json.dumps(report, indent=2))
    sys.exit({"verified": 0, "failed": 1}.get(report["outcome"], 2))
else:
    sys.exit(__doc__)
