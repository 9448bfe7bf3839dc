/** Every case of `@svc-proof/vectors` as it is stated by hand: in the folders beside this one, and in their `cases.json`. */

import { readFileSync } from "node:fs";
import { parsePortableProof } from "@svc-proof/shared/proof";
import { asicCases } from "../asic/cases.js";
import { madeHeaders } from "../bitcoin-headers/made.js";
import { madeWitnesses } from "../evm-witness/made.js";
import { madeTimestamps } from "../opentimestamps/made.js";
import { packageCases } from "../packages/cases.js";
import { refusal } from "../reader-fault.js";
import { sealCases } from "../seals/cases.js";
import { bytesOf, NO_OBJECT, cases as proofCases } from "../svc-proof-2/cases.js";
import type { Kind, RecordedAnswers, StatedCase, VectorOptions } from "./stated-case.js";

export const NOW = "2026-11-21T12:00:00.000Z";

/** `good/one_leaf.json` as `one-leaf`. */
const nameOf = (file: string) =>
  file
    .replace(/^(?:good|bad|tokens)\//, "")
    .replace(/\.\w+$/, "")
    .replace(/[^a-z0-9.]+/g, "-");
const sentence = (text: string) => {
  const stop = text.endsWith(".") ? text : `${text}.`;
  return stop[0]!.toUpperCase() + stop.slice(1);
};
const json = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));

export function statedCases(): readonly StatedCase[] {
  return [
    ...proofs(),
    ...packages(),
    ...containers(),
    ...seals(),
    ...blocks(),
    ...timestamps(),
    ...headers(),
    ...witnesses(),
    ...beside(),
  ];
}

const PROOF_SPECS: Readonly<Record<string, string>> = {
  format: "svc-proof-2.md#document",
  content: "svc-proof-2.md#verification",
  leaf: "svc-proof-2.md#leaf",
  merkle: "svc-proof-2.md#folding",
  payload: "svc-proof-2.md#verification",
  anchor: "svc-proof-2.md#networks",
};

function proofs(): StatedCase[] {
  const common = (file: string, about: string) => ({
    kind: "proof" as const,
    name: file.replace("/", "-").replace(/\.json$/, ""),
    about: sentence(about),
    input: `svc-proof-2/${file}`,
  });
  const good = proofCases.good.map(
    (one): StatedCase => ({
      ...common(one.file, one.about),
      spec: "svc-proof-2.md#verification",
      options: { content_hash: one.content_hash },
      outcome: "indeterminate",
      says: [
        ...["format", "content", "leaf", "merkle"].map((id) => `${id} passed ok`),
        one.anchors > 0 ? "anchor indeterminate no_source" : "anchor skipped no_anchor",
      ],
    }),
  );
  const bad = proofCases.bad.map(
    (one): StatedCase => ({
      ...common(one.file, one.about),
      spec: PROOF_SPECS[one.check]!,
      ...(one.given_hash !== undefined && { options: { content_hash: one.given_hash } }),
      ...(NO_OBJECT.has(one.file)
        ? { outcome: "indeterminate" as const, says: ["format indeterminate not_recognised"] }
        : one.check === "format"
          ? stated(refusal("format", one.code))
          : failing(one.check, one.code)),
    }),
  );
  return [...good, ...bad];
}

const stated = ({ outcome, says }: ReturnType<typeof refusal>) => ({ outcome, says: [says] });
const failing = (check: string, code: string) => ({
  outcome: "failed" as const,
  says: [`${check} failed ${code}`],
});

function packages(): StatedCase[] {
  const content_hash = parsePortableProof(bytesOf({ file: "good/one-leaf.json" })).content.hash;
  const common = (file: string, about: string) => {
    const isCertificate = file.endsWith(".pdf");
    return {
      kind: isCertificate ? ("certificate" as const) : ("package" as const),
      name: nameOf(file),
      about: sentence(about),
      spec: isCertificate ? "certificate.md#verification" : "evidence.md#the-archive",
      input: `packages/${file}`,
      options: { content_hash },
    };
  };
  const good = packageCases.good.map(
    ({ file, about }): StatedCase => ({
      ...common(file, about),
      outcome: "indeterminate",
      says: ["format passed ok", "content passed ok", "anchor indeterminate no_source"],
    }),
  );
  const bad = packageCases.bad.map(
    ({ file, about, code }): StatedCase => ({
      ...common(file, about),
      ...stated(refusal("format", code)),
    }),
  );
  return [...good, ...bad];
}

