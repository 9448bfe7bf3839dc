/** Values of options that several commands have. */
import { type ParsedWords, UsageError } from "@svc-proof/verifier-lib/command-line";
import { LANGUAGES, WAIT_STATES, type WaitState } from "../options/commands.js";

type One = Pick<ParsedWords, "one">;

/** @throws UsageError */
export function parseWait({ one }: One): WaitState | null {
  const word = one("wait");
  if (word === undefined) return null;
  const state = WAIT_STATES.find((known) => known === word);
  if (state === undefined) throw new UsageError(`--wait: expected ${WAIT_STATES.join(", ")}, got "${word}"`);
  return state;
}

/** @throws UsageError */
export function parseCertificate({ one }: One): string | null {
  const word = one("certificate");
  if (word === undefined) return null;
  const language = LANGUAGES.find((known) => known === word);
  if (language === undefined)
    throw new UsageError(`--certificate: expected ${LANGUAGES.join(", ")}, got "${word}"`);
  return language;
}

const MAX_SECONDS = 31_536_000;

/** Milliseconds of `--timeout`. @throws UsageError */
export function parseSeconds({ one }: One): number | null {
  const word = one("timeout");
  if (word === undefined) return null;
  return 1000 * parseInteger("--timeout", word, { min: 1, max: MAX_SECONDS });
}

/** @throws UsageError */
export function parseInteger(
  option: string,
  word: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const value = /^[0-9]{1,9}$/.test(word) ? Number(word) : -1;
  if (value < min || value > max)
    throw new UsageError(`${option}: expected an integer from ${min} to ${max}, got "${word}"`);
  return value;
}
