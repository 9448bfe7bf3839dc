/**
 * Two other implementations on the collection of timestamps, beside this library, with the same
 * trusted certificates: EU DSS 6.4 of the European Commission, and rfc3161-client 1.0.9. Known
 * differences are listed here by file, with the reason; any other difference fails.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Check, verify } from "@svc-proof/verifier-lib";
import { type HashAlgorithm, verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { authenticateListOfLists, compileTrustSnapshot } from "@svc-proof/verifier-lib/trust";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "../conformance/third-party-vectors.js";

interface TspCase {
  readonly file: string;
  readonly hashAlg?: string;
  readonly imprint?: string;
  readonly genTime?: string;
}

const isRequired = process.env["CI"] === "true";
const JUDGES_TIMEOUT_MS = 900_000;
const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "svc-proof", "oracles");

const folder = vectorFolder("tsp");
const lists = vectorFolder("eutl");
const cases: TspCase[] = folder === null ? [] : JSON.parse(readFileSync(join(folder, "cases.json"), "utf8"));
const TRUST = ["sigstage", "test-tsa", "sigstore-mock-expired"].map((name) => `good/${name}.chain.pem`);
const trusted = () => TRUST.map((name) => join(folder!, name));

const ALGORITHMS: Readonly<Record<string, HashAlgorithm>> = {
  sha1: "SHA-1",
  sha256: "SHA-256",
  sha384: "SHA-384",
  sha512: "SHA-512",
};

/** The digest to check in each case: of its message if there is one. */
function digestOf({ file, hashAlg = "sha256", imprint = "00".repeat(32) }: TspCase): string {
  const message = join(folder!, file.replace(/\.ts[rt]$/, ".msg"));
  return existsSync(message) ? createHash(hashAlg).update(readFileSync(message)).digest("hex") : imprint;
}

async function ours(one: TspCase, at: Date) {
  const bytes = new Uint8Array(readFileSync(join(folder!, one.file)));
  const digest = new Uint8Array(Buffer.from(digestOf(one), "hex"));
  const anchors = trusted().flatMap((path) => parsePemCertificates(readFileSync(path, "latin1")));
  const input = one.file.endsWith(".tsr") ? { response: bytes } : { token: bytes };
  return verifyTimestamp({
    ...input,
    imprint: { algorithm: ALGORITHMS[one.hashAlg ?? "sha256"]!, digest },
    anchors,
    at,
  });
}

interface DssAnswer {
  readonly file: string;
  readonly refused?: string;
  readonly signature_valid?: boolean;
  readonly imprint_intact?: boolean;
  readonly indication?: string;
  readonly sub_indication?: string;
  /** Of the token by the trusted lists: qualified, not qualified, or not known. */
  readonly qualification?: "QTSA" | "TSA" | "NA";
}

const dss = folder === null ? null : join(folder, "../../tools/dss/dss-oracle");
const hasDss = dss !== null && existsSync(dss) && spawnSync("java", ["-version"]).status === 0;
if (!hasDss) {
  if (isRequired && dss !== null && existsSync(dss)) throw new Error("EU DSS needs a JDK and Maven");
  console.warn("SKIPPED: EU DSS (tools/dss/dss-oracle beside the vectors, or Java, is missing)");
}

/** Where DSS answers differently, and why. */
const DSS_DIFFERS: Readonly<Record<string, string>> = {
  // It ignores an ESSCertID that names another certificate.
  "bad/eurocert-pl-ess-mismatch.tst": "signing_certificate_mismatch",
  // It passes an extended key usage that is not critical.
  "bad/dtrust-de-2012-eku-not-critical.tst": "signer_purpose_not_critical",
  // The signer itself is trusted: DSS checks nothing about an anchor's certificate, and so accepts
  // an expired one.
  "good/sigstore-mock-expired.tsr": "out_of_bounds_no_poe",
};

/** The answers of DSS, one for each case, and what it says of the lists that it loads. */
function askDss(...words: readonly string[]): { readonly answers: DssAnswer[]; readonly told: string } {
  const questions = cases.map((one) => {
    const digest = `${one.hashAlg ?? "sha256"}:${digestOf(one)}`;
    return `${join(folder!, one.file)} ${digest}\n`;
  });
  const { status, stdout, stderr } = spawnSync(dss!, words, {
    input: questions.join(""),
    encoding: "utf8",
    maxBuffer: 1 << 26,
    timeout: JUDGES_TIMEOUT_MS,
  });
  expect(status, stderr.slice(-2000)).toBe(0);
  const answers = stdout
    .trim()
    .split("\n")
    .map((line): DssAnswer => JSON.parse(line));
  expect(answers).toHaveLength(cases.length);
  return { answers, told: stderr };
}

