/**
 * What was given with an input, as one list, and what became of each item: the rows `inputs` of a report, and the check of that
 * name. All items start as not applicable until a check has a word on them, so one that is forgotten never counts as checked.
 */

import { isSameBytes } from "@svc-proof/shared/encoding";
import { isFaultCode } from "./fault.js";
import type { StatedEvidence } from "./package/stated-evidence.js";
import { certificatesText, dearmoured } from "./recognise/recognise.js";
import type { CheckCode } from "./report/codes.js";
import type { Check, GivenInput, InputKind, Notice } from "./report/report.js";

/** Something that was given. The input itself is no row of a report. */
export class Item<Kind extends InputKind = InputKind> {
  readonly kind: Kind;
  readonly origin: GivenInput["origin"] | "input";
  /** Of the file or the source, for the report; null if it has none. */
  readonly name: string | null;
  #result: ItemResult = UNUSED;

  constructor(kind: Kind, origin: Item["origin"], name: string | null = null) {
    this.kind = kind;
    this.origin = origin;
    this.name = name;
  }

  get result(): ItemResult {
    return this.#result;
  }

  /** A check used it. @param code of that check. */
  checked(code: CheckCode = "ok"): void {
    this.#settle({ status: "checked", code });
  }

  /** It contradicts the input, or itself. */
  failed(code: CheckCode): void {
    this.#settle({ status: "failed", code });
  }

  notApplicable(code: CheckCode): void {
    this.#settle({ status: "not_applicable", code });
  }

  /** What a check says of all that it is about, or a reader of the item. */
  settle({ status, code, evidence }: Pick<Check, "status" | "code" | "evidence">): void {
    if (isFaultCode(code) || code === "input_unreadable")
      this.#settle({ status: "unreadable", code }, evidence["fault"] as string | undefined);
    else if (status === "failed") this.failed(code);
    else if (status === "skipped") this.notApplicable(code);
    else this.checked(code);
  }

  /** The first check that has a word on an item settles it. */
  #settle(result: Omit<ItemResult, "fault">, fault: string | null = null): void {
    if (this.#result === UNUSED) this.#result = { ...result, fault };
  }
}

type ItemResult = Pick<GivenInput, "status" | "code" | "fault">;

const UNUSED = { status: "not_applicable", code: "input_not_applicable", fault: null } as const;

/** A piece of evidence. */
export class EvidenceItem extends Item<StatedEvidence["kind"]> {
  readonly content: StatedEvidence["content"];
  /** Of a witness in a package: the chain that its name states. */
  readonly chainId: number | null;

  constructor({ kind, content, name, chainId }: StatedPart, origin: Item["origin"]) {
    super(kind, origin, name);
    const isArmoured = origin === "caller" && content instanceof Uint8Array && kind !== "headers";
    this.content = isArmoured && !OF_CERTIFICATES.has(kind) ? dearmoured(content).bytes : content;
    this.chainId = chainId ?? null;
  }

  /** For the kinds that are binary, and for witnesses. */
  get bytes(): Uint8Array {
    return typeof this.content === "string"
      ? new TextEncoder().encode(this.content)
      : (this.content as Uint8Array);
  }

  /** Of certificates. */
  get text(): string {
    return typeof this.content === "string" ? this.content : certificatesText(this.content as Uint8Array);
  }
}

const OF_CERTIFICATES: ReadonlySet<InputKind> = new Set<InputKind>(["trust", "certificates"]);

type StatedPart = StatedEvidence & { readonly chainId?: number };

/** Those of one kind, in the order of the list. */
export function ofKind(items: readonly Item[], kind: StatedEvidence["kind"]): readonly EvidenceItem[] {
  return items.filter((item): item is EvidenceItem => item instanceof EvidenceItem && item.kind === kind);
}

/** Items of the same bytes together, in the place of the first: the same seal given twice is one. */
export function withSameContent(items: readonly EvidenceItem[]): readonly (readonly EvidenceItem[])[] {
  const groups: EvidenceItem[][] = [];
  for (const item of items) {
    const same = groups.find(([first]) => isSameBytes(first!.bytes, item.bytes));
    if (same === undefined) groups.push([item]);
    else same.push(item);
  }
  return groups;
}

/** In the order of a report. */
const KINDS: readonly InputKind[] = [
  "proof",
  "original",
  "content_hash",
  "timestamp",
  "headers",
  "seal",
  "trust",
  "trust_list",
  "trusted_list_entry",
  "certificates",
  "crl",
  "ocsp_response",
  "seal_timestamp",
  "witness",
  "witness_timestamp",
  "at",
  "evm_source",
  "bitcoin_source",
  "revocation_source",
  "part",
];

