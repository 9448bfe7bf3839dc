/** How one input was used, in words. */

import type { GivenInput, InputKind } from "@svc-proof/verifier-lib";
import { fill } from "../language/index.js";
import type { CodeTexts, VerdictTexts } from "../texts/result/english.js";
import { codeSentence } from "./headline.js";

export interface InputText {
  /** "Seal 1, in the package". */
  readonly title: string;
  /** Name chosen by its author: hostile text. */
  readonly name: string | null;
  readonly status: string;
  /** Null if there is none. */
  readonly reason: string | null;
}

export function inputText(input: GivenInput, texts: VerdictTexts, codes: CodeTexts): InputText {
  const { name, status, code, fault } = input;
  return {
    title: inputTitle(input, texts),
    name,
    status: texts.inputs.status[status],
    reason: code === "ok" ? null : codeSentence(code, fault, codes),
  };
}

/** Kinds that occur at most once. */
const ONCE: ReadonlySet<InputKind> = new Set<InputKind>([
  "proof",
  "original",
  "content_hash",
  "seal",
  "at",
  "revocation_source",
]);

export function inputTitle(
  { kind, origin, index }: Pick<GivenInput, "kind" | "origin" | "index">,
  { inputs }: VerdictTexts,
): string {
  const input = ONCE.has(kind) ? inputs.kinds[kind] : `${inputs.kinds[kind]} ${index + 1}`;
  return origin === "package" ? fill(inputs.packed, { input }) : input;
}
