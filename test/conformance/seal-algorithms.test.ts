/**
 * What docs/formats/rfc3161.md, "Hashes and signatures", states: for each combination a token is made,
 * signed by OpenSSL, and judged.
 */

import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { describe, expect, test, vi } from "vitest";
import { contextConstructed, TAG } from "../../verifier-lib/src/asn1/der.js";
import { encodeDer } from "../../verifier-lib/src/asn1/values.js";
import {
  algorithm,
  IMPRINT,
  integer,
  makeToken,
  NULL,
  sequence,
  tstInfo,
} from "../../verifier-lib/src/rfc3161/token.testing.js";
import {
  issueAuthority,
  issueUnit,
  NOW,
  type TestKey,
} from "../../verifier-lib/src/x509/authority.testing.js";

vi.setConfig({ testTimeout: 60_000 });

const page = readFileSync(new URL("../../docs/formats/rfc3161.md", import.meta.url), "utf8");

/** The table whose header begins with this text: its columns, and the cells of each row. */
function table(first: string): { readonly columns: string[]; readonly rows: string[][] } {
  const lines = page.slice(page.indexOf(`\n| ${first} |`) + 1).split("\n");
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim().replaceAll("`", ""));
  const end = lines.findIndex((line) => !line.startsWith("|"));
  expect(end, `no table "${first}"`).toBeGreaterThan(2);
  return { columns: cells(lines[0]!).slice(1), rows: lines.slice(2, end).map(cells) };
}

interface HashNames {
  /** The name in OpenSSL; null if OpenSSL cannot sign with it. */
  readonly openssl: string | null;
  readonly digest: string;
  readonly oid: string;
  readonly rsa: string | null;
  readonly pss: string | null;
  readonly ecdsa: string | null;
}

const NIST = "2.16.840.1.101.3.4";
const RSASSA_PSS = "1.2.840.113549.1.1.10";
const RSA_ENCRYPTION = "1.2.840.113549.1.1.1";
const ED25519 = "1.3.101.112";
const ED448 = "1.3.101.113";
const MGF1 = "1.2.840.113549.1.1.8";

const pkcs1 = (number: number) => `1.2.840.113549.1.1.${number}`;
const hash = (
  openssl: string | null,
  oid: string,
  rsa: string | null,
  ecdsa: string | null,
  pss: string | null = RSASSA_PSS,
  digest: string = openssl!,
): HashNames => ({ openssl, digest, oid, rsa, pss, ecdsa });

const HASHES: Readonly<Record<string, HashNames>> = {
  MD5: hash("md5", "1.2.840.113549.2.5", pkcs1(4), null),
  "SHA-1": hash("sha1", "1.3.14.3.2.26", pkcs1(5), "1.2.840.10045.4.1"),
  "SHA-224": hash("sha224", `${NIST}.2.4`, pkcs1(14), "1.2.840.10045.4.3.1"),
  "SHA-256": hash("sha256", `${NIST}.2.1`, pkcs1(11), "1.2.840.10045.4.3.2"),
  "SHA-384": hash("sha384", `${NIST}.2.2`, pkcs1(12), "1.2.840.10045.4.3.3"),
  "SHA-512": hash("sha512", `${NIST}.2.3`, pkcs1(13), "1.2.840.10045.4.3.4"),
  "SHA3-256": hash("sha3-256", `${NIST}.2.8`, `${NIST}.3.14`, `${NIST}.3.10`),
  // RFC 8702. No library at hand signs with these, so the signature uses SHA-256.
  SHAKE128: hash(null, `${NIST}.2.11`, null, "1.3.6.1.5.5.7.6.32", "1.3.6.1.5.5.7.6.30", "shake128"),
  SHAKE256: hash(null, `${NIST}.2.12`, null, "1.3.6.1.5.5.7.6.33", "1.3.6.1.5.5.7.6.31", "shake256"),
};

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pssOnly = generateKeyPairSync("rsa-pss", { modulusLength: 2048 });
const curves: Readonly<Record<string, { readonly publicKey: KeyObject; readonly privateKey: KeyObject }>> = {
  "P-256": generateKeyPairSync("ec", { namedCurve: "P-256" }),
  "P-384": generateKeyPairSync("ec", { namedCurve: "P-384" }),
  "P-521": generateKeyPairSync("ec", { namedCurve: "P-521" }),
};
const ec = curves["P-256"]!;
const ed25519 = generateKeyPairSync("ed25519");
const ed448 = generateKeyPairSync("ed448");

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}
const SALT_BYTES = 32;
type Padding = "pkcs1" | "pss";

