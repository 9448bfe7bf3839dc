"""The verdict of rfc3161-client (PyPI) on timestamps: one JSON request per line on standard input, one answer per line.

A question: {"response": hex, "digest": hex, "chains": [PEM file]}, each file the chain of one authority, of which the client
takes one at a time: one that lets it verify is enough. An answer: {"valid": bool, "errors": [text]}.
"""

import json
import sys

from cryptography import x509
from rfc3161_client import VerifierBuilder, decode_timestamp_response


def judge(response, digest, path):
    builder = VerifierBuilder()
    with open(path, "rb") as file:
        certificates = x509.load_pem_x509_certificates(file.read())
    for certificate in certificates:
        if certificate.issuer == certificate.subject:
            builder = builder.add_root_certificate(certificate)
        elif is_authority(certificate):
            builder = builder.add_intermediate_certificate(certificate)
        else:
            builder = builder.tsa_certificate(certificate)
    return builder.build().verify(decode_timestamp_response(response), digest)


def is_authority(certificate):
    try:
        return certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except x509.ExtensionNotFound:
        return False


for line in sys.stdin:
    question = json.loads(line)
    valid, errors = False, []
    for path in question["chains"]:
        try:
            valid |= bool(judge(bytes.fromhex(question["response"]), bytes.fromhex(question["digest"]), path))
        except BaseException as error:  # a panic of its Rust part is not an Exception
            errors.append(f"{type(error).__name__}: {error}")
    print(json.dumps({"valid": valid, "errors": errors}), flush=True)
