"""Reads lines of JSON, each a document and what is asked about it; answers with the canonical forms of libxml2.

A document that libxml2 refuses is answered with null. The canonical form of an element inside a document, which depends
on what is around it, is only known to libxmlsec: it is the digest of a reference to that element.
"""

import base64
import json
import sys

from lxml import etree
import xmlsec

DSIG = "http://www.w3.org/2000/09/xmldsig#"
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
KEY = xmlsec.Key.from_binary_data(xmlsec.constants.KeyDataHmac, b"key of a test, of 256 bits......")


def parser():
    return etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)


def document_form(tree, method):
    return etree.tostring(
        tree,
        method="c14n",
        exclusive=method["isExclusive"],
        with_comments=False,
        inclusive_ns_prefixes=method["inclusivePrefixes"] or None,
    )


def element_digest(xml, target, method):
    root = etree.fromstring(xml, parser())
    prefixes = " ".join(prefix or "#default" for prefix in method["inclusivePrefixes"])
    inclusive = f'<ec:InclusiveNamespaces xmlns:ec="{EXCLUSIVE}" PrefixList="{prefixes}"/>' if prefixes else ""
    algorithm = EXCLUSIVE if method["isExclusive"] else INCLUSIVE
    signature = etree.fromstring(
        f'<Signature xmlns="{DSIG}"><SignedInfo><CanonicalizationMethod Algorithm="{EXCLUSIVE}"/>'
        '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"/>'
        f'<Reference URI="#{target}"><Transforms><Transform Algorithm="{algorithm}">{inclusive}</Transform></Transforms>'
        '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue/></Reference></SignedInfo>'
        "<SignatureValue/></Signature>"
    )
    root.append(signature)
    xmlsec.tree.add_ids(root, ["Id"])
    context = xmlsec.SignatureContext()
    context.key = KEY
    context.sign(signature)
    return signature.findtext(f".//{{{DSIG}}}DigestValue").strip()


def answer(line):
    asked = json.loads(line)
    xml = base64.b64decode(asked["xml"])
    reader = parser()
    try:
        tree = etree.ElementTree(etree.fromstring(xml, reader))
    except etree.XMLSyntaxError as error:
        return {"refused": str(error)}
    # lxml only fails for some errors of namespaces.
    for entry in reader.error_log:
        if entry.domain_name == "NAMESPACE":
            return {"refused": entry.message}
    try:
        documents = [base64.b64encode(document_form(tree, method)).decode() for method in asked["documents"]]
    except etree.C14NError as error:
        return {"refused": f"C14N: {error}"}
    return {
        "documents": documents,
        "elements": [element_digest(xml, "target", method) for method in asked["elements"]],
    }


for line in sys.stdin:
    print(json.dumps(answer(line)), flush=True)
