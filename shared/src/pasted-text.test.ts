import fc from "fast-check";
import { expect, test } from "vitest";
import { pastedFingerprint, pastedId } from "./pasted-text.js";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const UPPER = HASH.toUpperCase();

test.each([
  ["itself", HASH],
  ["upper case", UPPER],
  ["with 0x", `0x${HASH}`],
  ["with 0X, as some print it", `0X${UPPER}`],
  ["groups", HASH.replace(/(.{8})/g, "$1 ")],
  ["pairs with colons", HASH.replace(/(..)(?!$)/g, "$1:")],
  ["lines", `${HASH.slice(0, 32)}\n${HASH.slice(32)}`],
  ["the end of a sentence", `${HASH}.`],
  ["a quotation", `“${HASH}”.`],
  ["sha256sum prints it", `${HASH}  contract, signed.pdf`],
  ["sha256sum prints it, binary", `${HASH} *contract.pdf`],
  ["sha256sum prints a name with a line end", `\\${HASH}  a\\nb`],
  ["sha256sum prints it of a file that is named after its MD5", `${HASH}  ${HASH.slice(0, 32)}`],
  ["containers write it", `sha256:${HASH}`],
  ["a label", `SHA-256: ${UPPER}`],
  ["an assignment", `sha256=${HASH}`],
  ["a cell of a report of ours", `SHA-256 ${HASH}`],
  ["BSD prints it", `SHA256 (a (1) = b.pdf) = ${HASH}`],
  ["OpenSSL 1 prints it", `SHA256(contract.pdf)= ${HASH}`],
  ["OpenSSL 3 prints it", `SHA2-256(contract.pdf)= ${HASH}`],
  ["a row of Get-FileHash", `SHA256          ${UPPER}       C:\\Users\\a b\\contract.pdf`],
  [
    "Get-FileHash prints it",
    `\r\nAlgorithm       Hash                       Path\r\n---------       ----                       ----\r\nSHA256          ${UPPER}       C:\\a.pdf\r\n\r\n`,
  ],
  ["Get-FileHash lists it", `Algorithm : SHA256\r\nHash      : ${UPPER}\r\nPath      : C:\\a.pdf`],
  ["certutil prints it", `SHA256 hash of a.pdf:\r\n${HASH}\r\nCertUtil: -hashfile command completed.\r\n`],
  ["certutil prints it in German", `SHA256-Hash von a.pdf:\n${HASH}\nCertUtil: -hashfile-Befehl wurde …`],
  [
    "an old certutil prints it",
    `SHA256 hash of file a.pdf:\n${HASH.replace(/(..)(?!$)/g, "$1 ")}\nCertUtil: …`,
  ],
])("a fingerprint as %s", (_, text) => {
  expect(pastedFingerprint(text)).toEqual({ algorithm: "SHA-256", hash: HASH });
  expect(pastedFingerprint(` ${text}\n`)).toEqual({ algorithm: "SHA-256", hash: HASH });
  expect(pastedId(text)).toBeNull();
});

test.each([" ", ""])("what tools print on several lines, in a field of one line (joined by %j)", (join) => {
  for (const lines of [
    [
      "Algorithm       Hash           Path",
      "---------       ----           ----",
      `SHA256      ${UPPER}   C:\\a`,
    ],
    ["Algorithm : SHA256", `Hash      : ${UPPER}`, "Path      : C:\\a.pdf"],
    ["SHA256 hash of a.pdf:", HASH, "CertUtil: -hashfile command completed successfully."],
  ]) {
    expect(pastedFingerprint(lines.join(join))).toEqual({ algorithm: "SHA-256", hash: HASH });
  }
});

test("longer fingerprints, by their length, which a label must not contradict", () => {
  const [long, longest] = ["ab".repeat(48), "ab".repeat(64)];
  expect(pastedFingerprint(long)).toEqual({ algorithm: "SHA-384", hash: long });
  expect(pastedFingerprint(`SHA512 (a) = ${longest}`)).toEqual({ algorithm: "SHA-512", hash: longest });
  expect(pastedFingerprint(`SHA512 (a) = ${HASH}`)).toBeNull();
  expect(pastedFingerprint(`sha256:${longest}`)).toBeNull();
});

