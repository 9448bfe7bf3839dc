/** Lists every given input, from the options and the package, with its result from the checks. */
import type { BitcoinResult } from "./bitcoin/verify-bitcoin.js";
import type { Findings } from "./conclude.js";
import type { PackedEvidence } from "./package/packed-evidence.js";
import type { CheckCode } from "./report/codes.js";
import { InputAccount } from "./report/input-account.js";
import type { Check, InputKind } from "./report/report.js";
import type { StatedEntry, VerifyOptions } from "./verify-options.js";

/** What is in a package or a container. */
export type PackedInputs = Omit<PackedEvidence, "proof"> & { readonly proof: Uint8Array | null };

/** The results that the account is filled from. */
export interface Settlement {
  readonly found: Omit<Findings, "inputType" | "sizeBytes" | "inputName" | "checkedAt" | "inputs">;
  readonly options: VerifyOptions;
  /** Null if the input is not a package, or could not be read. A container holds no proof. */
  readonly packed: PackedInputs | null;
  /** How many of the timestamps and seals are the input itself. */
  readonly own: { readonly timestamps: number; readonly seals: number };
  /** Whether the packed seal equals the given one: then one check covers both. */
  readonly isOneSeal: boolean;
}

export function accountInputs(settlement: Settlement): InputAccount {
  const account = new InputAccount();
  enterGiven(account, settlement.options);
  if (settlement.packed !== null) enterPacked(account, settlement.packed);
  const format = settlement.found.checks.find(({ id }) => id === "format");
  if (format === undefined || format.status !== "passed") {
    account.allUnused();
    return account;
  }
  account.checked("proof", 0);
  settleContent(account, settlement);
  settleTimestamps(account, settlement);
  settleSeals(account, settlement);
  settleWitnesses(account, settlement);
  settleSources(account, settlement);
  return account;
}

const nameless = (list: readonly unknown[]): null[] => list.map(() => null);
const one = (value: unknown): null[] => (value === undefined || value === null ? [] : [null]);

/** A caller may know the names of what it gives. */
function enterGiven(account: InputAccount, options: VerifyOptions): void {
  const nameOf = (kind: InputKind, at: number) => options.givenNames?.[kind]?.[at] ?? null;
  const named = (kind: InputKind, list: readonly unknown[] = []) =>
    account.enter(
      kind,
      "caller",
      list.map((_, at) => nameOf(kind, at)),
    );
  const namedOne = (kind: InputKind, value: unknown) => named(kind, one(value));
  const hashKind = options.isOriginalHashed === true ? "original" : "content_hash";
  namedOne("original", options.original);
  namedOne(hashKind, options.contentHash);
  named("timestamp", options.timestamps);
  named("headers", options.headers);
  namedOne("seal", options.seal);
  named("trust", options.trust);
  namedOne("trust_list", options.trustList);
  namedOne("trusted_list_entry", (options as StatedEntry).trustedListEntry);
  named("certificates", options.certificates);
  named("crl", options.crls);
  named("ocsp_response", options.ocspResponses);
  named("seal_timestamp", options.sealTimestamps);
  named("witness", options.witnesses);
  named("witness_timestamp", options.witnessTimestamps);
  namedOne("at", options.at);
  account.enter(
    "evm_source",
    "caller",
    (options.sources ?? []).map(({ name }) => name),
  );
  account.enter(
    "bitcoin_source",
    "caller",
    (options.bitcoinSources ?? []).map(({ name }) => name),
  );
  account.enter(
    "revocation_source",
    "caller",
    options.revocationSource === undefined ? [] : [options.revocationSource.name],
  );
}

function enterPacked(account: InputAccount, packed: PackedInputs): void {
  account.enter("proof", "package", packed.proof === null ? [] : ["proof.json"]);
  account.enter("original", "package", packed.original === null ? [] : [packed.original.name]);
  account.enter("timestamp", "package", nameless(packed.timestamps));
  account.enter("headers", "package", nameless(packed.headers));
  account.enter("seal", "package", one(packed.seal));
  account.enter("trusted_list_entry", "package", one(packed.trustedListEntry));
  account.enter("certificates", "package", nameless(packed.certificates));
  account.enter("crl", "package", nameless(packed.crls));
  account.enter("ocsp_response", "package", nameless(packed.ocspResponses));
  account.enter("seal_timestamp", "package", nameless(packed.sealTimestamps));
  account.enter(
    "witness",
    "package",
    packed.witnesses.map(({ chainId }) => `chain ${chainId}`),
  );
  account.enter("witness_timestamp", "package", nameless(packed.witnessTimestamps));
  account.enter("part", "package", packed.unchecked);
}

function settle(account: InputAccount, kind: InputKind, at: number, check: Check | undefined): void {
  if (check === undefined) return;
  if (check.status === "failed") account.failed(kind, at, check.code);
  else if (check.status === "skipped") account.notApplicable(kind, at, check.code);
  else account.checked(kind, at, check.code);
}

function settleContent(account: InputAccount, { found, options }: Settlement): void {
  const contents = found.checks.filter(({ id }) => id === "content");
  const isHash = options.contentHash !== undefined && options.isOriginalHashed !== true;
  settle(account, isHash ? "content_hash" : "original", 0, contents[0]);
  // A second check is that of the original in the package, which is the last one.
  settle(account, "original", account.indexes("original").length - 1, contents[1]);
}

