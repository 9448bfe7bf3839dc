"""Reads detached timestamps, one per line in hexadecimal, and prints the reference implementation's reading of each.

One line of JSON each: {"attested": [[tag, payload, message], ...], "encoded": hex} or {"error": name of the exception}.
"""
import json
import sys
import warnings

from opentimestamps.core.serialize import BytesDeserializationContext, BytesSerializationContext
from opentimestamps.core.timestamp import DetachedTimestampFile

warnings.simplefilter("ignore")


def attested(timestamp):
    for message, attestation in timestamp.all_attestations():
        payload = BytesSerializationContext()
        attestation._serialize_payload(payload)
        yield [attestation.TAG.hex(), payload.getbytes().hex(), message.hex()]


def judge(data):
    try:
        detached = DetachedTimestampFile.deserialize(BytesDeserializationContext(data))
    except Exception as error:
        return {"error": type(error).__name__}
    encoded = BytesSerializationContext()
    detached.serialize(encoded)
    return {"attested": sorted(attested(detached.timestamp)), "encoded": encoded.getbytes().hex()}


for line in sys.stdin:
    print(json.dumps(judge(bytes.fromhex(line.strip()))), flush=True)
