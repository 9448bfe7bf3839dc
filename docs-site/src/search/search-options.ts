/** What the index holds, for the program that makes it and for the page that searches it: both must agree. */

export interface SearchEntry {
  /** Address of the part of a page, from the root of the site. */
  readonly id: string;
  /** Title of the page. */
  readonly page: string;
  /** Of the part; empty for the beginning of the page. */
  readonly heading: string;
  readonly excerpt: string;
  readonly language: string;
}

/** Words that occur everywhere tell nothing and are a tenth of the index. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be but by for from has have if in into is it its no not of on or so such that the their then there these they this to was what which who will with".split(
    " ",
  ),
);

export const SEARCH_OPTIONS: {
  readonly idField: "id";
  readonly fields: string[];
  readonly storeFields: string[];
  readonly processTerm: (term: string) => string | null;
  readonly searchOptions: {
    readonly boost: Record<string, number>;
    readonly prefix: (term: string) => boolean;
    readonly fuzzy: (term: string) => number | false;
    readonly weights: { readonly fuzzy: number; readonly prefix: number };
    readonly combineWith: "AND";
  };
} = {
  idField: "id",
  fields: ["page", "heading", "text"],
  storeFields: ["page", "heading", "excerpt", "language"],
  processTerm: (term) => {
    const plain = term.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
    return plain.length < 2 || plain.length > 40 || STOP_WORDS.has(plain) ? null : plain;
  },
  searchOptions: {
    boost: { page: 4, heading: 3 },
    prefix: (term) => term.length > 2,
    // One letter that is wrong, missing or too many.
    fuzzy: (term) => (term.length > 4 ? 1 : false),
    weights: { fuzzy: 0.2, prefix: 0.5 },
    combineWith: "AND",
  },
};
