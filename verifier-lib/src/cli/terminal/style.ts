/** Colours and signs. */
import type { IndeterminateReason, Outcome } from "../../index.js";

export interface Style {
  /** A sentence that begins with an outcome. */
  outcome(text: string, outcome: Outcome, reason: IndeterminateReason | null): string;
  /** The word of a check's status. */
  status(text: string): string;
  /** Something to do. */
  hint(text: string): string;
  /** Something that may be overlooked without harm. */
  aside(text: string): string;
}

/** Text as it stands, for files and programs. */
export const PLAIN: Style = {
  outcome: (text) => text,
  status: (text) => text,
  hint: (text) => text,
  aside: (text) => text,
};

const sgr = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const bold = sgr(1);
const dim = sgr(2);
const red = sgr(31);
const green = sgr(32);
const yellow = sgr(33);
const cyan = sgr(36);

const COLOURED: Style = {
  outcome(text, outcome, reason) {
    if (outcome === "verified") return bold(green(`✓ ${text}`));
    if (outcome === "failed") return bold(red(`✗ ${text}`));
    // The calm sign: nothing is wrong, only a source is still to be asked.
    return reason === "missing" ? bold(cyan(`○ ${text}`)) : bold(yellow(`! ${text}`));
  },
  status(text) {
    const word = text.trim();
    if (word === "passed") return green(text);
    if (word === "failed") return red(text);
    return word === "indeterminate" ? yellow(text) : dim(text);
  },
  hint: cyan,
  aside: dim,
};

/**
 * @param wish of `--color`; `auto` asks the terminal.
 * @param environment of the process: https://no-color.org, and `TERM=dumb` for terminals that know no colours.
 */
export function styleFor(
  wish: "auto" | "always" | "never",
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Style {
  if (wish !== "auto") return wish === "always" ? COLOURED : PLAIN;
  const isRefused = (environment["NO_COLOR"] ?? "") !== "" || environment["TERM"] === "dumb";
  return isTerminal && !isRefused ? COLOURED : PLAIN;
}
