import { createHash } from "node:crypto";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { expect, test } from "vitest";
import { encodeDer } from "../der/encode-der.js";
import { TAG } from "../der/tag.js";
import { issueAuthority, issueUnit, oid, sequence } from "./authority.testing.js";
import { encodeOcspRequest, ocspIssuerId } from "./encode-ocsp-request.js";

const sha1 = (bytes: Uint8Array) => new Uint8Array(createHash("sha1").update(bytes).digest());

test("a request names the issuer by SHA-1 and the certificate by its number: RFC 6960, section 4.1.1", async () => {
  const { certificate: issuer, ...rest } = await issueAuthority("Root");
  const { certificate } = await issueUnit({ certificate: issuer, ...rest }, { serialNumber: "00f0a1" });
  const octets = (bytes: Uint8Array) => encodeDer(TAG.octetString, bytes);
  const id = sequence(
    sequence(oid("1.3.14.3.2.26"), encodeDer(TAG.null)),
    octets(sha1(issuer.subject.der)),
    octets(sha1(issuer.spki.publicKey)),
    encodeDer(TAG.integer, Uint8Array.of(0x00, 0xf0, 0xa1)),
  );
  expect(bytesToHex(encodeOcspRequest(certificate, issuer))).toBe(
    bytesToHex(sequence(sequence(sequence(sequence(id))))),
  );
  expect(ocspIssuerId(issuer)).toEqual({
    hashAlgorithm: "1.3.14.3.2.26",
    issuerNameHash: sha1(issuer.subject.der),
    issuerKeyHash: sha1(issuer.spki.publicKey),
  });
});