let byLists: ReturnType<typeof askDss> | undefined;

/** One run for all tests: to load and to authenticate the lists takes DSS more than a minute. */
function askDssByLists(): ReturnType<typeof askDss> {
  const signers = join(lists!, "certs/oj-C-2026-1944-lotl-signers.pem");
  byLists ??= askDss("--lists", lists!, "--lotl-signers", signers);
  return byLists;
}

test.skipIf(!hasDss)(
  "EU DSS agrees on every timestamp except the listed ones",
  async () => {
    const { answers } = askDss(...trusted().flatMap((path) => ["--trust", path]));
    const differing: Record<string, string> = {};
    for (const [i, one] of cases.entries()) {
      const { status: our, code } = await ours(one, new Date());
      const answer = answers[i]!;
      const says = answer.refused === undefined ? answer.indication! : "FAILED";
      const expected = { passed: ["PASSED"], failed: ["FAILED"], indeterminate: ["INDETERMINATE"] }[our];
      // It refuses unreadable input, where we report what is missing.
      if (answer.refused !== undefined && our === "indeterminate") continue;
      if (!expected.includes(says)) differing[one.file] = code;
    }
    expect(differing).toEqual(DSS_DIFFERS);
  },
  JUDGES_TIMEOUT_MS,
);

/** Where DSS answers differently by the trusted lists: our codes of the checks `seal` and `qualified`, and its answer. */
const DSS_DIFFERS_BY_LISTS: Readonly<Record<string, string>> = {
  // An expired signer passes if it is on a list itself: DSS checks nothing about an anchor's certificate.
  "good/izenpe-es-2024-sha512.tst": "out_of_bounds_no_poe, QTSA: PASSED, QTSA",
  "good/sk-ee-2017-expired-tsu.tst": "out_of_bounds_no_poe, TSA: PASSED, TSA",
  "good/izenpe-es-2020-withdrawn-later.tst": "out_of_bounds_no_poe, TSA: PASSED, TSA",
  // It tells where the chain leads although the signature does not hold.
  "bad/sectigo-es-2025-invalid-signature.tst": "signature_invalid, NA: FAILED, QTSA",
  "bad/derived-izenpe-2026-gentime-2025.tsr": "message_digest_mismatch, NA: FAILED, QTSA",
  "bad/belgium-2017-messagedigest-mismatch.tst": "message_digest_mismatch, NA: FAILED, TSA",
  // As without the lists.
  "bad/eurocert-pl-ess-mismatch.tst": "signing_certificate_mismatch, NA: INDETERMINATE, NA",
  "bad/dtrust-de-2012-eku-not-critical.tst": "signer_purpose_not_critical, NA: PASSED, NA",
};

/** What DSS would call it: qualified only if the service is granted at genTime and at the proof of existence. */
function inWordsOfDss(qualified: Check | undefined): NonNullable<DssAnswer["qualification"]> {
  if (qualified === undefined) return "NA";
  const { code, status, evidence } = qualified;
  const existence = evidence["at_existence"] as { readonly status: string } | null | undefined;
  if (status === "passed") return existence?.status === "granted" ? "QTSA" : "TSA";
  const isListed = evidence["service"] != null || code === "service_of_other_type";
  return status === "indeterminate" && isListed ? "TSA" : "NA";
}

test.skipIf(!hasDss || lists === null)(
  "EU DSS agrees by the trusted lists, which it authenticates itself",
  async () => {
    const { answers } = askDssByLists();
    const differing: Record<string, string> = {};
    for (const [i, one] of cases.entries()) {
      const { refused, indication, qualification } = answers[i]!;
      const bytes = new Uint8Array(readFileSync(join(folder!, one.file)));
      const message = join(folder!, one.file.replace(/\.ts[rt]$/, ".msg"));
      const content = existsSync(message) ? { original: new Uint8Array(readFileSync(message)) } : {};
      const { checks } = await verify(bytes, content);
      const checkOf = (id: Check["id"]) => checks.find((check) => check.id === id);
      const failed = checks.some(({ status }) => status === "failed");
      const our = failed ? "failed" : (checkOf("seal")?.status ?? "failed");
      const word = inWordsOfDss(checkOf("qualified"));
      if (refused !== undefined) {
        expect([our, word], one.file).not.toContain("passed");
        continue;
      }
      if (our.toUpperCase() !== indication || word !== qualification) {
        differing[one.file] = `${checkOf("seal")?.code}, ${word}: ${indication}, ${qualification}`;
      }
    }
    expect(differing).toEqual(DSS_DIFFERS_BY_LISTS);
  },
  JUDGES_TIMEOUT_MS,
);

