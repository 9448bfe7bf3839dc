import fc from "fast-check";
import { expect, test } from "vitest";
import { listText, pastedFingerprint, pastedFingerprints, pastedId } from "./pasted-text.js";

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

const OTHER = "b".repeat(64);
const listed = (text: string) => {
  const { entries, problems } = pastedFingerprints(text);
  return [
    ...entries.map(
      ({ hash, path }) => `${hash === HASH ? "first" : hash === OTHER ? "other" : hash} ${path}`,
    ),
    ...problems.map(({ line, kind }) => `line ${line}: ${kind}`),
  ];
};

test.each([
  ["sha256sum", `${HASH}  a b.pdf\n${OTHER} *folder/c.bin\n`, ["first a b.pdf", "other folder/c.bin"]],
  [
    "sha256sum, names escaped",
    `\\${HASH}  a\\nb\\\\c\n${OTHER}  plain\\n\n`,
    ["first a\nb\\c", "other plain\\n"],
  ],
  ["names that begin with a space or a star", `${HASH}   a\n${OTHER} **b`, ["first  a", "other *b"]],
  ["bare fingerprints", `${UPPER}\r\n\r\n  0x${OTHER}  \r\n`, ["first ", "other "]],
  ["the BSDs", `SHA256 (a (1) = b.pdf) = ${HASH}\nSHA256 (c) = ${OTHER}`, ["first a (1) = b.pdf", "other c"]],
  ["sha256sum --tag, escaped", `\\SHA256 (a\\nb) = ${HASH}`, ["first a\nb"]],
  ["OpenSSL", `SHA2-256(a.pdf)= ${HASH}\nSHA256(b)= ${OTHER}`, ["first a.pdf", "other b"]],
  [
    "Get-FileHash",
    `\r\nAlgorithm       Hash      Path\r\n---------       ----      ----\r\nSHA256          ${UPPER}       C:\\Users\\a b\\c.pdf\r\nSHA256          ${OTHER.toUpperCase()}       C:\\d\r\n\r\n`,
    ["first C:/Users/a b/c.pdf", "other C:/d"],
  ],
  [
    "Get-FileHash as a list, broken by a narrow console",
    `Algorithm : SHA256\r\nHash      : ${UPPER.slice(0, 40)}\r\n            ${UPPER.slice(40)}\r\nPath      : C:\\Users\\long\r\n            name.pdf\r\n\r\nAlgorithm : SHA256\r\nHash      : ${OTHER}\r\nPath      : D:\\b\r\n`,
    ["first C:/Users/longname.pdf", "other D:/b"],
  ],
  [
    "certutil",
    `SHA256 hash of a.pdf:\r\n${HASH}\r\nCertUtil: -hashfile command completed successfully.\r\nSHA256-Hash von Datei b.pdf:\r\n${OTHER.replace(/(..)(?!$)/g, "$1 ")}\r\nCertUtil: -hashfile-Befehl`,
    ["first a.pdf", "other b.pdf"],
  ],
  ["comments", `# of today\nsha256:${HASH}\n; end`, ["first "]],
  [
    "what is wrong with which line",
    `${HASH}  a\n${HASH.slice(1)}  b\nMD5 (c) = ${HASH.slice(32)}\n${"a".repeat(40)}  d\nHello\nSHA512   ${HASH}  e\n${HASH}0  f`,
    [
      "first a",
      "line 2: form",
      "line 3: algorithm",
      "line 4: algorithm",
      "line 5: form",
      "line 6: algorithm",
      "line 7: form",
    ],
  ],
  [
    "a list of another algorithm",
    `Algorithm : MD5\nHash      : ${HASH.slice(32)}\nPath      : a`,
    ["line 1: algorithm"],
  ],
  ["a text of another kind", `${"x".repeat(9_000)}\n`, ["line 1: form"]],
])("a list of fingerprints: %s", (_, text, wanted) => {
  expect(listed(text)).toEqual(wanted);
});

test("more fingerprints than a page takes end with a problem of the first that was left out", () => {
  const { entries, problems } = pastedFingerprints(`${HASH}\n`.repeat(20_002));
  expect([entries.length, problems]).toEqual([20_000, [{ line: 20_001, kind: "many" }]]);
});

test("every list that sha256sum could print is read back, whatever the names", () => {
  const names = fc
    .string({ unit: "binary", minLength: 1, maxLength: 30 })
    .filter((name) => !/[\0/]/.test(name));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.uint8Array({ minLength: 32, maxLength: 32 }), names), { minLength: 1 }),
      (all) => {
        const files = all.map(([bytes, name]) => ({ hash: Buffer.from(bytes).toString("hex"), path: name }));
        const lines = files.map(({ hash, path }) => {
          const escaped = path.replace(
            /[\\\n\r]/g,
            (what) => ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r" })[what]!,
          );
          return `${escaped === path ? "" : "\\"}${hash}  ${escaped}\n`;
        });
        const { entries, problems } = pastedFingerprints(lines.join(""));
        expect(problems).toEqual([]);
        // White space at the end of a line is not told from what an editor or a mail adds.
        expect(entries.map(({ hash, path }) => [hash, path])).toEqual(
          files.map(({ hash, path }) => [hash, path.replace(/[^\S\n\r]+$/, "")]),
        );
      },
    ),
  );
});

test("any text has its lines read or named, once", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom(HASH, `SHA256 (a) = ${HASH}`, "Hash : ", ""))),
      (all) => {
        const { entries, problems } = pastedFingerprints(all.join("\n"));
        for (const { hash } of entries) expect(hash).toMatch(/^[0-9a-f]{64}$/);
        const lines = [...entries, ...problems].map(({ line }) => line);
        expect(new Set(lines).size).toBe(lines.length);
      },
    ),
  );
});

test.each([
  ["UTF-8", Buffer.from(`${HASH}  ä`, "utf8")],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${HASH}  ä`, "utf8")],
  ["UTF-16 as PowerShell writes it", Buffer.from(`\ufeff${HASH}  ä`, "utf16le")],
  ["UTF-16 without a mark", Buffer.from(`${HASH}  ä`, "utf16le")],
  ["UTF-16, big-endian", Buffer.from(`\ufeff${HASH}  ä`, "utf16le").swap16()],
  ["Windows-1252", Buffer.from(`${HASH}  ä`, "latin1")],
])("a file with a list in %s", (_, bytes) => {
  expect(listed(listText(bytes))).toEqual(["first ä"]);
});
