/**
 * `svc-verify FOLDER`: what lies beside evidence proves it, wherever and under whatever name, and nothing fails it that nobody
 * has signed or mined.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linesOf, runHere } from "../../verifier-lib/src/cli/captured.testing.js";
import { exampleProof } from "../../verifier-lib/src/judge/example.testing.js";
import {
  algorithm,
  integer,
  makeToken,
  NULL,
  octets,
  oid,
  sequence,
} from "../../verifier-lib/src/rfc3161/token.testing.js";
import {
  generalizedTime,
  type Issued,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  NOW,
} from "../../verifier-lib/src/x509/authority.testing.js";
import { drawOf } from "../fuzz/draw.js";
import { attestedContent, recordedEpoch } from "../recorded-epoch.js";

const scratch = mkdtempSync(join(tmpdir(), "svc-found-"));
afterAll(() => rmSync(scratch, { recursive: true }));

type Files = Readonly<Record<string, string | Uint8Array>>;
function folderOf(files: Files): string {
  const folder = mkdtempSync(join(scratch, "x"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const GENESIS = parseBlockHeader(
  hexToBytes(
    "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c",
  ),
);
const CONTENT = GENESIS.merkleRoot;
const HEADER = `0 ${bytesToHex(GENESIS.bytes)}\n`;
const stamp = (...heights: number[]) =>
  encodeDetachedTimestamp({
    hash: "sha256",
    digest: CONTENT,
    timestamp: {
      branches: heights.map((height) => ({ attestation: { kind: "bitcoin", height } as const })),
    },
  });
const sealBy = (signer: Issued, digest = CONTENT) => {
  const imprint = sequence(algorithm("2.16.840.1.101.3.4.2.1", NULL), octets(digest));
  const info = sequence(integer("01"), oid("1.2.3.4"), imprint, integer("2a"), generalizedTime(NOW));
  return makeToken({ signer, content: info });
};
const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;

let root: Issued;
let authority: Issued;
let unit: Issued;
let seal: Uint8Array;
let words: readonly string[];
beforeAll(async () => {
  root = await issueAuthority("Root");
  authority = await issueAuthority("Authority", { issuer: root });
  unit = await issueUnit(authority);
  seal = await sealBy(unit);
  const trust = join(scratch, "trust.pem");
  writeFileSync(trust, pem(root.certificate.der));
  words = ["--json", "--trust", trust, "--at", NOW.toISOString()];
});

/** The rows: file, outcome, and the code of the check that gives the date. */
async function rowsOf(files: Files): Promise<string[]> {
  const folder = folderOf(files);
  const { stdout, stderr } = await runHere(...words, folder);
  expect(stderr).toBe("");
  return linesOf({ stdout })
    .reports.map(({ input, outcome }) => `${input.name.slice(folder.length + 1)} ${outcome}`)
    .sort();
}