function settleTimestamps(account: InputAccount, { found: { bitcoin }, own }: Settlement): void {
  if (bitcoin === null) return;
  const { faults, check } = bitcoin;
  const isUnread = faults.some((fault) => fault !== null);
  for (const at of account.indexes("timestamp")) {
    const fault = faults[own.timestamps + at];
    if (fault != null) account.failed("timestamp", at, fault.code);
    // If one file is bad, the others are read but not checked.
    else if (isUnread) account.notApplicable("timestamp", at, "depends_on_failed_check");
    else account.checked("timestamp", at, check.code);
  }
  settleHeaders(account, isUnread ? null : bitcoin.malformedHeaders);
}

function settleHeaders(account: InputAccount, malformed: BitcoinResult["malformedHeaders"] | null): void {
  for (const at of account.indexes("headers")) {
    const fault = malformed?.find(({ index }) => index === at);
    if (malformed === null) account.notApplicable("headers", at, "depends_on_failed_check");
    else if (fault === undefined) account.checked("headers", at);
    else account.failed("headers", at, fault.code as CheckCode);
  }
}

function settleSeals(account: InputAccount, { found, own, isOneSeal }: Settlement): void {
  const { seals, bitcoin, checks } = found;
  const sealChecks = checks.filter(({ id }) => id === "seal");
  for (const at of account.indexes("seal")) {
    settle(account, "seal", at, sealChecks[isOneSeal ? 0 : own.seals + at]);
  }
  if (seals.length === 0) return;
  for (const kind of ["trust", "trust_list", "at"] as const) {
    for (const at of account.indexes(kind)) account.checked(kind, at);
  }
  const given = seals.flatMap((seal) => seal.given ?? []);
  const [first] = given;
  const unfinished = sealChecks.find(({ code }) => code === "work_limit_exceeded");
  const settleKind = (kind: InputKind, faults: readonly (CheckCode | null)[] | undefined) => {
    for (const at of account.indexes(kind)) {
      const fault = faults?.[at];
      if (fault != null) account.failed(kind, at, fault);
      else account.checked(kind, at, faults === undefined ? unfinished?.code : "ok");
    }
  };
  settleKind("certificates", first?.certificates);
  settleEntry(account, given.find(({ trustedListEntry }) => trustedListEntry !== null)?.trustedListEntry);
  settleKind("crl", first?.crls);
  settleKind("ocsp_response", first?.ocspResponses);
  for (const at of account.indexes("seal_timestamp")) {
    const faults = given.map(({ sealTimestamps }) => sealTimestamps[at] ?? null);
    const [fault] = faults;
    if (unfinished !== undefined) account.checked("seal_timestamp", at, unfinished.code);
    else if (fault === undefined || faults.includes(null)) account.checked("seal_timestamp", at);
    else if (fault === "timestamp_of_other_content")
      account.notApplicable("seal_timestamp", at, fault as CheckCode);
    else account.failed("seal_timestamp", at, fault as CheckCode);
  }
  const headers = given.find((those) => those.headers !== null)?.headers;
  if (bitcoin === null && headers != null) settleHeaders(account, headers);
}

function settleEntry(account: InputAccount, code: CheckCode | null | undefined): void {
  if (code == null) return;
  if (code === "ok") account.checked("trusted_list_entry", 0);
  else account.failed("trusted_list_entry", 0, code);
}

function settleWitnesses(account: InputAccount, { found }: Settlement): void {
  const { witnesses, witnessTimestamps, blocks, bitcoin, seals } = found;
  for (const [at, { status, code }] of witnesses.entries()) {
    if (status === "checked") account.checked("witness", at, code);
    else if (status === "failed") account.failed("witness", at, code);
  }
  for (const [at, fault] of witnessTimestamps.entries()) {
    if (fault === null || fault === "work_limit_exceeded")
      account.checked("witness_timestamp", at, fault ?? "ok");
    else if (fault === "timestamp_of_other_content") account.notApplicable("witness_timestamp", at, fault);
    else account.failed("witness_timestamp", at, fault);
  }
  const isSettled = bitcoin !== null || seals.some(({ given }) => given?.headers != null);
  if (!isSettled && blocks[0] !== undefined) settleHeaders(account, blocks[0].bitcoin.malformedHeaders);
}

function settleSources(account: InputAccount, { found, options }: Settlement): void {
  const asked = new Set(
    found.anchors
      .filter(({ check }) => check.evidence["sources"] !== undefined)
      .map(({ anchor }) => anchor.chain_id),
  );
  for (const [at, { chainId }] of (options.sources ?? []).entries()) {
    if (asked.has(chainId)) account.checked("evm_source", at);
  }
  const { bitcoin, blocks, seals } = found;
  const isAsked =
    (bitcoin?.isAsked ?? false) ||
    blocks.some((block) => block.bitcoin.isAsked) ||
    seals.some(({ given }) => given?.isAsked ?? false);
  const isSettled =
    bitcoin?.check.status === "passed" || blocks.some(({ check }) => check.status === "passed");
  if (seals.some(({ given }) => given?.isRevocationAsked)) account.checked("revocation_source", 0);
  for (const at of account.indexes("bitcoin_source")) {
    if (isAsked) account.checked("bitcoin_source", at);
    else if (isSettled) account.notApplicable("bitcoin_source", at, "not_needed");
  }
}
