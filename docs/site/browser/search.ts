/** The search page: the index is fetched when the first word is typed or comes with the address. Nothing leaves the device. */

import { fill, isLanguage, plural } from "@svc-proof/verifier-web/ui/language";
import type { LayoutTexts } from "@svc-proof/verifier-web/ui/texts/page/english";
import MiniSearch from "minisearch";
import { inReadersLanguage, SEARCH_OPTIONS, type SearchEntry } from "../src/search-options.js";

const MAX_RESULTS = 30;
/** Parts of one page. The best come first, so the others would only hide other pages. */
const MAX_PER_PAGE = 3;

const form = document.querySelector<HTMLFormElement>("#search")!;
const input = form.querySelector<HTMLInputElement>("input")!;
const status = document.querySelector("#search-status")!;
const results = document.querySelector("#search-results")!;
const texts = JSON.parse(form.dataset["texts"]!) as Omit<LayoutTexts["searchPage"], "title">;
const { lang, dataset } = document.documentElement;
const language = isLanguage(lang) ? lang : "en";
const root = dataset["root"]!.replace(/^\.\/$/, "");
let index: Promise<MiniSearch<SearchEntry>> | undefined;
/** The newest search; answers to former ones are dropped. */
let latest = 0;

async function load(): Promise<MiniSearch<SearchEntry>> {
  const answer = await fetch(form.dataset["index"]!);
  if (!answer.ok) throw new Error(String(answer.status));
  return MiniSearch.loadJSONAsync<SearchEntry>(await answer.text(), SEARCH_OPTIONS);
}

async function search(): Promise<void> {
  const words = input.value.trim();
  const own = ++latest;
  if (words === "") {
    results.replaceChildren();
    status.textContent = "";
    return;
  }
  index ??= load();
  try {
    const found = best((await index).search(words) as unknown as readonly SearchEntry[]);
    if (own !== latest) return;
    results.replaceChildren(...found.map(item));
    status.textContent =
      found.length === 0
        ? fill(texts.none, { words })
        : found.length === MAX_RESULTS
          ? fill(texts.best, { count: MAX_RESULTS, words })
          : plural(texts.found, found.length, language, { words });
  } catch {
    index = undefined;
    status.textContent = texts.failed;
  }
}

/** @param found best first. */
function best(found: readonly SearchEntry[]): readonly SearchEntry[] {
  const counts = new Map<string, number>();
  return inReadersLanguage(found, language)
    .filter(({ id }) => {
      const [page = ""] = id.split("#");
      const count = (counts.get(page) ?? 0) + 1;
      counts.set(page, count);
      return count <= MAX_PER_PAGE;
    })
    .slice(0, MAX_RESULTS);
}

function item({ id, page, heading, excerpt, language }: SearchEntry): HTMLLIElement {
  const element = document.createElement("li");
  element.lang = language;
  const link = document.createElement("a");
  link.href = root + id;
  link.textContent = heading === "" ? page : `${page}: ${heading}`;
  const text = document.createElement("p");
  text.className = "aside";
  text.textContent = excerpt;
  element.append(link, text);
  return element;
}

document.querySelector("#search-without-script")?.remove();
input.value = new URLSearchParams(location.search).get("q") ?? "";
input.addEventListener("input", () => void search());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  history.replaceState(null, "", `?${new URLSearchParams({ q: input.value })}`);
  void search();
});
void search();
