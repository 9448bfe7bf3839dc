/** Each colour for text can be read on each surface, in both themes (WCAG 2.2, success criteria 1.4.6 and 1.4.11). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const TEXTS = ["ink", "ink-soft", "accent", "good", "bad", "open", "none"];
const SURFACES = ["paper", "sheet", "accent-wash"];
const THEMES = ["light", "dark"] as const;

const css = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
  ),
);

/** Relative luminance, as WCAG defines it. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(theme: (typeof THEMES)[number], one: string, other: string): number {
  const [darker, lighter] = [one, other]
    .map((name) => luminance(colours.get(name)![theme]))
    .toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

test.each(THEMES)("%s: text has 7:1, lines around controls 3:1", (theme) => {
  for (const text of TEXTS) {
    for (const surface of SURFACES) {
      expect(contrast(theme, text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(7);
    }
  }
  expect(contrast(theme, "accent-ink", "accent")).toBeGreaterThanOrEqual(7);
  for (const surface of SURFACES) expect(contrast(theme, "line-strong", surface)).toBeGreaterThanOrEqual(3);
});
