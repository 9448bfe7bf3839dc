import { expect, test } from "vitest";
import { bytesOf } from "./forms.js";
import { dearmoured, inputTypeOf, MAGIC_BYTES, recognise } from "./recognise.js";

/** The start of an archive whose first entry is stored. */
const entry = (name: string, content = "", method = 0, extraBytes = 0) =>
  `PK\u0003\u0004${"\0".repeat(4)}${String.fromCharCode(method)}${"\0".repeat(17)}${String.fromCharCode(name.length)}\0${String.fromCharCode(extraBytes)}\0${name}${content}`;

const OTS = "\0OpenTimestamps\0\0Proof\0\xbf\x89\xe2\xe8\x84\xe8\x92\x94\x01\x08";
/** DER of short elements: a tag, and what is in it. */
const der = (tag: number, ...parts: readonly string[]) =>
  `${String.fromCharCode(tag, parts.join("").length)}${parts.join("")}`;
const sequence = (...parts: readonly string[]) => der(0x30, ...parts);
const oid = (body: string) => der(6, body);
const integer = (body: string) => der(2, body);
const SHA256 = sequence(oid("\x60\x86\x48\x01\x65\x03\x04\x02\x01"), der(5));
const signedData = (contentType: string) =>
  sequence(
    oid("\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"),
    der(0xa0, sequence(integer("\x03"), der(0x31, SHA256), sequence(oid(contentType)))),
  );
const TST_INFO = "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x04";
const ALGORITHM = sequence(oid("\x2a\x86\x48\xce\x3d\x04\x03\x02"));
const NAME = sequence(der(0x31, sequence(oid("\x55\x04\x03"), der(0x0c, "A"))));
const time = (tag: number) => der(tag, "260101000000Z");
const PERIOD = sequence(time(0x17), time(0x18));
const base64 = (text: string) => Buffer.from(text, "latin1").toString("base64");

