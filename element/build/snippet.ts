/** The script tag of a version, as the README shows it. */

const BEGIN = "<!-- snippet: the build writes these lines -->";
const END = "<!-- /snippet -->";

export function scriptTag(version: string, integrity: string): string {
  return [
    "```html",
    '<script type="module" crossorigin="anonymous"',
    `  src="/svc-proof-verifier/${version}/svc-proof-verifier.js"`,
    `  integrity="${integrity}"></script>`,
    "",
    '<svc-proof-verifier src="/evidence/contract.svc.zip" original="/files/contract.pdf"></svc-proof-verifier>',
    "```",
  ].join("\n");
}

/** @throws Error if the text has no place for it. */
export function withSnippet(text: string, snippet: string): string {
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Error(`the README has no place for the snippet: ${BEGIN}`);
  return `${text.slice(0, from)}${BEGIN}\n${snippet}\n${text.slice(to)}`;
}