test.skipIf(!hasDss || lists === null)(
  "EU DSS authenticates the same lists, with the same sequence numbers",
  async () => {
    const theirs = [...askDssByLists().told.matchAll(/^(?:TL (\w+)|(LOTL)) (\d+) signature (\w+)/gm)]
      .filter(([, , , , indication]) => indication === "TOTAL_PASSED")
      .map(([, territory = "EU", , number]) => `${territory} ${number}`);
    const names = readdirSync(lists!).filter((name) => name.endsWith(".xml"));
    const files = names.map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(lists!, name))) }));
    const at = new Date("2026-11-22T00:00:00Z");
    const list = files.find(({ name }) => name.startsWith("EU-LOTL"))!;
    const lotl = await authenticateListOfLists({ lotl: list.bytes, at });
    const { snapshot } = await compileTrustSnapshot({ lotl, lists: files, at });
    const ours = [snapshot.lotl, ...snapshot.lists].map(
      ({ territory, sequenceNumber }) => `${territory} ${sequenceNumber}`,
    );
    expect(theirs.sort()).toEqual(ours.sort());
    expect(ours).toHaveLength(8);
  },
  JUDGES_TIMEOUT_MS,
);

/** Installed by name and version outside the checkout: by CI, or by running `CI=true npm run test:all` once. */
function findClient(): string | null {
  const home = join(cache, "rfc3161-client-1.0.9");
  const python = join(home, "bin/python");
  if (existsSync(join(home, "installed"))) return python;
  if (!isRequired) {
    console.warn("SKIPPED: rfc3161-client 1.0.9 is not installed (CI=true npm run test:all installs it)");
    return null;
  }
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  install("python3", "-m", "venv", home);
  const packages = ["rfc3161-client==1.0.9", "cryptography==50.0.2", "cffi==2.1.1", "pycparser==3.12"];
  install(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", ...packages);
  writeFileSync(join(home, "installed"), "");
  return python;
}
function install(program: string, ...words: readonly string[]): void {
  execFileSync(program, words, { stdio: ["ignore", "ignore", "inherit"], timeout: JUDGES_TIMEOUT_MS });
}
const client = folder === null ? null : findClient();

/** A response around a bare token: the client reads nothing else. */
function asResponse(file: string): Uint8Array {
  const bytes = readFileSync(join(folder!, file));
  if (file.endsWith(".tsr")) return bytes;
  const content = Buffer.concat([Buffer.from("3003020100", "hex"), bytes]);
  return Buffer.concat([Buffer.of(0x30, 0x82, content.length >> 8, content.length & 0xff), content]);
}

describe.skipIf(client === null)("rfc3161-client", () => {
  test(
    "agrees on every timestamp, as of its own time",
    async () => {
      const questions = cases.map((one) => ({
        response: Buffer.from(asResponse(one.file)).toString("hex"),
        digest: digestOf(one),
        chains: trusted(),
      }));
      const { status, stdout, stderr } = spawnSync(
        client!,
        [join(import.meta.dirname, "rfc3161_client_oracle.py")],
        {
          input: questions.map((question) => `${JSON.stringify(question)}\n`).join(""),
          encoding: "utf8",
          timeout: JUDGES_TIMEOUT_MS,
        },
      );
      expect(status, stderr.slice(-2000)).toBe(0);
      const answers = stdout
        .trim()
        .split("\n")
        .map((line): { valid: boolean; errors: string[] } => JSON.parse(line));
      expect(answers).toHaveLength(cases.length);
      const differing: Record<string, string> = {};
      for (const [i, one] of cases.entries()) {
        const { status: our, code } = await ours(
          one,
          one.genTime === undefined ? new Date() : new Date(one.genTime),
        );
        if ((our === "passed") !== answers[i]!.valid)
          differing[one.file] = `${code}: ${answers[i]!.errors.join("; ")}`;
      }
      expect(differing).toEqual({});
    },
    JUDGES_TIMEOUT_MS,
  );
});
