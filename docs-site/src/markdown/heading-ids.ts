/** Identifiers of headings as other readers of Markdown make them, so that links with `#` hold here and there. */
export class HeadingIds {
  readonly #counts = new Map<string, number>();

  idOf(text: string): string {
    const base = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    const count = this.#counts.get(base) ?? 0;
    this.#counts.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  }
}
