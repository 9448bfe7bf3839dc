import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UsageError } from "../command-line/output.js";
import type { RandomAccess } from "../content/content.js";
import { openPathsIn } from "../node/open-paths.testing.js";
import { encodeTrustSnapshot } from "../trust/snapshot.js";
import { defaultTrustList } from "../trust/trust-list.js";
import { issueAuthority, issueCrl, issueOcspResponse, issueUnit } from "../x509/authority.testing.js";
import { type Arguments, parseArguments } from "./arguments.js";
import { readGiven } from "./given.js";

const folder = mkdtempSync(join(tmpdir(), "svc-given-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(at(name), content);
  return at(name);
};
const bytes = (name: string) => new Uint8Array(readFileSync(at(name)));
const open = (...words: string[]) => readGiven(parseArguments([...words, "p.json"]) as Arguments);
async function given(...words: string[]) {
  const { given: read, close } = await open(...words);
  await close();
  return read;
}

let pem = "";
beforeAll(async () => {
  const root = await issueAuthority("Root");
  const unit = await issueUnit(root);
  const base64 = Buffer.from(root.certificate.der).toString("base64");
  pem = `J\u00f6rg\n-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
  writeFileSync(at("root.pem"), pem, "latin1");
  write("list.crl", (await issueCrl(root)).der);
  write("answer.ocsp", (await issueOcspResponse(root, unit.certificate)).der);
  for (const name of ["t1", "t2", "st", "w", "wt", "s", "h"]) write(name, `bytes of ${name}`);
  write("raw", Buffer.alloc(160, 7));
  write("garbage", "no DER, no PEM");
});

test("nothing is given: the shipped trusted lists count, and now", async () => {
  expect(await given()).toEqual({ evidence: [] });
});

test("each file is given as what its option says", async () => {
  const read = await given(
    ...["--timestamp", at("t1"), "--timestamp", at("t2"), "--seal-timestamp", at("st")],
    ...["--witness", at("w"), "--witness-timestamp", at("wt"), "--seal", at("s"), "--headers", at("h")],
    ...["--trust", at("root.pem"), "--certificates", at("root.pem"), "--no-default-trust"],
    ...["--crl", at("list.crl"), "--ocsp", at("answer.ocsp"), "--at", "2026-01-01"],
  );
  const item = (kind: string, name: string) => ({ kind, content: Buffer.from(bytes(name)), name: at(name) });
  expect(read).toEqual({
    evidence: [
      item("timestamp", "t1"),
      item("timestamp", "t2"),
      item("headers", "h"),
      item("seal", "s"),
      item("trust", "root.pem"),
      item("certificates", "root.pem"),
      item("crl", "list.crl"),
      item("ocsp_response", "answer.ocsp"),
      item("seal_timestamp", "st"),
      item("witness", "w"),
      item("witness_timestamp", "wt"),
    ],
    trustList: null,
    at: new Date("2026-01-01"),
  });
});

test("raw headers stay open until they are closed", async () => {
  const opened = await open("--headers", `${at("raw")}@7`, "--headers", at("h"));
  const [raw] = (opened.given.evidence ?? []).map(
    ({ content }) => content as { readonly height: number; readonly file: RandomAccess },
  );
  expect(raw!.height).toBe(7);
  expect(await raw!.file.read(80, 2)).toEqual(Uint8Array.of(7, 7));
  await opened.close();
  await expect(raw!.file.read(0, 1)).rejects.toThrow();
  expect(openPathsIn(folder)).toEqual([]);
});

test("they are closed, too, if another file cannot be read", async () => {
  await expect(open("--headers", `${at("raw")}@0`, "--crl", at("missing"))).rejects.toThrow(UsageError);
  expect(openPathsIn(folder)).toEqual([]);
});

test("a snapshot of the trusted lists", async () => {
  const { snapshot, sha256 } = await defaultTrustList();
  const { trustList } = await given("--trust-list", write("list.json", encodeTrustSnapshot(snapshot)));
  expect(trustList).toMatchObject({ sha256 });
});

describe("a file that cannot be used is a mistake of usage, told by its name", () => {
  test.each([
    "timestamp",
    "seal",
    "seal-timestamp",
    "witness",
    "witness-timestamp",
    "headers",
    "trust",
    "trust-list",
    "certificates",
    "crl",
    "ocsp",
  ])("--%s that is missing", async (option) => {
    await expect(open(`--${option}`, at("missing"))).rejects.toThrow(
      new UsageError(`${at("missing")}: no such file`),
    );
  });

  test("raw headers that are missing", async () => {
    await expect(open("--headers", `${at("missing")}@0`)).rejects.toThrow(
      new UsageError(`${at("missing")}: no such file`),
    );
  });

  test.each([
    ["trust", /garbage: /],
    ["certificates", /garbage: /],
    ["trust-list", /garbage: /],
    ["crl", /garbage: not readable as a revocation list: /],
    ["ocsp", /garbage: not readable as an OCSP response: /],
  ])("--%s that is none", async (option, message) => {
    await expect(open(`--${option}`, at("garbage"))).rejects.toThrow(UsageError);
    await expect(open(`--${option}`, at("garbage"))).rejects.toThrow(message);
  });

  test("the second of two", async () => {
    for (const [option, good] of [
      ["trust", "root.pem"],
      ["crl", "list.crl"],
      ["ocsp", "answer.ocsp"],
    ] as const) {
      await expect(open(`--${option}`, at(good), `--${option}`, at("garbage"))).rejects.toThrow(
        `${at("garbage")}: `,
      );
    }
  });

  test("a revocation list in place of an OCSP response, and the reverse", async () => {
    await expect(open("--ocsp", at("list.crl"))).rejects.toThrow(
      "list.crl: not readable as an OCSP response: ",
    );
    await expect(open("--crl", at("answer.ocsp"))).rejects.toThrow(
      "answer.ocsp: not readable as a revocation list: ",
    );
  });
});