test.each([
  ["nothing", ""],
  ["a digit too few", HASH.slice(1)],
  ["a digit too many", `${HASH}0`],
  ["no digit", HASH.replace("9", "g")],
  ["a full-width digit", HASH.replace("9", "\uff19")],
  ["another algorithm of the same length", `SHA3-256(a)= ${HASH}`],
  ["a shortened one", `SHA512/256 (a) = ${HASH}`],
  ["one whose label is not known", `blake2s256:${HASH}`],
  ["two lines of sha256sum", `${HASH}  a\n${HASH}  b`],
  ["two labelled ones", `sha256:${HASH}\nsha256:${HASH}`],
  ["an identifier and a fingerprint", `${ID} ${HASH}`],
  ["a fingerprint in a link", `https://proofs.example/${HASH}`],
  ["five million characters", "a".repeat(5_000_000)],
])("%s is no fingerprint", (_, text) => {
  expect(pastedFingerprint(text)).toBeNull();
});

test.each([
  ["itself", ID],
  ["upper case", ID.toUpperCase()],
  ["a URN", `urn:uuid:${ID}`],
  ["a URN in upper case", `URN:UUID:${ID.toUpperCase()}`],
  ["the end of a sentence", `${ID}.`],
  ["a fragment", `#/proof/${ID}`],
  ["a link to the verifier", `https://proofs.example/verify/#/proof/${ID}`],
  ["a link with a slash at its end", `https://proofs.example/verify/#/proof/${ID}/`],
  ["a link that a newsletter counts", `https://proofs.example/verify/?utm_source=a#/proof/${ID}`],
  ["a link with that behind it", `https://proofs.example/verify/#/proof/${ID}?utm_source=a&fbclid=b`],
  ["a link at the end of a sentence", `https://proofs.example/verify/#/proof/${ID}.`],
  ["a link as mails quote it", `<https://proofs.example/verify/#/proof/${ID}>,`],
  ["a public page", `https://proofs.example/certificate/${ID}`],
  ["a public page in a language", `https://proofs.example/certificate/${ID}?lang=de#top`],
  ["a public page without a scheme", `proofs.example/certificate/${ID}`],
  ["the certificate of the interface", `https://proofs.example/api/v2/certificate/${ID}.json`],
  ["the proof of the interface", `https://proofs.example/api/v2/proof/${ID}.json`],
  ["its timestamp", `/api/v2/proof/${ID}.ots`],
  ["its headers", `/api/v2/proof/${ID}.headers.json`],
  ["a document of the interface", `https://proofs.example/api/v2/proofs/${ID}/certificate.pdf?lang=en`],
  ["a page of the dashboard", `https://proofs.example/dashboard/proofs/${ID}`],
])("an identifier as %s", (_, text) => {
  expect(pastedId(text)).toBe(ID);
  expect(pastedId(` ${text}\n`)).toBe(ID);
  expect(pastedFingerprint(text)).toBeNull();
});

test.each([
  ["an identifier with more behind it", `${ID}x`],
  ["a longer one", `#/proof/${ID}0`],
  ["another page's link", `https://proofs.example/#/other/${ID}`],
  ["a path in the identifier's place", "#/proof/../../admin"],
  ["an identifier and a fingerprint", `${ID} ${HASH}`],
  ["two links", `/certificate/${ID} /certificate/${ID}`],
  ["another URN", `urn:isbn:${ID}`],
])("%s is no identifier", (_, text) => {
  expect(pastedId(text)).toBeNull();
});

test("an identifier can always be part of an address, and a fingerprint always be compared", () => {
  const around = [
    (text: string) => text,
    (text: string) => `#/proof/${text}`,
    (text: string) => `sha256:${text}`,
  ];
  const given = fc
    .oneof(fc.string(), fc.constantFrom(ID, HASH))
    .chain((text) => fc.constantFrom(...around).map((put) => put(text)));
  fc.assert(
    fc.property(given, fc.string(), (text, more) => {
      const id = pastedId(text + more);
      if (id !== null) expect(id).toMatch(/^[0-9a-f-]{36}$/);
      const found = pastedFingerprint(text + more);
      if (found !== null) expect(found.hash).toMatch(/^(?:[0-9a-f]{32}){2,4}$/);
    }),
  );
});