describe("a seal", () => {
  const chain = () => ({ "chain.pem": pem(authority.certificate.der) });

  test("is revoked by a list, or an answer, that lies beside it", async () => {
    expect(await rowsOf({ "a.tsr": seal, ...chain() })).toEqual(["a.tsr verified"]);
    const revoked = [{ certificate: unit.certificate, at: NOW, reason: 1 }];
    const list = (await issueCrl(authority, { revoked })).der;
    expect(await rowsOf({ "a.tsr": seal, ...chain(), "z.crl": list })).toEqual(["a.tsr failed"]);
    const answer = (
      await issueOcspResponse(authority, unit.certificate, { status: { revokedAt: NOW, reason: 1 } })
    ).der;
    expect(await rowsOf({ "a.tsr": seal, ...chain(), "answer.bin": answer })).toEqual(["a.tsr failed"]);
  });

  test("is not hidden by twenty lists of strangers that sort first", async () => {
    const stranger = await issueAuthority("Authority");
    const list = (await issueCrl(stranger)).der;
    const revoked = [{ certificate: unit.certificate, at: NOW, reason: 1 }];
    const strange = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.crl`, list]));
    const last = (await issueCrl(authority, { revoked })).der;
    expect(await rowsOf({ "a.tsr": seal, ...chain(), ...strange })).toEqual(["a.tsr verified"]);
    expect(await rowsOf({ "a.tsr": seal, ...chain(), ...strange, "z.crl": last })).toEqual(["a.tsr failed"]);
  });
});

test("a forged seal is told from the true one beside a proof", async () => {
  const proof = exampleProof();
  const sound = await sealBy(unit, hexToBytes(proof.content.hash));
  const forged = Uint8Array.from(sound, (byte, i) => (i === sound.length - 1 ? byte ^ 1 : byte));
  for (const [bad, good] of [
    ["a.tsr", "b.tsr"],
    ["b.tsr", "a.tsr"],
  ] as const) {
    const files = { "proof.json": encodePortableProof(proof), [bad]: forged, [good]: sound };
    const folder = folderOf({ ...files, "chain.pem": pem(authority.certificate.der) });
    const { reports } = linesOf(await runHere(...words, folder));
    const of = (name: string) => reports.find(({ input }) => input.name === join(folder, name));
    expect(of(bad).outcome).toBe("failed");
    expect(of("proof.json").outcome).toBe("verified");
    const told = of("proof.json").inputs.filter(({ name }: { name: string | null }) =>
      name?.endsWith(".tsr"),
    );
    for (const { name, status } of told) {
      expect([name, status]).toEqual([name, name === join(folder, bad) ? "failed" : "checked"]);
    }
    const { stdout } = await runHere(...words.filter((word) => word !== "--json"), folder);
    expect(stdout).not.toContain(`with ${join(folder, bad)}`);
  }
});

describe("a timestamp", () => {
  test("is proven by the header that sorts behind a hundred others", async () => {
    const others = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`${i}.txt`, `${i + 1} ${bytesToHex(GENESIS.bytes)}\n`]),
    );
    expect(await rowsOf({ "a.ots": stamp(0), ...others })).toEqual(["a.ots indeterminate"]);
    expect(await rowsOf({ "a.ots": stamp(0), ...others, "z.txt": HEADER })).toEqual(["a.ots verified"]);
  });

  test("of the same digest as another has a row of its own, and both are proven by either", async () => {
    expect(await rowsOf({ "a.ots": stamp(5), "b.ots": stamp(0), "h.txt": HEADER })).toEqual([
      "a.ots verified",
      "b.ots verified",
    ]);
  });

  test("is not failed by a header that lies there", async () => {
    const wrong = `823000 ${bytesToHex(GENESIS.bytes)}\n`;
    expect(await rowsOf({ "a.ots": stamp(823_000), "h.txt": wrong })).toEqual(["a.ots indeterminate"]);
  });
});

test("a file that is offered to others and cannot be read is named among those without evidence", async () => {
  const folder = folderOf({ "a.ots": stamp(0), "broken.txt": `${HEADER}x\n` });
  const { stdout } = await runHere(...words.slice(1), folder);
  expect(stdout).toContain("broken.txt");
});

test("names, order and junk decide nothing: random folders", async () => {
  const other = await issueAuthority("Authority");
  const der = async (issuer: Issued) => (await issueCrl(issuer)).der;
  const good: readonly (string | Uint8Array)[] = [
    HEADER,
    pem(authority.certificate.der),
    await der(root),
    await der(authority),
  ];
  const junk: readonly (string | Uint8Array)[] = [
    stamp(7, 8),
    await sealBy(await issueUnit(other)),
    await der(other),
    pem(other.certificate.der),
    `9 ${bytesToHex(GENESIS.bytes)}\n`,
    "a photograph",
    Uint8Array.of(0, 1, 2),
    "{}",
    "PK\u0003\u0004",
    "%PDF-",
  ];
  for (let seed = 0; seed < 40; seed++) {
    const draw = drawOf(seed);
    const name = () => bytesToHex(draw.bytes(6));
    const some = good.filter(() => draw.below(2) === 0);
    const inputs = { "in.ots": stamp(0), "in.tsr": seal };
    const named = (contents: readonly (string | Uint8Array)[]) =>
      Object.fromEntries(contents.map((content) => [name(), content]));
    const rows = async (beside: readonly (string | Uint8Array)[]) =>
      (await rowsOf({ ...inputs, ...named(beside) })).filter((row) => row.startsWith("in."));
    const expected = await rows(some);
    expect(expected).toHaveLength(2);
    const added = Array.from({ length: draw.below(10) }, () => draw.pick(junk));
    expect([seed, await rows([...added, ...some, ...some.slice(1)])]).toEqual([seed, expected]);
  }
});

describe("every file", () => {
  const recorded = recordedEpoch();
  const last = recorded.firstHeight + 2015;
  const { timestamp } = attestedContent(recorded, last - 50);
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => {
      const { bytes } = recorded.headers[from - recorded.firstHeight + i]!;
      return `${from + i} ${bytesToHex(bytes)}\n`;
    }).join("");
  const raw = (from: number) => recorded.raw.subarray(80 * (from - recorded.firstHeight), 80 * 2016);
  /** What is said of each file that has no row. */
  const told = async (files: Files) => {
    const folder = folderOf(files);
    const name = (path: string) => path.slice(folder.length + 1);
    return linesOf(await runHere(...words, folder)).files.map(
      ({ name: path, status, used_for = [], copy_of = null }) =>
        [name(path), status, ...used_for.map(name), ...(copy_of === null ? [] : [name(copy_of)])].join(" "),
    );
  };

  test("of headers says what rests on it, or that nothing does", async () => {
    expect(
      await told({
        "a.ots": timestamp,
        "low.txt": lines(last - 90, last - 60),
        "to the end.txt": lines(last - 60, last),
      }),
    ).toEqual(["low.txt not_applicable", "to the end.txt checked a.ots"]);
  });

  test("of raw headers is read: an epoch by its bytes, others by the height in their name", async () => {
    for (const files of [
      { "408.bin": recorded.file },
      { [`blockchain_headers@${last - 50}`]: raw(last - 50) },
      { [`part@${last - 400}.bin`]: raw(last - 400) },
      {
        [`blockchain_headers@${recorded.firstHeight - 1}`]: Buffer.concat([
          Buffer.alloc(80),
          raw(recorded.firstHeight),
        ]),
      },
    ]) {
      const all = { "a.ots": timestamp, ...files };
      expect(await rowsOf(all)).toEqual(["a.ots verified"]);
      expect(await told(all)).toEqual([`${Object.keys(files)[0]} checked a.ots`]);
    }
    const wrong = { "a.ots": timestamp, [`part@${last - 399}`]: raw(last - 400) };
    expect(await rowsOf(wrong)).toEqual(["a.ots indeterminate"]);
    expect(await told({ "a.ots": timestamp, "x@7": "x".repeat(80) })).toEqual(["x@7 not_evidence"]);
  });

  test("of an authority says whether a chain has it", async () => {
    const stranger = await issueAuthority("Stranger");
    const list = (await issueCrl(authority)).der;
    // Only data about every certificate of the chain says anything.
    expect(
      await told({ "a.tsr": seal, "chain.pem": pem(authority.certificate.der), "list.crl": list }),
    ).toEqual(["chain.pem checked a.tsr", "list.crl not_applicable"]);
    expect(
      await told({
        "a.tsr": seal,
        "chain.pem": pem(authority.certificate.der),
        "list.crl": list,
        "root.crl": (await issueCrl(root)).der,
        "other.crl": (await issueCrl(stranger)).der,
        "other.pem": pem(stranger.certificate.der),
      }),
    ).toEqual([
      "chain.pem checked a.tsr",
      "list.crl checked a.tsr",
      "other.crl not_applicable",
      "other.pem not_applicable",
      "root.crl checked a.tsr",
    ]);
  });

  test("that belongs to evidence is named in its row, and a copy of it has a line", async () => {
    const proof = exampleProof();
    const stamps = encodeDetachedTimestamp({
      hash: "sha256",
      digest: hexToBytes(proof.content.hash),
      timestamp: { branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }] },
    });
    const files = { "proof.json": encodePortableProof(proof), "a.ots": stamps, "copy.ots": stamps };
    expect(await told(files)).toEqual(["copy.ots copy a.ots"]);
  });
});