function containers(): StatedCase[] {
  const inSeals = (path: string) => path.replace("../", "");
  const common = (file: string, about: string) => ({
    kind: "asic" as const,
    name: nameOf(file),
    about: sentence(about),
    spec: "evidence.md#asic-s-containers",
    input: `asic/${file}`,
    options: {
      now: asicCases.at,
      trust: [inSeals(asicCases.anchor)],
      certificates: asicCases.certificates.map(inSeals),
    },
  });
  const good = asicCases.good.map(
    ({ file, about }): StatedCase => ({
      ...common(file, about),
      outcome: "verified",
      says: ["format passed ok", "content passed ok", "seal passed ok"],
    }),
  );
  const bad = asicCases.bad.map(
    ({ file, about, code }): StatedCase => ({
      ...common(file, about),
      ...stated(refusal("format", code)),
    }),
  );
  return [...good, ...bad];
}

/** SHA-256 of `content`. */
const SEALED = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73";

function seals(): StatedCase[] {
  const all = (paths: readonly string[]) => paths.map((path) => `seals/${path}`);
  return sealCases.cases.map(
    (one): StatedCase => ({
      kind: "rfc3161",
      name: nameOf(one.token),
      about: sentence(one.about),
      spec: "rfc3161.md#verification",
      input: `seals/${one.token}`,
      options: {
        now: new Date(Date.parse(one.at) + 86_400_000).toISOString(),
        at: one.at,
        content_hash: SEALED,
        trust: all(one.anchors),
        ...(one.certificates.length > 0 && { certificates: all(one.certificates) }),
        ...(one.crls.length > 0 && { crls: all(one.crls) }),
        ...(one.ocsp.length > 0 && { ocsp_responses: all(one.ocsp) }),
        ...(one.known_since !== null && { known_since: one.known_since }),
      },
      ...(/^(?:der|tsp)_/.test(one.code)
        ? stated(refusal("format", one.code))
        : {
            outcome: one.status === "passed" ? "verified" : one.status,
            says: [`seal ${one.status} ${one.code}`],
          }),
    }),
  );
}

interface BlockCase {
  readonly file: string;
  readonly about: string;
  readonly code?: string;
}

/** What an endpoint answers that has the anchor of a proof in a block. */
function answers(proof: string, blockFile: string): RecordedAnswers {
  const { tx_hash, payload, block_number } = parsePortableProof(
    new TextEncoder().encode(JSON.stringify(json(proof))),
  ).anchors[0]!;
  const { number, hash } = json(blockFile);
  const place = { blockNumber: number, blockHash: hash };
  return {
    chain_id: 1,
    results: {
      eth_chainId: "0x1",
      eth_blockNumber: `0x${block_number.toString(16)}`,
      eth_getTransactionByHash: {
        hash: tx_hash,
        input: `0x${Buffer.from(payload).toString("hex")}`,
        ...place,
      },
      eth_getTransactionReceipt: { transactionHash: tx_hash, status: "0x1", ...place },
      eth_getBlockByNumber: { file: blockFile },
    },
  };
}

function blocks(): StatedCase[] {
  const { cases } = json("evm-blocks/cases.json") as { readonly cases: readonly BlockCase[] };
  return cases.map(
    ({ file, about, code }): StatedCase => ({
      kind: "evm-block",
      name: nameOf(file),
      about: sentence(about),
      spec: "svc-proof-2.md#block-times",
      input: "published/made/proof.json",
      options: { sources: [answers("published/made/proof.json", `evm-blocks/${file}`)] },
      outcome: code === undefined ? "verified" : "indeterminate",
      says: [code === undefined ? "anchor passed ok" : `anchor indeterminate ${code}`],
    }),
  );
}

