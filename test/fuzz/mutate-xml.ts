/** Changes of XML text: of characters, and of its markup. */
import type { Draw } from "./draw.js";

/** What XML gives a meaning to. */
const TOKENS = [
  "<",
  ">",
  "&",
  ";",
  '"',
  "'",
  "/",
  "=",
  "!",
  "?",
  ":",
  "-",
  "--",
  "]]>",
  "<![CDATA[",
  "<!--",
  "-->",
  "<?x ?>",
  "<?xml ?>",
  "<!DOCTYPE a>",
  "<!DOCTYPE a [<!ENTITY e 'x'>]>",
  "&e;",
  "&#0;",
  "&#xD800;",
  "&#x110000;",
  "&#xFFFE;",
  "&#13;",
  "&amp;",
  " ",
  "\n",
  "\r",
  "\t",
  "\0",
  "\u0001",
  "\ufffe",
  "\ufeff",
  "\u0085",
  "é",
  "😀",
  "a",
  "0",
  "xmlns",
  "xmlns:",
  ' xmlns=""',
  " xmlns:a=''",
  " xmlns:xml='urn:x'",
  " xmlns='http://www.w3.org/XML/1998/namespace'",
  " xmlns:xmlns='urn:x'",
  ' a="1"',
  ' xml:lang="en"',
  "<a>",
  "</a>",
  "<a/>",
];

/** One to three changes: a token put in, a stretch left out, repeated, moved or overwritten. */
export function mutatedText(text: string, draw: Draw): string {
  let changed = text;
  for (let i = 1 + draw.below(3); i > 0; i--) {
    const at = place(changed, draw);
    const length = draw.pick([1, 1, 1, 2, 5, 20]);
    switch (draw.below(6)) {
      case 0:
      case 1:
        changed = changed.slice(0, at) + draw.pick(TOKENS) + changed.slice(at);
        break;
      case 2:
        changed = changed.slice(0, at) + changed.slice(at + length);
        break;
      case 3:
        changed = changed.slice(0, at) + changed.slice(at, at + length) + changed.slice(at);
        break;
      case 4: {
        const from = place(changed, draw);
        changed = changed.slice(0, at) + changed.slice(from, from + length) + changed.slice(at);
        break;
      }
      default:
        changed = changed.slice(0, at) + draw.pick(TOKENS) + changed.slice(at + length);
    }
  }
  // Half a character cannot be written in UTF-8.
  return Buffer.from(changed).toString();
}

/** Often beside markup, where the rules are. */
function place(text: string, draw: Draw): number {
  const at = draw.below(text.length + 1);
  if (draw.below(2) === 0) return at;
  const markup = text.slice(at).search(/[<>&"'=:/]/);
  return markup < 0 ? at : at + markup + draw.below(2);
}
