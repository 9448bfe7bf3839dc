"""Reads lines of JSON, each a signed XML document and the certificate of its signer in base64; answers whether libxmlsec
finds the signature valid: true, false, or its reason for not looking."""

import base64
import json
import sys

from lxml import etree
import xmlsec

DSIG = "http://www.w3.org/2000/09/xmldsig#"


def answer(line):
    asked = json.loads(line)
    root = etree.fromstring(base64.b64decode(asked["xml"]))
    xmlsec.tree.add_ids(root, ["Id"])
    context = xmlsec.SignatureContext()
    context.key = xmlsec.Key.from_memory(base64.b64decode(asked["certificate"]), xmlsec.constants.KeyDataFormatCertDer)
    try:
        context.verify(root.find(f".//{{{DSIG}}}Signature"))
        return True
    except xmlsec.VerificationError:
        return False
    except xmlsec.Error as error:
        return str(error)


for line in sys.stdin:
    print(json.dumps(answer(line)), flush=True)