test.each([
  ['{"schema":"svc-proof/2"', "svc-proof/2"],
  ['\r\n\t {\n "schema"\t:  "svc-proof/3", "x"', "svc-proof/2"],
  ['\xef\xbb\xbf{"schema":"svc-proof/2"}', "svc-proof/2"],
  ['{"note":{"schema":[1]},"a\\"{":1e999,"schema":"svc-proof/2"', "svc-proof/2"],
  ['{"\\u0073chema":"svc-proof/2"}', "svc-proof/2"],
  ['{"schema":"other","schema":"svc-proof/2"}', "svc-proof/2"],
  ['{"proof_id":"x","content":{},"leaf":{},"merkle":{}}', "svc-proof/2"],
  ['{"evidence":{"schema":"svc-proof/2"}}', "json"],
  [
    '{"format":"svc-verification-report/3","checks":[{"evidence":{"schema":"svc-proof/2"}}]}',
    "verification_report",
  ],
  ['{"format":"svc-evm-witness/1"', "evm-witness"],
  ['{\n  "chain_id": 11155111,\n  "block":[], "format": "svc-evm-witness/2"', "evm-witness"],
  ['{"format":"svc-evm-witness', "json"],
  ['{"format":"svc-bitcoin-headers/1"', "bitcoin_headers"],
  ['{"format":"svc-trust-list/1"', "trust_list"],
  ['{"ready":false,"state":"batched"}', "proof_not_ready"],
  ['{"id":"","hash":"","state":"queued","received_at":""}', "proof_resource"],
  ['{"error":{"code":"not_found","message":""}}', "api_error"],
  ['{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"', "sigstore_bundle"],
  ["[1]", "json"],
  ["{}", "json"],
  ["{", "text"],
  ["[draft] A letter", "text"],
  ["", "empty"],
  [" \r\n", "empty"],
  [OTS, "opentimestamps"],
  [OTS.slice(0, 20), "opentimestamps"],
  [`\xef\xbb\xbf${OTS}`, "opentimestamps"],
  ["OpenTimestamps\0\0Proof", "opentimestamps"],
  [`\xff\xfe${[...OTS].join("\0")}`, "opentimestamps"],
  ["\0\0\0\0", "unknown"],
  ["\0Open", "unknown"],
  ["OpenTimestamps is a protocol", "text"],
  [sequence(sequence(integer("\x02"))), "rfc3161"],
  [sequence(sequence(integer("\0"), sequence(der(0x0c, "ok"))), "\x30"), "rfc3161"],
  [sequence(sequence(integer("\x02"), der(3, "\x07\x80"))), "rfc3161"],
  [signedData(TST_INFO), "rfc3161"],
  [`\x30\x80${oid("\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02")}\xa0\x80\x30\x80`, "rfc3161"],
  [signedData("\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01"), "document_signature"],
  [sequence(integer("\x01"), sequence(SHA256, der(4, "hash"))), "timestamp_request"],
  [sequence(integer("\x01"), sequence(SHA256), sequence()), "evidence_record"],
  [sequence(sequence(der(0xa0, integer("\x02")))), "certificates"],
  [sequence(sequence(integer("\x09"), ALGORITHM, NAME, PERIOD)), "certificates"],
  [sequence(sequence(integer("\x01"), ALGORITHM, NAME, time(0x17))), "crl"],
  [sequence(sequence(ALGORITHM, NAME, time(0x18))), "crl"],
  [sequence(der(10, "\0"), der(0xa0)), "ocsp_response"],
  [sequence(sequence(der(0xa2, der(4, "key")), time(0x18))), "ocsp_response"],
  [sequence(sequence(der(0xa0, integer("\0")), der(0xa1, NAME), time(0x18))), "ocsp_response"],
  // A request for a certificate, and a private key.
  [sequence(sequence(integer("\0"), NAME)), "unknown"],
  [sequence(integer("\0"), ALGORITHM), "unknown"],
  ["0: the first item", "text"],
  ["09\n\u0001", "unknown"],
  [`0 ${"0".repeat(160)}\n`, "bitcoin_headers"],
  [`# headers\r\n# more\n\n7\t${"0".repeat(160)}`, "bitcoin_headers"],
  ["%PDF-1.7", "certificate-pdf"],
  ["\r\n%PDF-2.0", "certificate-pdf"],
  ["\xef\xbb\xbf%PDF-1.4", "certificate-pdf"],
  ["Files begin with %PDF-1.7", "text"],
  ["The header %PDF-x", "text"],
  [`${" ".repeat(1024)}%PDF-1.7`, "text"],
  ["%!PS-1.7", "text"],
  ["PK\u0001\u0002", "unknown"],
  ["PK\u0003\u0004", "evidence-zip"],
  ["PK\u0005\u0006", "evidence-zip"],
  [entry("mimetype", "application/vnd.etsi.asic-s+zip"), "asic-s"],
  [entry("mimetype", "application/vnd.etsi.asic-e+zip"), "asic-s"],
  [entry("mimetype", "application/vnd.etsi.asic"), "evidence-zip"],
  [entry("mimetype", "application/vnd.etsi.asic-s+zip", 8), "evidence-zip"],
  [entry("mimetype", "application/vnd.etsi.asic-s+zip", 0, 4), "evidence-zip"],
  [entry("Mimetype", "application/vnd.etsi.asic-s+zip"), "evidence-zip"],
  [entry("mimetype", "application/epub+zip"), "evidence-zip"],
  [entry("mimetype", "application/vnd.oasis.opendocument.text"), "office_document"],
  [entry("[Content_Types].xml"), "office_document"],
  ["HTTP/2 200\r\ncontent-type: application/timestamp-reply\r\n\r\n0\x82\0", "http_answer"],
  ["HTTP/1.1 200 OK\r\n\r\n%PDF-1.7", "http_answer"],
  ["Received: from a\r\nSubject: Timestamp\r\nMIME-Version: 1.0\r\n\r\nMIIG", "email"],
  ["Date: today\r\n\r\nA letter", "text"],
  [`\xff\xfe${[...'{"schema":"svc-proof/2"}'].join("\0")}\0`, "svc-proof/2"],
  ["<!DOCTYPE HTML>", "html"],
  ["\n<!-- a -->\n<html lang='en'>", "html"],
  ['<?xml version="1.0"?><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">', "document_signature"],
  ["<EvidenceRecord xmlns='urn:ietf:params:xml:ns:ers'>", "evidence_record"],
  ["<tsl:TrustServiceStatusList TSLTag='x'>", "trust_list"],
  ["<svg xmlns='http://www.w3.org/2000/svg'>", "image"],
  ["<invoice>", "xml"],
  ["<3", "text"],
  ["-----BEGIN PGP SIGNATURE-----\n\niQ", "document_signature"],
  ["\x89\x01\x33\x04\0\x01\x08", "document_signature"],
  ["Issued by A\n-----BEGIN CERTIFICATE-----\nMIIB", "certificates"],
  ["\0\x05\x16\x07\0\x02\0\0Mac OS X", "apple_double"],
  ["\0\0\0\x01Bud1", "folder_settings"],
  ["\0\0\0\x20ftypisom", "video"],
  ["\0\0\0\x18ftypheic", "image"],
  ["\xff\xd8\xff\xe0", "image"],
  ["ID3\x04", "audio"],
  ["7z\xbc\xaf\x27\x1c", "archive"],
  [`${"a".repeat(257)}ustar`, "archive"],
  ["{\\rtf1\\ansi", "office_document"],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "office_document"],
  ["Señor", "unknown"],
  ["Se\xc3\xb1or", "text"],
  ["\xff\xfeS\0", "text"],
  [base64(OTS), "opentimestamps"],
  [`data:application/octet-stream;base64,${base64(OTS)}`, "opentimestamps"],
  [`\xef\xbb\xbf ${base64(signedData(TST_INFO)).replace(/.{20}/g, "$&\r\n")}`, "rfc3161"],
  [base64(entry("proof.json")).replaceAll("+", "-").replaceAll("/", "_"), "evidence-zip"],
  [`-----BEGIN TIMESTAMP TOKEN-----\n${base64(signedData(TST_INFO))}`, "rfc3161"],
  [`-----BEGIN X509 CRL-----\n${base64(sequence(sequence(ALGORITHM, NAME, time(0x18))))}`, "crl"],
  [base64("a text of more than one line"), "text"],
  ["a".repeat(64), "text"],
])("%j is %s", (start, expected) => {
  const recognised = recognise(bytesOf(start));
  expect(typeof recognised === "string" ? recognised : recognised.looksLike).toBe(expected);
  expect(inputTypeOf(bytesOf(start))).toBe(typeof recognised === "string" ? recognised : "unknown");
});