function timestamps(): StatedCase[] {
  return madeTimestamps.map(
    ({ file, about, headers, outcome, says }): StatedCase => ({
      kind: "opentimestamps",
      name: nameOf(file),
      about,
      spec: `opentimestamps.md#${file.startsWith("bad/") ? "codes" : "verification"}`,
      input: `opentimestamps/${file}`,
      ...(headers && { options: { headers: ["bitcoin-headers/good/document.json"] } }),
      outcome,
      says: [says],
    }),
  );
}

function headers(): StatedCase[] {
  return madeHeaders.map(
    ({ file, about, outcome, says }): StatedCase => ({
      kind: "bitcoin-headers",
      name: nameOf(file),
      about,
      spec: `bitcoin-headers.md#${says.startsWith("headers") ? "document" : "verification"}`,
      input: "opentimestamps/good/root.ots",
      options: { headers: [`bitcoin-headers/${file}`] },
      outcome,
      says: [says],
    }),
  );
}

function witnesses(): StatedCase[] {
  return madeWitnesses.map(
    ({ file, about, beside, isStamped, outcome, says }): StatedCase => ({
      kind: "evm-witness",
      name: nameOf(file),
      about,
      spec: `evm-witness.md#${says.startsWith("format") ? "document" : "verification"}`,
      ...(beside
        ? {
            input: "published/made/witnessed-proof.json",
            options: {
              witnesses: [`evm-witness/${file}`],
              ...(isStamped && { witness_timestamps: ["published/made/header.ots"] }),
            },
          }
        : { input: `evm-witness/${file}` }),
      outcome,
      says: [says],
    }),
  );
}

interface GivenCase {
  readonly name: string;
  readonly input: string;
  readonly given: Readonly<Record<string, string | readonly string[] | true | undefined>>;
  readonly headline: string;
  readonly checks: readonly string[];
}

const GIVEN_OPTIONS: Readonly<Record<string, keyof VectorOptions>> = {
  original: "original",
  contentHash: "content_hash",
  seal: "seal",
  timestamps: "timestamps",
  headers: "headers",
  trust: "trust",
  certificates: "certificates",
  crls: "crls",
  ocspResponses: "ocsp_responses",
  sealTimestamps: "seal_timestamps",
};

const KIND_BY_ENDING: Readonly<Record<string, [Kind, string]>> = {
  ots: ["opentimestamps", "opentimestamps.md#verification"],
  tsr: ["rfc3161", "rfc3161.md#verification"],
  json: ["proof", "svc-proof-2.md#verification"],
  bin: ["proof", "svc-proof-2.md#document"],
  zip: ["package", "evidence.md#parts-that-contradict-each-other"],
  pdf: ["certificate", "certificate.md#verification"],
};

const OUTCOME_BY_WORD: Readonly<Record<string, StatedCase["outcome"]>> = {
  VERIFIED: "verified",
  UNKNOWN: "verified",
  REHEARSAL: "verified",
  FAILED: "failed",
  INDETERMINATE: "indeterminate",
  CORRECT: "indeterminate",
};

/** The files of `given`: what is given beside an input. */
function beside(): StatedCase[] {
  const { cases } = json("given/cases.json") as { readonly cases: readonly GivenCase[] };
  return cases.map((one): StatedCase => {
    const [kind, spec] = KIND_BY_ENDING[one.input.split(".").at(-1)!]!;
    const { chain, at, now, ...rest } = one.given;
    const named = Object.entries(rest).map(([option, value]) => {
      const files = (name: string) => (option === "contentHash" ? name : `given/files/${name}`);
      const name = GIVEN_OPTIONS[option];
      if (name === undefined || value === undefined || value === true)
        throw new Error(`given/cases.json: an option ${option} that is not known here`);
      return [name, typeof value === "string" ? files(value) : value.map(files)];
    });
    return {
      kind,
      name: one.name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, ""),
      about: sentence(one.name),
      spec,
      input: `given/files/${one.input}`,
      options: {
        ...Object.fromEntries(named),
        ...(at && { at }),
        ...(now && { now }),
        ...(chain && { sources: [answers("given/files/proof.json", "published/made/block.json")] }),
      },
      outcome: OUTCOME_BY_WORD[one.headline.split(/[ :,]/)[0]!]!,
      // By the trusted lists, which are not used here.
      says: one.checks.filter((check) => !check.startsWith("qualified ")),
    };
  });
}