function key(
  { publicKey, privateKey }: Pair,
  identifier: Uint8Array,
  hashName: string | null,
  padding: Padding = "pkcs1",
): TestKey {
  const options =
    padding === "pss"
      ? { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: SALT_BYTES }
      : privateKey;
  return {
    spki: new Uint8Array(publicKey.export({ type: "spki", format: "der" })),
    algorithm: identifier,
    sign: async (data) => new Uint8Array(sign(hashName, data, options)),
  };
}

const field = (number: number, value: Uint8Array) => encodeDer(contextConstructed(number), value);
function pssIdentifier(
  hashOid: string,
  options: { mask?: Uint8Array; salt?: string; more?: Uint8Array[] } = {},
): Uint8Array {
  const { mask = algorithm(MGF1, algorithm(hashOid, NULL)), salt = "20", more = [] } = options;
  return algorithm(
    RSASSA_PSS,
    sequence(field(0, algorithm(hashOid, NULL)), field(1, mask), field(2, integer(salt)), ...more),
  );
}

const root = await issueAuthority("Root");

/** The code of a token signed by this key, with the given identifier instead of the key's own. */
async function codeOf(
  signer: TestKey,
  digest: HashNames,
  signatureAlgorithm = signer.algorithm,
): Promise<string> {
  const content = tstInfo();
  const token = await makeToken({
    signer: await issueUnit(root, { key: signer }),
    content,
    digestAlgorithm: algorithm(digest.oid),
    messageDigest: new Uint8Array(createHash(digest.digest).update(content).digest()),
    signatureAlgorithm,
  });
  const { code } = await verifyTimestamp({
    token,
    imprint: { algorithm: "SHA-256", digest: IMPRINT },
    anchors: [root.certificate],
    now: NOW,
  });
  return code;
}

const rsaKey = (names: HashNames) => key(rsa, algorithm(names.rsa!, NULL), names.openssl ?? "sha256");
const pssKey = (names: HashNames, pair: Pair = rsa) =>
  key(
    pair,
    names.pss === RSASSA_PSS ? pssIdentifier(names.oid) : algorithm(names.pss!),
    names.openssl ?? "sha256",
    "pss",
  );
const ecdsaKey = (names: HashNames, pair: Pair = ec) =>
  key(pair, algorithm(names.ecdsa!), names.openssl ?? "sha256");
const ed25519Key = key(ed25519, algorithm(ED25519), null);

/** Keys for each column; none if the identifier does not exist. */
const COLUMNS: Readonly<Record<string, (names: HashNames) => readonly TestKey[]>> = {
  "RSA, PSS or ECDSA with this hash": (names) => [
    key(rsa, algorithm(RSA_ENCRYPTION, NULL), names.openssl ?? "sha256"),
    ...(names.rsa === null ? [] : [rsaKey(names)]),
    ...(names.pss === null ? [] : [pssKey(names)]),
    ...(names.ecdsa === null ? [] : [ecdsaKey(names)]),
  ],
  "with another hash": (names) =>
    ["SHA-1", "SHA-256", "SHA-384", "SHA-512"]
      .map((name) => HASHES[name]!)
      .filter(({ oid }) => oid !== names.oid)
      .flatMap((other) => [rsaKey(other), pssKey(other), ecdsaKey(other)]),
  Ed25519: () => [ed25519Key],
  Ed448: () => [key(ed448, algorithm(ED448), null)],
};

describe("hashes and algorithms", () => {
  const { columns, rows } = table("`digestAlgorithm`");
  const cells = rows.flatMap(([names, ...codes]) =>
    names!.split(", ").flatMap((name) => codes.map((code, i) => [name, columns[i]!, code] as const)),
  );
  test("the table has every hash and every column", () => {
    expect(columns).toEqual(Object.keys(COLUMNS));
    expect([...new Set(cells.map(([name]) => name))].sort()).toEqual(Object.keys(HASHES).sort());
  });

  test.each(cells)("%s, %s: %s", async (name, column, code) => {
    const names = HASHES[name]!;
    const codes = await Promise.all(COLUMNS[column]!(names).map((signer) => codeOf(signer, names)));
    expect([...new Set(codes)]).toEqual([code]);
  });
});

