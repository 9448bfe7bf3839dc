import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { type SearchedPage, searchIndex } from "./search.js";
import { SEARCH_OPTIONS } from "./search-options.js";

const page = (path: string, title: string, body: string, language = "en"): SearchedPage => ({
  path,
  title,
  language,
  body,
});
const PAGES: readonly SearchedPage[] = [
  page(
    "decisions/05-api.html",
    "05: The API and its connections",
    '<p>Connections have limits.</p><h2 id="context">Context</h2><p>No limits were there.</p><h2 id="decision">Decision</h2><p>Limits.</p>',
  ),
  page("reference/client/index.html", "@svc-proof/client", '<h2 id="seal">Seal</h2><p>type Seal</p>'),
  page(
    "guides/integrators.html",
    "For integrators",
    '<p>For developers.</p><h2 id="limits">Limits and retries</h2><p>An account has limits.</p><h2 id="seals">Seals</h2><p>Request a seal.</p>',
  ),
  page(
    "guides/start.html",
    "Start in five minutes",
    '<p>From nothing to a package.</p><h2 id="4-verify-it">4. Verify it</h2><p>With the command.</p>',
  ),
  page("guides/es/what-a-proof-proves.html", "Qué acredita una prueba", "<p>El sello de tiempo.</p>", "es"),
];
const search = (words: string) => {
  const index = MiniSearch.loadJSON(searchIndex(PAGES).json, SEARCH_OPTIONS);
  return index.search(words).map(({ id }) => id as string);
};

test("what one can do comes before why it is so and before types", () => {
  expect(search("limits")[0]).toBe("guides/integrators.html#limits");
  expect(search("seal")[0]).toBe("guides/integrators.html#seals");
});

test("a question finds what its other words find", () => {
  expect(search("how do I verify it?")).toEqual(["guides/start.html#4-verify-it"]);
});

test("words are found with and without accents, in capitals, and with a letter wrong", () => {
  for (const words of ["que acredita", "QUÉ ACREDITA", "acredeta"])
    expect(search(words)).toEqual(["guides/es/what-a-proof-proves.html"]);
});

test("markup in a page is never markup in the index", () => {
  const { json } = searchIndex([
    page(
      "formats/x.html",
      "<b>title</b> & more",
      '<h2 id="a&quot;b">&lt;img src=x&gt;</h2><p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    ),
  ]);
  const [found] = MiniSearch.loadJSON(json, SEARCH_OPTIONS).search("alert");
  expect(found).toMatchObject({
    id: 'formats/x.html#a"b',
    page: "<b>title</b> & more",
    heading: "<img src=x>",
    excerpt: "<script>alert(1)</script>",
  });
});