test("a member that comes late is found in the bytes that are asked for", () => {
  const late = (bytes: number) => bytesOf(`{"note":"${"x".repeat(bytes)}","schema":"svc-proof/2"}`);
  expect(inputTypeOf(late(MAGIC_BYTES - 60).subarray(0, MAGIC_BYTES))).toBe("svc-proof/2");
  expect(inputTypeOf(late(MAGIC_BYTES).subarray(0, MAGIC_BYTES))).toBe("unknown");
});

test("armour is decoded whole, and nothing else is", () => {
  const ots = `${OTS}${"\x27".repeat(6000)}`;
  const begin = "-----BEGIN OTS-----";
  const end = "-----END OTS-----";
  const one = `Mail text\n${begin}\r\n${base64(ots).replace(/.{64}/g, "$&\r\n")}\r\n${end}\n`;
  expect(dearmoured(bytesOf(one))).toEqual({ bytes: bytesOf(ots), armour: "pem" });
  expect(dearmoured(bytesOf(base64(ots)))).toEqual({ bytes: bytesOf(ots), armour: "base64" });
  for (const text of [`${one}${one}`, one.slice(0, -20), `${base64(ots)}!`, ots, base64("x".repeat(99))]) {
    expect(dearmoured(bytesOf(text))).toEqual({ bytes: bytesOf(text), armour: null });
  }
});

test("base64 whose last characters are missing is read as it stands", () => {
  for (let more = 0; more < 3; more++) {
    const text = base64(`${OTS}${"\x27".repeat(more)}`).replace(/=+$/, "");
    for (const padding of ["=", "=="].filter(({ length }) => (text.length + length) % 4 !== 0)) {
      const bytes = bytesOf(`${text}${padding}`);
      expect(recognise(bytes)).toBe("opentimestamps");
      expect(dearmoured(bytes)).toEqual({ bytes, armour: null });
    }
  }
});
