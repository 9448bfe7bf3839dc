/** The checks, each told once: outcome, skipped checks, headline and views follow from this table. */

/** What can be verified. `unknown` is what is not recognised as any of it. */
export type InputType =
  | "svc-proof/2"
  | "evidence-zip"
  | "certificate-pdf"
  | "asic-s"
  | "opentimestamps"
  | "rfc3161"
  | "evm-witness"
  | "unknown";

/**
 * - `link`: ties the content to what the time sources have seen. All must pass.
 * - `content`: compares the original, if one is given.
 * - `time`: gives a time. One of them must pass.
 * - `quality`: says what a time source is worth in law. Never changes the outcome.
 * - `inputs`: accounts for files that no other check has used.
 */
export type CheckRole = "link" | "content" | "time" | "quality" | "inputs";

interface CheckRule {
  readonly id: string;
  readonly role: CheckRole;
  /** Checks without which this one is skipped. */
  readonly needs: readonly string[];
  /** Made of portable proofs only; default: of every input. */
  readonly isOfProof?: true;
  /** Made of bare witnesses too. */
  readonly isOfWitness?: true;
  /** Made once for each check of this kind. */
  readonly beside?: string;
  /** Whether one of several results is enough for a time, or each must pass. Default: one. */
  readonly mustAllPass?: true;
}

/** In the order of a report. */
export const CHECKS = [
  { id: "format", role: "link", needs: [] },
  { id: "content", role: "content", needs: ["format"] },
  { id: "leaf", role: "link", needs: ["format"], isOfProof: true },
  { id: "merkle", role: "link", needs: ["format"], isOfProof: true },
  { id: "payload", role: "link", needs: ["format"], isOfProof: true },
  { id: "anchor", role: "time", needs: ["format"], isOfProof: true, isOfWitness: true },
  { id: "block", role: "time", needs: ["format"] },
  { id: "bitcoin", role: "time", needs: ["format"] },
  // A seal that was given and one in the package must both be right: docs/formats/evidence.md.
  { id: "seal", role: "time", needs: ["format"], mustAllPass: true },
  { id: "qualified", role: "quality", needs: ["format", "seal"], beside: "seal" },
  { id: "inputs", role: "inputs", needs: [] },
] as const;

/** Identifier of a check in a report. */
export type CheckId = (typeof CHECKS)[number]["id"];

/** A check that gives a time. What is told of such checks alone is a record of these, so that none can be left out. */
export type TimeCheckId = Extract<(typeof CHECKS)[number], { readonly role: "time" }>["id"];

const RULES: readonly (CheckRule & { readonly id: CheckId })[] = CHECKS;

/** Whether a check is one that gives a time. */
export function isTimeCheck(id: CheckId): id is TimeCheckId {
  return RULES.some((rule) => rule.id === id && rule.role === "time");
}

/** Whether every check of this kind must pass, where there are several. */
export function mustAllPass(id: CheckId): boolean {
  return RULES.some((rule) => rule.id === id && rule.mustAllPass === true);
}

/** The checks of one role that an input has. */
export function checksOf(input: InputType, role: CheckRole): readonly CheckId[] {
  return RULES.filter((rule) => rule.role === role && isMadeOf(rule, input)).map(({ id }) => id);
}

/** How many time checks there would be of files that were given. */
export type GivenChecks = Readonly<Partial<Record<CheckId, number>>>;

/**
 * The checks that cannot be made because `missing` did not pass, in the order of a report.
 *
 * @param given how often a check would be made for files beside the input; default: once if the check is of the input
 * itself, else never.
 */
export function dependentsOf(missing: CheckId, input: InputType, given: GivenChecks): readonly CheckId[] {
  return RULES.filter((rule) => rule.needs.includes(missing) && isMadeOf(rule, input)).flatMap((rule) => {
    const isOfInput = (rule.role !== "time" && rule.beside === undefined) || rule.isOfProof === true;
    const asked = given[(rule.beside as CheckId | undefined) ?? rule.id];
    return new Array<CheckId>(asked ?? (isOfInput ? 1 : 0)).fill(rule.id);
  });
}

/** Inputs that carry no portable proof. */
const WITHOUT_PROOF: ReadonlySet<InputType> = new Set<InputType>([
  "opentimestamps",
  "rfc3161",
  "asic-s",
  "evm-witness",
  "unknown",
]);

function isMadeOf({ isOfProof, isOfWitness }: CheckRule, input: InputType): boolean {
  if (input === "evm-witness" && isOfWitness === true) return true;
  return isOfProof !== true || !WITHOUT_PROOF.has(input);
}
