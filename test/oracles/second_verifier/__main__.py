"""A second verifier of svc-proof, written from docs/formats and the standards that it names.

    python -m second_verifier FILE      verifies a file; the report goes to standard output as JSON
    python -m second_verifier --lines   reads a case a line and writes a report a line

A case is JSON: `input` and what is given beside it, bytes in base64 under the names of `Given`, `now` and `at` in seconds.
"""

import base64
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .verify import Given, verify

LISTS = ("originals", "timestamps", "headers", "witness_timestamps", "seals", "seal_timestamps", "certificates", "trust")

def case_of(asked: dict[str, Any]) -> tuple[bytes, Given]:
    given = Given(content_hash=asked.get("content_hash"))
    for name in LISTS:
        setattr(given, name, [base64.b64decode(each) for each in asked.get(name, [])])
    given.witnesses = [(None, base64.b64decode(each)) for each in asked.get("witnesses", [])]
    if "now" in asked:
        given.now = datetime.fromtimestamp(asked["now"], UTC)
    if "at" in asked:
        given.at = datetime.fromtimestamp(asked["at"], UTC)
    return base64.b64decode(asked["input"]), given

def main(words: list[str]) -> int:
    if words == ["--lines"]:
        for line in sys.stdin:
            print(json.dumps(verify(*case_of(json.loads(line)))), flush=True)
        return 0
    if len(words) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        report = verify(Path(words[0]).read_bytes(), Given())
    except OSError as error:
        print(error, file=sys.stderr)
        return 3
    print(json.dumps(report, indent=2))
    return {"verified": 0, "failed": 1}.get(report["outcome"], 2)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
