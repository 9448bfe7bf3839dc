/** The guides of the project that are for who uses the service, as pages. They are the files in `docs/`, in English. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { type RenderedMarkdown, renderMarkdown } from "./markdown.js";

/** By name in the address, in the order in which they are listed. */
const FILES: ReadonlyMap<string, string> = new Map([
  ["interface", "interface.md"],
  ["glossary", "glossary.md"],
  ["certificate", "formats/certificate.md"],
  ["evidence", "formats/evidence.md"],
  ["proof", "formats/svc-proof-2.md"],
  ["report", "formats/report.md"],
  ["seal", "formats/rfc3161.md"],
  ["opentimestamps", "formats/opentimestamps.md"],
  ["witness", "formats/evm-witness.md"],
  ["bitcoin-headers", "formats/bitcoin-headers.md"],
  ["asic-s", "formats/asic-s.md"],
]);

export interface Guide extends RenderedMarkdown {
  readonly name: string;
}

/** @param href address of a page of the site. */
export function openGuides(href: (path: string) => string): ReadonlyMap<string, Guide> {
  const nameOf = new Map([...FILES].map(([name, file]) => [file, name]));
  return new Map(
    [...FILES].map(([name, file]) => {
      const text = readFileSync(fileURLToPath(new URL(`../../../../docs/${file}`, import.meta.url)), "utf8");
      const rendered = renderMarkdown(text, (link) => target(link, file, nameOf, href));
      return [name, { ...rendered, name }];
    }),
  );
}

/** Of a link in a file: another guide, or a page elsewhere. Other files of the project are not served. */
function target(
  link: string,
  file: string,
  nameOf: ReadonlyMap<string, string>,
  href: (path: string) => string,
): string | null {
  if (/^https?:\/\//i.test(link) || link.startsWith("#")) return link;
  const [path = "", fragment] = link.split("#");
  const name = nameOf.get(posix.join(posix.dirname(file), path));
  if (name === undefined) return null;
  return href(`/docs/${name}${fragment === undefined ? "" : `#${fragment}`}`);
}
