/** The line of words. */

import { isUuid } from "@svc-proof/shared/encoding";
import { nearestWord, pastedFingerprint } from "@svc-proof/shared/text";
import { isShortText } from "../accounts/accounts.js";
import { UsageError } from "./errors.js";

/** The end of a message about a misspelt word. */
export function meant(typed: string, words: readonly string[]): string {
  const word = nearestWord(typed, words);
  return word === null ? "" : `; did you mean ${word}?`;
}

/** The arguments of a command, and how each kind of value is read. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;

export class Given {
  readonly #options: Readonly<Record<string, string | boolean | undefined>>;
  readonly #positionals: Readonly<Record<string, string>>;

  constructor(
    options: Readonly<Record<string, string | boolean | undefined>>,
    positionals: Readonly<Record<string, string>>,
  ) {
    this.#options = options;
    this.#positionals = positionals;
  }

  /** A switch. */
  has(name: string): boolean {
    return this.#options[name] === true;
  }

  /** An argument without a dash. */
  positional(name: string): string {
    return this.#positionals[name]!;
  }

  /** Null if it is not given. */
  optional(name: string): string | null {
    const value = this.#options[name];
    return typeof value === "string" ? value : null;
  }

  /** @throws UsageError */
  required(name: string): string {
    const value = this.optional(name);
    if (value === null) throw new UsageError(`--${name} is missing`);
    return value;
  }

  /** @throws UsageError */
  oneOf<const Word extends string>(name: string, words: readonly Word[]): Word {
    return oneOf(`--${name}`, this.required(name), words);
  }

  optionalOneOf<const Word extends string>(name: string, words: readonly Word[]): Word | null {
    return this.optional(name) === null ? null : this.oneOf(name, words);
  }

  /** @throws UsageError */
  wholeNumber(name: string, min: number, max: number): number {
    const value = this.required(name);
    const number = Number(value);
    if (!/^(?:0|[1-9][0-9]{0,15})$/.test(value) || number < min || number > max) {
      throw new UsageError(`--${name} expected an integer from ${min} to ${max}, got "${value}"`);
    }
    return number;
  }

  /** Rows that a list may have; infinite if it is not said. */
  limit(): number {
    return this.optional("limit") === null
      ? Number.POSITIVE_INFINITY
      : this.wholeNumber("limit", 1, Number.MAX_SAFE_INTEGER);
  }

  uuid(name: string): string {
    return uuid(`--${name}`, this.required(name));
  }

  optionalUuid(name: string): string | null {
    return this.optional(name) === null ? null : this.uuid(name);
  }

  /** 64 hexadecimal characters, in lower case. */
  optionalHash(name: string): string | null {
    const value = this.optional(name);
    if (value === null) return null;
    const pasted = pastedFingerprint(value);
    if (pasted?.algorithm !== "SHA-256") {
      throw new UsageError(`--${name} expected 64 hexadecimal characters, got "${value}"`);
    }
    return pasted.hash;
  }

  /** A day (its begin) or a moment, in UTC. */
  optionalMoment(name: string): Date | null {
    const value = this.optional(name);
    if (value === null) return null;
    const moment = new Date(value);
    const isMoment = (DAY.test(value) || MOMENT.test(value)) && !Number.isNaN(moment.getTime());
    // A day that the calendar lacks becomes one of the next month.
    if (!isMoment || moment.toISOString().slice(0, 10) !== value.slice(0, 10)) {
      throw new UsageError(
        `--${name} expected a day or a moment in UTC, as in 2026-11-30 or 2026-11-30T18:00:00Z, got "${value}"`,
      );
    }
    return moment;
  }

  /** A short text for people: 1 to `maxCharacters` characters, none of which controls a terminal. */
  shortText(name: string, maxCharacters: number): string {
    return shortText(`--${name}`, this.required(name), maxCharacters);
  }

  optionalShortText(name: string, maxCharacters: number): string | null {
    return this.optional(name) === null ? null : this.shortText(name, maxCharacters);
  }
}

/** @throws UsageError */
export function oneOf<const Word extends string>(label: string, value: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) {
    throw new UsageError(`${label} expected ${words.join(" or ")}, got "${value}"${meant(value, words)}`);
  }
  return word;
}

/** In lower case. @throws UsageError */
export function uuid(label: string, value: string): string {
  const id = value.toLowerCase();
  if (!isUuid(id)) throw new UsageError(`${label} expected a UUID, got "${value}"`);
  return id;
}

function shortText(label: string, value: string, maxCharacters: number): string {
  const text = value.trim();
  if (!isShortText(text, maxCharacters)) {
    throw new UsageError(
      `${label} expected 1 to ${maxCharacters} visible characters without control characters`,
    );
  }
  return text;
}
