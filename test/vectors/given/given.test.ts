/**
 * What is given beside an input, and the report's account of it: every file is accounted for, none
 * is silently ignored. docs/formats/report.md.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parsePortableProof } from "@svc-proof/shared/proof";
import { payloadCalldata } from "@svc-proof/shared/text";
import {
  type Report,
  reportText,
  type StatedEvidence,
  summaryLine,
  type VerifyOptions,
  verify,
} from "@svc-proof/verifier-lib";
import schema from "@svc-proof/verifier-lib/report.schema.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { minedBlock, recordedSource } from "../../../verifier-lib/src/source/recorded-source.testing.js";
import { writeVectors } from "./write-vectors.js";

const folder = join(import.meta.dirname, "files");
if (process.env["SVC_WRITE_VECTORS"] === "1") await writeVectors(folder);

/** File names stand for their bytes or, in options that take text, for their text. */
interface GivenCase {
  readonly name: string;
  readonly input: string;
  readonly given: {
    readonly original?: string;
    readonly contentHash?: string;
    readonly seal?: string;
    readonly timestamps?: readonly string[];
    readonly headers?: readonly string[];
    readonly trust?: readonly string[];
    readonly certificates?: readonly string[];
    readonly crls?: readonly string[];
    readonly ocspResponses?: readonly string[];
    readonly sealTimestamps?: readonly string[];
    readonly at?: string;
    /** The clock. Default: `NOW`. */
    readonly now?: string;
    readonly chain?: true;
  };
  readonly headline: string;
  /** "id status code", without those that passed. */
  readonly checks: readonly string[];
  /** "origin kind index: status code". */
  readonly inputs: readonly string[];
  readonly claims: number;
  /** Default: null. */
  readonly reason?: Report["reason"];
  /** Codes that must be among the notices. */
  readonly notices?: readonly string[];
}

const { cases } = JSON.parse(readFileSync(join(import.meta.dirname, "cases.json"), "utf8")) as {
  cases: readonly GivenCase[];
};
const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
const text = (name: string) => readFileSync(join(folder, name), "latin1");
const NOW = new Date("2026-11-21T12:00:00.000Z");
const isReport = new Ajv2020({ strict: false }).compile(schema);

/** The lists that `evidence` replaces, in the order of a report. */
const FORMER = {
  timestamps: "timestamp",
  headers: "headers",
  trust: "trust",
  certificates: "certificates",
  crls: "crl",
  ocspResponses: "ocsp_response",
  sealTimestamps: "seal_timestamp",
} as const;
type Former = keyof typeof FORMER;
const isNamed: ReadonlySet<string> = new Set(["seal", ...Object.values(FORMER)]);

function optionsOf({ given }: GivenCase): VerifyOptions {
  return {
    now: given.now === undefined ? NOW : new Date(given.now),
    ...(given.original && { original: bytes(given.original) }),
    ...(given.contentHash && { contentHash: given.contentHash }),
    evidence: evidenceOf(given),
    ...(given.at && { at: new Date(given.at) }),
    ...(given.chain && { sources: [chain()] }),
  };
}

function evidenceOf({ seal, ...lists }: GivenCase["given"]): StatedEvidence[] {
  return [
    ...Object.entries(FORMER).flatMap(([list, kind]) =>
      (lists[list as Former] ?? []).map((name) => ({ kind, content: bytes(name), name })),
    ),
    ...(seal === undefined ? [] : [{ kind: "seal", content: bytes(seal), name: seal } as const]),
  ];
}

/** The same, by the options that `evidence` replaces. */
function formerOptionsOf(one: GivenCase): VerifyOptions {
  const { evidence: _, ...others } = optionsOf(one);
  const { seal } = one.given;
  const lists = Object.keys(FORMER).flatMap((list) => {
    const names = one.given[list as Former];
    if (names === undefined) return [];
    const isText = list === "trust" || list === "certificates";
    return [[list, names.map((name) => (isText ? text(name) : bytes(name)))]];
  });
  const names = Object.entries(FORMER).map(([list, kind]) => [kind, one.given[list as Former] ?? []]);
  return {
    ...others,
    ...Object.fromEntries(lists),
    ...(seal && { seal: bytes(seal) }),
    givenNames: { ...Object.fromEntries(names), seal: seal === undefined ? [] : [seal] },
  };
}

function chain() {
  const { anchors } = parsePortableProof(bytes("proof.json"));
  const [anchor] = anchors;
  const hash = anchor!.tx_hash;
  const block = minedBlock({ number: 1000, timestamp: 1_700_000_000, transactionHashes: [hash] });
  const place = { blockNumber: block.number, blockHash: block.hash };
  return recordedSource("chain", {
    chainId: 1,
    head: 2000,
    transaction: { hash, input: payloadCalldata(anchor!.payload), ...place },
    receipt: { transactionHash: hash, status: "success", ...place },
    block,
  });
}

describe.each(cases)("$name", (one) => {
  test("has its headline, its checks and its account", async () => {
    const report = await verify(bytes(one.input), optionsOf(one));
    expect({
      headline: summaryLine(report),
      checks: report.checks
        .filter(({ status }) => status !== "passed")
        .map(({ id, status, code }) => `${id} ${status} ${code}`),
      inputs: report.inputs.map(
        ({ origin, kind, index, status, code }) => `${origin} ${kind} ${index}: ${status} ${code}`,
      ),
      claims: report.claims.length,
      reason: report.reason,
    }).toEqual({
      headline: one.headline,
      checks: one.checks,
      inputs: one.inputs,
      claims: one.claims,
      reason: one.reason ?? null,
    });
    expect(report.notices.map(({ code }) => code)).toEqual(expect.arrayContaining([...(one.notices ?? [])]));
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
    expect(reportText(report).split("\n")[0]).toBe(one.headline);
  });

  test("has the same report by the lists that evidence replaces, names included", async () => {
    const report = await verify(bytes(one.input), optionsOf(one));
    expect(await verify(bytes(one.input), formerOptionsOf(one))).toEqual(report);
    for (const { kind, name, origin } of report.inputs) {
      if (origin === "caller" && isNamed.has(kind)) expect(name, kind).not.toBeNull();
    }
  });

  test("says so if it verifies although a given part failed", async () => {
    const report = await verify(bytes(one.input), optionsOf(one));
    const isSilent = report.inputs.some(({ status }) => status === "failed");
    if (report.outcome === "verified" && isSilent) expect(report.notices.length).toBeGreaterThan(0);
    const unused = report.inputs.filter(
      ({ code, kind }) => code === "input_not_applicable" && kind !== "evm_source",
    );
    expect(report.notices.filter(({ code }) => code === "input_not_applicable")).toHaveLength(unused.length);
  });
});
