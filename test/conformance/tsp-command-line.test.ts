/** Timestamps of the collection on the command line, with the file that was time-stamped, for every hash. */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "@svc-proof/verifier-lib";
import { parseTimestampResponse, parseTimestampToken } from "@svc-proof/verifier-lib/rfc3161";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { svcVerify } from "../e2e/sandbox.js";
import { vectorFolder } from "./third-party-vectors.js";

interface TspCase {
  readonly file: string;
  readonly hashAlg: "sha256" | "sha384" | "sha512";
  readonly genTime: string;
}

const folder = vectorFolder("tsp");
const at = (file: string) => join(folder!, file);
const messageOf = (file: string) => at(file.replace(/\.ts[rt]$/, ".msg"));
const cases: TspCase[] =
  folder === null
    ? []
    : JSON.parse(readFileSync(at("cases.json"), "utf8")).filter(({ file }: TspCase) =>
        existsSync(messageOf(file)),
      );

/** Files that are not `verified`: the outcome, the check that decides it, and its code. */
const NOT_STANDING: Readonly<Record<string, readonly [string, string, string]>> = {
  "bad/sigstage-invalid-signature.tsr": ["failed", "seal", "signature_invalid"],
  "bad/dtrust-de-2012-eku-not-critical.tst": ["failed", "seal", "signer_purpose_not_critical"],
  "bad/sk-ee-2017-datafile-changed.tst": ["failed", "content", "content_hash_mismatch"],
};

/** The authority's certificates from the token, or those that came with the collection. */
function trustOf(file: string): string {
  if (/sigstage/.test(file)) return readFileSync(at("good/sigstage.chain.pem"), "latin1");
  if (/sigstore-mock/.test(file)) return readFileSync(at("good/sigstore-mock-expired.chain.pem"), "latin1");
  if (/test-tsa/.test(file)) return readFileSync(at("good/test-tsa.chain.pem"), "latin1");
  const bytes = new Uint8Array(readFileSync(at(file)));
  const token = file.endsWith(".tsr") ? parseTimestampResponse(bytes).token! : parseTimestampToken(bytes);
  return token.certificates
    .map((der) => Buffer.from(der).toString("base64"))
    .map((base64) => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`)
    .join("");
}

describe.skipIf(folder === null)("timestamps on the command line", () => {
  let scratch = "";
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), "svc-tsp-"));
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  /** The exit status, the outcome, and the check that decides. */
  async function judge(file: string, ...words: string[]) {
    const trust = join(scratch, "trust.pem");
    writeFileSync(trust, trustOf(file));
    const { status, stdout } = await svcVerify("--json", "--trust", trust, ...words, at(file));
    const { outcome, checks }: Report = JSON.parse(stdout);
    const decisive =
      checks.find((check) => check.status === outcome) ?? checks.find(({ id }) => id === "seal")!;
    return [status, outcome, decisive.id, decisive.code];
  }

  test("the collection has some of each hash", () => {
    const count = (hash: string) => cases.filter(({ hashAlg }) => hashAlg === hash).length;
    expect([count("sha256"), count("sha384"), count("sha512")].map((n) => n > 0)).toEqual([true, true, true]);
    expect(cases.length).toBeGreaterThanOrEqual(27);
  });

  test.each(cases.map((one) => [one.file, one] as const))("%s", async (file, { genTime }) => {
    const words = ["--original", messageOf(file), "--at", genTime.replace(/(\.\d{3})\d+Z/, "$1Z")];
    const [outcome, id, code] = NOT_STANDING[file] ?? ["verified", "seal", "ok"];
    const status = outcome === "verified" ? 0 : 1;
    expect(await judge(file, ...words)).toEqual([status, outcome, id, code]);
  });

  test.each(["good/sigstage-sha384.tsr", "good/test-tsa.tsr", "good/sigstage-sha256.tsr"])(
    "%s: a changed file, and digests in its place",
    async (file) => {
      const { genTime, hashAlg } = cases.find((one) => one.file === file)!;
      const changed = join(scratch, "changed");
      writeFileSync(changed, Buffer.concat([readFileSync(messageOf(file)), Buffer.of(10)]));
      const ask = (...words: string[]) => judge(file, ...words, "--at", genTime);
      expect(await ask("--original", changed)).toEqual([1, "failed", "content", "content_hash_mismatch"]);
      const digest = (hash: string) =>
        createHash(hash)
          .update(readFileSync(messageOf(file)))
          .digest("hex");
      expect(await ask("--hash", digest(hashAlg))).toEqual([0, "verified", "seal", "ok"]);
      const other = hashAlg === "sha256" ? "sha512" : "sha256";
      const code = hashAlg === "sha256" ? "content_hash_not_sha256" : "file_hash_not_sha256";
      expect(await ask("--hash", digest(other))).toEqual([2, "indeterminate", "content", code]);
    },
  );

  test("one original beside timestamps of several hashes: each is compared by its own hash", async () => {
    const files = ["good/sigstage-sha256.tsr", "good/sigstage-sha384.tsr", "good/sigstage-sha512.tsr"];
    const trust = at("good/sigstage.chain.pem");
    const { status, stdout } = await svcVerify(
      ...["--json", "--trust", trust, "--original", messageOf(files[0]!), ...files.map(at)],
    );
    const contents = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as Report).checks.find(({ id }) => id === "content")!);
    expect(contents.map((check) => check.status)).toEqual(["passed", "passed", "passed"]);
    expect(contents.map(({ evidence }) => String(evidence["hash"]).length)).toEqual([64, 96, 128]);
    expect(status).not.toBe(1);
  });

  test("a missing original is reported, and nothing is verified without it", async () => {
    const { status, stdout, stderr } = await svcVerify("--original", "no-such-file", at("good/test-tsa.tsr"));
    expect([status, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("no-such-file: no such file");
  });
});