describe("curves and hashes", () => {
  const [, named, hashed] = /^(P-256.*) go with each of ([^.]*)\./m.exec(page)!;
  const words = (text: string | undefined) => text!.split(/, | and /);
  test("the page names every curve", () => expect(words(named)).toEqual(Object.keys(curves)));
  test.each(words(named).flatMap((curve) => words(hashed).map((name) => [curve, name] as const)))(
    "%s, %s",
    async (curve, name) => {
      expect(await codeOf(ecdsaKey(HASHES[name]!, curves[curve]), HASHES[name]!)).toBe("ok");
    },
  );
});

describe("keys and algorithms", () => {
  const sha512 = HASHES["SHA-512"]!;
  const keys: Readonly<Record<string, TestKey>> = {
    rsaEncryption: rsaKey(sha512),
    "id-RSASSA-PSS": pssKey(sha512, pssOnly),
    "id-ecPublicKey": ecdsaKey(sha512),
    "id-Ed25519": ed25519Key,
  };
  const identifiers: Readonly<Record<string, Uint8Array>> = {
    RSA: algorithm(sha512.rsa!, NULL),
    PSS: pssIdentifier(sha512.oid),
    ECDSA: algorithm(sha512.ecdsa!),
    Ed25519: algorithm(ED25519),
  };
  const pair = /(rsaEncryption|id-[\w-]+)\s(?:signs\s)?((?:RSA|PSS|ECDSA|Ed25519)(?: and PSS)?)[,;]/g;
  const stated = new Map(
    [...page.matchAll(pair)].map(([, name, algorithms]) => [name!, algorithms!.split(" and ")] as const),
  );
  test("the page names every key", () => expect([...stated.keys()]).toEqual(Object.keys(keys)));
  test.each(
    Object.keys(keys).flatMap((name) => Object.keys(identifiers).map((column) => [name, column] as const)),
  )("%s, %s", async (name, column) => {
    // An rsaEncryption key serves both paddings.
    const signer = name === "rsaEncryption" && column === "PSS" ? pssKey(sha512) : keys[name]!;
    const expected = stated.get(name)!.includes(column) ? "ok" : "algorithm_mismatch";
    expect(await codeOf(signer, sha512, identifiers[column]!)).toBe(expected);
  });
});

describe("parameters of PSS", () => {
  const sha256 = HASHES["SHA-256"]!;
  const { oid } = sha256;
  const sha512 = algorithm(HASHES["SHA-512"]!.oid, NULL);
  const PARAMETERS: Readonly<Record<string, Uint8Array>> = {
    "SHA-256, MGF1 with SHA-256, 32 bytes": pssIdentifier(oid),
    "the trailer field 1": pssIdentifier(oid, { more: [field(3, integer("01"))] }),
    "another trailer field": pssIdentifier(oid, { more: [field(3, integer("02"))] }),
    "another length of the salt": pssIdentifier(oid, { salt: "1f" }),
    "a salt too long for the key": pssIdentifier(oid, { salt: "7fffffff" }),
    "a salt of negative length": pssIdentifier(oid, { salt: "ff" }),
    "MGF1 with another hash": pssIdentifier(oid, { mask: algorithm(MGF1, sha512) }),
    "a mask other than MGF1": pssIdentifier(oid, { mask: algorithm("1.2.3.4", algorithm(oid, NULL)) }),
    MD5: pssIdentifier(HASHES["MD5"]!.oid),
    "all defaults, which mean SHA-1": algorithm(RSASSA_PSS, sequence()),
    none: algorithm(RSASSA_PSS),
    NULL: algorithm(RSASSA_PSS, encodeDer(TAG.null)),
  };
  const rows = table("parameters of PSS, signed with SHA-256 and a salt of 32 bytes").rows.flatMap(
    ([names, code]) => names!.split("; ").map((name) => [name, code!] as const),
  );
  test("the table has every case", () => {
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(PARAMETERS).sort());
  });
  test.each(rows)("%s: %s", async (name, code) => {
    expect(await codeOf(pssKey(sha256), sha256, PARAMETERS[name]!)).toBe(code);
  });
});
