/**
 * Every given input and its result. All inputs start as not applicable until a check reports on them, so an input
 * that is forgotten never counts as checked.
 */
import type { CheckCode } from "./codes.js";
import type { Check, GivenInput, InputKind, Notice } from "./report.js";

/** Optional material: a malformed input of these kinds is ignored and does not fail the report. */
const OFFERED: ReadonlySet<InputKind> = new Set<InputKind>(["headers", "certificates", "trusted_list_entry"]);

/**
 * What a caller names must be readable, or a revocation could be overlooked. Whoever spoils a file in a package could as
 * well have left it out.
 */
const OFFERED_IN_PACKAGE: ReadonlySet<InputKind> = new Set<InputKind>(["crl", "ocsp_response"]);

/** Not evidence, so nothing is missed if no check uses them. */
const ASKED: ReadonlySet<InputKind> = new Set<InputKind>([
  "evm_source",
  "bitcoin_source",
  "revocation_source",
  "trust_list",
  "part",
]);

export class InputAccount {
  readonly #entries: GivenInput[] = [];

  /** @param names one for each input, in order; null if it has no name. */
  enter(kind: InputKind, origin: GivenInput["origin"], names: readonly (string | null)[]): void {
    for (const [index, name] of names.entries()) {
      this.#entries.push({
        kind,
        origin,
        index,
        name,
        status: "not_applicable",
        code: "input_not_applicable",
      });
    }
  }

  /** @param at the index among inputs of this kind, those of the caller first. */
  checked(kind: InputKind, at: number, code: CheckCode = "ok"): void {
    this.#set(kind, at, "checked", code);
  }

  failed(kind: InputKind, at: number, code: CheckCode): void {
    this.#set(kind, at, "failed", code);
  }

  notApplicable(kind: InputKind, at: number, code: CheckCode): void {
    this.#set(kind, at, "not_applicable", code);
  }

  /** The indexes of the inputs of a kind. */
  indexes(kind: InputKind): readonly number[] {
    return [...this.#entries.filter((entry) => entry.kind === kind).keys()];
  }

  /** Marks every input as unused, because the main input could not be read. */
  allUnused(): void {
    for (const [i, entry] of this.#entries.entries()) {
      this.#entries[i] = { ...entry, status: "not_applicable", code: "depends_on_failed_check" };
    }
  }

  get entries(): readonly GivenInput[] {
    return this.#entries;
  }

  /** The check `inputs`; null if the other checks cover everything. */
  check(others: readonly Check[]): Check | null {
    const told = others.some(({ status }) => status === "failed");
    const failed = this.#entries.filter((entry) => entry.status === "failed" && !isOffered(entry));
    const [first] = failed;
    if (first !== undefined && !(told && failed.every(({ kind }) => HAS_CHECK.has(kind)))) {
      return {
        id: "inputs",
        status: "failed",
        code: first.code,
        basis: "computed",
        evidence: listed(failed),
      };
    }
    const unused = this.#unused();
    if (unused.length === 0) return null;
    const code = "input_not_applicable";
    return { id: "inputs", status: "skipped", code, basis: null, evidence: listed(unused) };
  }

  notices(): Notice[] {
    return this.#unused().map(({ kind, origin, index }) => ({
      code: "input_not_applicable",
      evidence: { kind, origin, index },
    }));
  }

  #unused(): GivenInput[] {
    return this.#entries.filter(({ kind, code }) => code === "input_not_applicable" && !ASKED.has(kind));
  }

  #set(kind: InputKind, at: number, status: GivenInput["status"], code: CheckCode): void {
    let passed = 0;
    for (const [i, entry] of this.#entries.entries()) {
      if (entry.kind !== kind || passed++ !== at) continue;
      this.#entries[i] = { ...entry, status, code };
      return;
    }
  }
}

/** Kinds with a check of their own, which reports the failure. */
const HAS_CHECK: ReadonlySet<InputKind> = new Set<InputKind>([
  "proof",
  "original",
  "content_hash",
  "timestamp",
  "seal",
  "witness",
]);

function isOffered({ kind, origin }: GivenInput): boolean {
  return OFFERED.has(kind) || (origin === "package" && OFFERED_IN_PACKAGE.has(kind));
}

function listed(entries: readonly GivenInput[]): Check["evidence"] {
  return { inputs: entries.map(({ kind, origin, index, code }) => ({ kind, origin, index, code })) };
}
