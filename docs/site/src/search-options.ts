/** What the program that makes the index of the search and the page that searches it must agree on. The page needs nothing else. */

/** What the index holds. */
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

/** Pages in other languages than the reader's, where what was found has the same page in that: left out. */
export function inReadersLanguage(found: readonly SearchEntry[], reader: string): readonly SearchEntry[] {
  const pageOf = ({ id, language }: SearchEntry) => id.replace(/#.*$/, "").replace(`/${language}/`, "/");
  const own = new Set(found.filter(({ language }) => language === reader).map(pageOf));
  return found.filter((entry) => entry.language === reader || !own.has(pageOf(entry)));
}

/** Words that occur everywhere tell nothing and are a tenth of the index; those of a question are missing where the answer is. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a am an and are as at be but by can could do does for from has have how i if in into is it its me my no not of on or our please should so such that the their then there these they this to was we what where which who why will with would you your".split(
    " ",
  ),
);

/**
 * Whoever searches wants to use the service first, then to know its promises, and seldom why a part was built so. By the first folder
 * or page of an address that matches.
 */
const WEIGHTS: readonly (readonly [start: string, weight: number])[] = [
  ["guides/", 2.5],
  ["interface.html", 2],
  ["packages/changelog", 0.4],
  ["packages/contributing", 0.6],
  ["packages/", 1.7],
  ["api/", 1.2],
  ["formats/", 1.2],
  ["operations/", 1.2],
  ["decisions/", 0.35],
  ["reference/", 0.5],
];
/** The beginning of a page says what it is about. */
const BEGINNING = 1.3;

function weightOf(id: string): number {
  const [, weight = 1] = WEIGHTS.find(([start]) => id.startsWith(start)) ?? [];
  return id.includes("#") ? weight : weight * BEGINNING;
}

export const SEARCH_OPTIONS: {
  readonly idField: "id";
  readonly fields: string[];
  readonly storeFields: string[];
  readonly tokenize: (text: string) => string[];
  readonly processTerm: (term: string) => string | null;
  readonly searchOptions: {
    readonly boost: Record<string, number>;
    readonly prefix: (term: string) => boolean;
    readonly fuzzy: (term: string) => number | false;
    readonly weights: { readonly fuzzy: number; readonly prefix: number };
    readonly combineWith: "AND";
    readonly boostDocument: (id: string) => number;
  };
} = {
  idField: "id",
  fields: ["page", "heading", "text"],
  storeFields: ["page", "heading", "excerpt", "language"],
  // By default symbols belong to words, and `<svc-proof-verifier>` would not have the word "verifier".
  tokenize: (text) => text.split(/[^\p{L}\p{M}\p{N}]+/u),
  processTerm: (term) => {
    const plain = term.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
    return plain.length < 2 || plain.length > 40 || STOP_WORDS.has(plain) ? null : plain;
  },
  searchOptions: {
    boost: { page: 2, heading: 3 },
    prefix: (term) => term.length > 2,
    // One letter that is wrong, missing or too many.
    fuzzy: (term) => (term.length > 4 ? 1 : false),
    weights: { fuzzy: 0.2, prefix: 0.5 },
    combineWith: "AND",
    boostDocument: weightOf,
  },
};
