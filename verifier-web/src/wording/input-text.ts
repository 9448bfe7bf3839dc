/** What became of one thing that was given, in words. */
import type { GivenInput, InputKind } from "@svc-proof/verifier-lib";
import type { CodeTexts } from "../texts/codes/code-texts.js";
import { fill } from "../texts/fill.js";
import type { ResultTexts } from "../texts/result/result-texts.js";

export interface InputText {
  /** "Seal 1, in the package". */
  readonly title: string;
  /** As its maker has called it: hostile. */
  readonly name: string | null;
  readonly status: string;
  /** Null where there is none to tell. */
  readonly reason: string | null;
}

export function inputText(input: GivenInput, texts: ResultTexts, codes: CodeTexts): InputText {
  const { name, status, code } = input;
  return {
    title: inputTitle(input, texts),
    name,
    status: texts.inputs.status[status],
    reason: code === "ok" ? null : (codes.codes[code] ?? code),
  };
}

/** What is given once at most, from one side. */
const ONCE: ReadonlySet<InputKind> = new Set<InputKind>(["proof", "original", "content_hash", "seal", "at"]);

export function inputTitle(
  { kind, origin, index }: Pick<GivenInput, "kind" | "origin" | "index">,
  { inputs }: ResultTexts,
): string {
  const input = ONCE.has(kind) ? inputs.kinds[kind] : `${inputs.kinds[kind]} ${index + 1}`;
  return origin === "package" ? fill(inputs.packed, { input }) : input;
}