/** What a report says of all that was given. */
export interface InputsResult {
  readonly rows: readonly GivenInput[];
  /** The check `inputs`; null if the other checks cover everything. */
  readonly check: Check | null;
  /** One for each item that no check has used, and for each that was left out without a word from a check. */
  readonly notices: readonly Notice[];
}

/**
 * @param isRead whether the input is readable: otherwise nothing that was given beside it was looked at.
 * @param others the other checks of the report.
 */
export function inputsOf(items: readonly Item[], isRead: boolean, others: readonly Check[]): InputsResult {
  const rows = isRead ? rowsOf(items) : rowsOf(items).map((row) => ({ ...row, ...NOT_LOOKED_AT }));
  return { rows, check: inputsCheck(rows, others), notices: inputNotices(rows) };
}

const NOT_LOOKED_AT = { status: "not_applicable", code: "depends_on_failed_check" } as const;

/** The rows of a report: what the caller gave, then what is in the package, each by kind. */
function rowsOf(items: readonly Item[]): readonly GivenInput[] {
  return (["caller", "package"] as const).flatMap((origin) =>
    KINDS.flatMap((kind) =>
      items
        .filter((item) => item.origin === origin && item.kind === kind)
        .map(({ name, result }, index) => ({ kind, origin, index, name, ...result })),
    ),
  );
}

/** Optional material: a malformed input of these kinds is ignored and does not fail the report. */
const OFFERED: ReadonlySet<InputKind> = new Set<InputKind>(["headers", "certificates", "trusted_list_entry"]);

/**
 * What a caller names must be readable, or a revocation could be overlooked. Whoever spoils a file in a package could as
 * well have left it out.
 */
const OFFERED_IN_PACKAGE: ReadonlySet<InputKind> = new Set<InputKind>(["crl", "ocsp_response"]);

const isOffered = ({ kind, origin }: Pick<GivenInput, "kind" | "origin">) =>
  OFFERED.has(kind) || (origin === "package" && OFFERED_IN_PACKAGE.has(kind));

/** Not evidence, so nothing is missed if no check uses them. */
const ASKED: ReadonlySet<InputKind> = new Set<InputKind>([
  "evm_source",
  "bitcoin_source",
  "revocation_source",
  "trust_list",
  "part",
]);

/** Kinds with a check of their own, which reports the failure. */
const HAS_CHECK: ReadonlySet<InputKind> = new Set<InputKind>([
  "proof",
  "original",
  "content_hash",
  "timestamp",
  "seal",
  "witness",
]);

function inputsCheck(rows: readonly GivenInput[], others: readonly Check[]): Check | null {
  const told = others.some(({ status }) => status === "failed");
  const failed = rows.filter((row) => row.status === "failed" && !isOffered(row));
  const [first] = failed;
  if (first !== undefined && !(told && failed.every(({ kind }) => HAS_CHECK.has(kind)))) {
    const evidence = listed(failed);
    return { id: "inputs", status: "failed", code: first.code, basis: "computed", evidence };
  }
  const unread = rows.filter(
    (row) => row.status === "unreadable" && row.origin === "caller" && !isOffered(row),
  );
  const [unreadFirst] = unread;
  if (unreadFirst !== undefined) {
    const evidence = listed(unread);
    return { id: "inputs", status: "indeterminate", code: unreadFirst.code, basis: "computed", evidence };
  }
  const unused = unusedOf(rows);
  if (unused.length === 0) return null;
  return { id: "inputs", status: "skipped", code: UNUSED.code, basis: null, evidence: listed(unused) };
}

function inputNotices(rows: readonly GivenInput[]): readonly Notice[] {
  const leftOut = rows.filter(({ status, kind, origin }) =>
    isOffered({ kind, origin })
      ? status === "failed" || status === "unreadable"
      : isUnreadPart(status, origin),
  );
  return [
    ...unusedOf(rows).map(({ kind, origin, index }) => ({
      code: UNUSED.code,
      evidence: { kind, origin, index },
    })),
    ...leftOut.map(({ kind, origin, index, code, fault }) => ({
      code: "input_left_out" as const,
      evidence: { kind, origin, index, code, fault },
    })),
  ];
}

const isUnreadPart = (status: GivenInput["status"], origin: GivenInput["origin"]) =>
  status === "unreadable" && origin === "package";

function unusedOf(rows: readonly GivenInput[]): readonly GivenInput[] {
  return rows.filter(({ kind, code }) => code === UNUSED.code && !ASKED.has(kind));
}

function listed(rows: readonly GivenInput[]): Check["evidence"] {
  return {
    inputs: rows.map(({ kind, origin, index, code, fault }) => ({ kind, origin, index, code, fault })),
  };
}
