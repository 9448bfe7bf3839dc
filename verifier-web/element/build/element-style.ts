/**
 * Makes the style sheet of the element's shadow root from the style sheets that svc-proof's pages share.
 *
 * A page has a root element and a window; a shadow root has a host and a container, which may be narrow in a wide window. Lengths
 * in `rem` would follow the page's root, which many pages set to 62.5 %: they follow `--svc-proof-size` instead. Each colour
 * and family can be set by a property of the page: `--svc-proof-accent` for `--accent`.
 */
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { transform } from "lightningcss";

/** In the order in which they apply. */
const SHARED = ["tokens", "elements", "components", "verdict", "picture"] as const;

export function elementStyle(): string {
  const { resolve } = createRequire(import.meta.url);
  const shared = SHARED.map((name) =>
    readFileSync(resolve(`@svc-proof/verifier-web/ui/styles/${name}.css`), "utf8"),
  );
  const own = readFileSync(fileURLToPath(new URL("../../src/style/element.css", import.meta.url)), "utf8");
  return minified(forShadowRoot([...shared, own].join("\n")));
}

/** One size of `rem`: that of the browser, unless the page sets another. */
const UNIT = "var(--svc-proof-size, 16px)";

/** @throws Error for a rule that has no place in a shadow root. */
export function forShadowRoot(css: string): string {
  const shadow = css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    // The page decides between light and dark, by its own `color-scheme`.
    .replace(/:root\[data-theme="\w+"\]\s*\{[^}]*\}/g, "")
    .replace(/:root\s*\{([^}]*)\}/g, (_, rules: string) => `:host {${themable(rules)}}`)
    .replace(/^html\s*\{[^}]*\}/gm, "")
    .replace(/^body\s*\{[^}]*\}/gm, "")
    .replace(
      /@media \((?:width < |max-width: )(\d+(?:\.\d+)?)rem\)/g,
      (_, rem: string) => `@container (width < ${Number(rem) * 16}px)`,
    )
    .replace(/(-?\d*\.?\d+)rem\b/g, (_, count: string) => `calc(${count} * ${UNIT})`);
  const stray = /:root|^\s*(?:html|body)\b|\drem\b|\dvw\b(?!.*outcome)/m.exec(
    shadow.replace(/clamp\([^;]*vw[^;]*;/g, ""),
  );
  if (stray !== null) throw new Error(`"${stray[0]}" has no place in a shadow root`);
  return shadow;
}

/** Each custom property takes the page's value, if there is one. */
function themable(rules: string): string {
  return rules
    .replace(/color-scheme:[^;]*;/, "")
    .replace(
      /--([\w-]+):\s*([^;]+);/g,
      (_, name: string, value: string) => `--${name}: var(--svc-proof-${name}, ${value.trim()});`,
    );
}

function minified(css: string): string {
  const { code } = transform({ filename: "element.css", code: Buffer.from(css), minify: true });
  return code.toString();
}
