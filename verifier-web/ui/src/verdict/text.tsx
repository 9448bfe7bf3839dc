/** Values as elements, and where views take their words from. */

import type { Claim } from "@svc-proof/verifier-lib";
import { type ComponentChildren, type Context, createContext, Fragment, type JSX } from "preact";
import { useContext, useRef, useState } from "preact/hooks";
import { type Language, templateParts } from "../language.js";
import type { CommonTexts } from "../texts/page/english.js";
import type { CodeTexts, VerdictTexts } from "../texts/result/english.js";
import { claimTimeText, type Place, placeTemplate, shownName, utcText } from "../wording/values.js";

/** The words of the views of a verdict. Whoever shows them provides the words, so that two languages fit on one page. */
export interface ProvidedTexts {
  readonly language: Language;
  readonly page: CommonTexts;
  /** Null until they are loaded. */
  readonly verdict: { readonly result: VerdictTexts; readonly codes: CodeTexts } | null;
}

export const TextsContext: Context<ProvidedTexts | null> = createContext<ProvidedTexts | null>(null);

export interface UsedVerdictTexts {
  readonly language: Language;
  readonly page: CommonTexts;
  readonly result: VerdictTexts;
  readonly codes: CodeTexts;
}

/** @throws Error outside of a `TextsContext`. */
export function useCommonTexts(): Omit<ProvidedTexts, "verdict"> {
  const provided = useContext(TextsContext);
  if (provided === null) throw new Error("drawn before any texts were loaded");
  return provided;
}

/** @throws Error outside of a `TextsContext` with the texts of a verdict. */
export function useVerdictTexts(): UsedVerdictTexts {
  const provided = useContext(TextsContext);
  if (provided?.verdict == null) throw new Error("drawn before any texts were loaded");
  const { language, page, verdict } = provided;
  return { language, page, ...verdict };
}

/**
 * A key for elements that state something about a value: another one with each value, and with each language. As `Stated`, for
 * more than a sentence.
 */
export function useStatement(value: unknown): string {
  const { language } = useCommonTexts();
  const last = useRef({ value, count: 0 });
  if (last.current.value !== value) last.current = { value, count: last.current.count + 1 };
  return `${language} ${last.current.count}`;
}

export interface CopyButtonProps {
  readonly text: string;
  /** Names the copied value for screen readers. */
  readonly of: string;
}

/** How long the button shows that it has copied. */
const SAID_MS = 2000;

export function CopyButton({ text, of }: CopyButtonProps): JSX.Element {
  const { page } = useCommonTexts();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The clipboard is unavailable or refused: the reader can select the text beside the button.
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SAID_MS);
  }
  return (
    <button
      type="button"
      class="copy"
      onClick={copy}
      aria-label={`${isCopied ? page.copied : page.copy}: ${of}`}
    >
      <span aria-hidden="true">{isCopied ? page.copied : page.copy}</span>
    </button>
  );
}

export interface FilledProps {
  readonly template: string;
  readonly values: Readonly<Record<string, ComponentChildren>>;
}

/** A text template with elements in place of its placeholders. */
export function Filled({ template, values }: FilledProps): JSX.Element {
  return (
    <Fragment>{templateParts(template).map((part, at) => (at % 2 === 0 ? part : values[part]))}</Fragment>
  );
}

export interface HexProps {
  readonly value: string;
  readonly label: string;
}

/** The eye compares about eight characters at a time. */
const GROUPS = /(?:^0x)?\w{1,8}/g;

/** Hexadecimal in groups. CSS makes the gaps, so that copied text contains none. */
export function Hex({ value, label }: HexProps): JSX.Element {
  const groups = value.match(GROUPS) ?? [];
  return (
    <span class="hex-with-copy">
      <code class="hex">
        {groups.map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </code>
      <CopyButton text={value} of={label} />
    </span>
  );
}

/** A moment in UTC. A text that is not a date is shown unchanged. */
export function Instant({
  time,
  language,
}: {
  readonly time: string;
  readonly language: Language;
}): JSX.Element {
  return <time dateTime={time}>{utcText(time, language)}</time>;
}

/** The time of a claim, as exact as its source is. */
export function ClaimTime({
  claim,
  language,
}: {
  readonly claim: Claim;
  readonly language: Language;
}): JSX.Element {
  return <time dateTime={claim.time}>{claimTimeText(claim, language)}</time>;
}

/** An untrusted name, isolated so that its text direction affects nothing else. */
export function Name({
  name,
  maxLength,
}: {
  readonly name: string;
  readonly maxLength?: number;
}): JSX.Element {
  return (
    <bdi class="name">
      {shownName(name, maxLength).map((part) =>
        "text" in part ? part.text : <span class="unseen-character">{part.codePoint}</span>,
      )}
    </bdi>
  );
}

/** Where a time comes from. */
export function PlaceText(place: Place): JSX.Element {
  const { result } = useVerdictTexts();
  const { name, block } = place;
  const shown = name === null ? "?" : <Name name={name} />;
  const values = { network: shown, authority: shown, block };
  return <Filled template={placeTemplate(place, result.sources)} values={values} />;
}
