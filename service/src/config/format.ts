/** Formats of settings: how the text of an environment variable becomes a value. */

export interface Format<Value> {
  /** What is expected, to stand after the word "expected". */
  readonly expected: string;
  /** The value; undefined when the text is not in the format. */
  readonly parse: (text: string) => Value | undefined;
}

/** An integer in decimal digits, both bounds included. */
export function integer(min: number, max: number): Format<number> {
  return {
    expected: `an integer from ${min} to ${max}`,
    parse: (text) => {
      if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return undefined;
      const value = Number(text);
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(...words: Words): Format<Words[number]> {
  return {
    expected: words
      .map((word) => `\`${word}\``)
      .join(", ")
      .replace(/, ([^,]*)$/, " or $1"),
    parse: (text) => (words.includes(text) ? text : undefined),
  };
}

/** A text that must match a pattern. */
export function text(expected: string, pattern: RegExp): Format<string> {
  return { expected, parse: (given) => (pattern.test(given) ? given : undefined) };
}

/** An `http` or `https` address without query and fragment; a closing slash is dropped. */
export function httpUrl(credentials: "allowed" | "refused"): Format<string> {
  return {
    expected: `an http or https URL without query and fragment${credentials === "refused" ? ", user and password" : ""}`,
    parse: (given) => {
      if (!URL.canParse(given) || /[?#\s]/.test(given)) return undefined;
      const url = new URL(given);
      if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
      if (credentials === "refused" && (url.username !== "" || url.password !== "")) return undefined;
      return url.href.replace(/\/+$/, "");
    },
  };
}
