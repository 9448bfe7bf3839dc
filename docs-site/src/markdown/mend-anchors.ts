/**
 * Links within generated pages: generators of references number headings of the same name otherwise than readers of Markdown do. A
 * number that no heading has means the last of that name: the type, which comes after functions and members.
 */
export function mendAnchors(html: string): string {
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));
  return html.replace(/ href="#([^"]+?)(?:-\d+)?"/g, (link, name: string) => {
    const asked = link.slice(' href="#'.length, -1);
    if (ids.has(asked)) return link;
    const last = [...ids].findLast((id) => id === name || id.replace(/-\d+$/, "") === name);
    return last === undefined ? link : ` href="#${last}"`;
  });
}
