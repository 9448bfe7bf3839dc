"""What rfc3161-client (PyPI) says of timestamps: one JSON question a line on standard input, one answer a line.

A question: {"response": hex, "digest": hex, "roots": [PEM file]}. An answer: {"valid": bool, "error": text or null}.
"""

import json
import sys

from cryptography import x509
from rfc3161_client import VerifierBuilder, decode_timestamp_response


def judge(question):
    response = decode_timestamp_response(bytes.fromhex(question["response"]))
    builder = VerifierBuilder()
    for path in question["roots"]:
        with open(path, "rb") as file:
            for certificate in x509.load_pem_x509_certificates(file.read()):
                if certificate.issuer == certificate.subject:
                    builder = builder.add_root_certificate(certificate)
                elif is_authority(certificate):
                    builder = builder.add_intermediate_certificate(certificate)
                else:
                    builder = builder.tsa_certificate(certificate)
    return builder.build().verify(response, bytes.fromhex(question["digest"]))


def is_authority(certificate):
    try:
        return certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except x509.ExtensionNotFound:
        return False


for line in sys.stdin:
    try:
        answer = {"valid": bool(judge(json.loads(line))), "error": None}
    except BaseException as error:  # a panic of its Rust part is no Exception
        answer = {"valid": False, "error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
