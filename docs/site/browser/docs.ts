/**
 * What every page of the documentation does beyond HTML: it offers the page in the reader's language, remembers the language of
 * examples, and keeps pages for reading offline.
 */
import { isLanguage, preferredLanguage } from "@svc-proof/verifier-web/ui/language";
import type { LayoutTexts } from "@svc-proof/verifier-web/ui/texts/page/english";

const EXAMPLE_KEY = "svc-docs-example";
const LANGUAGE_KEY = "svc-docs-language";
/** Guides in English; each is there in every language, in the folder of that. */
const ENGLISH_GUIDES = "/guides/en/";

/** The language that the reader chose last, else the first of the browser's that the site has. */
function offerLanguage(): void {
  const chosen = stored(LANGUAGE_KEY);
  const wanted = isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages);
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-languages] a"))
    link.addEventListener("click", () => store(LANGUAGE_KEY, link.hreflang));
  const { lang } = document.documentElement;
  if (wanted === lang) return;
  const translation = document.querySelector<HTMLLinkElement>(`link[hreflang="${wanted}"]`);
  if (translation !== null) {
    const link = document.createElement("a");
    link.href = translation.href + location.search;
    link.hreflang = wanted;
    link.textContent = translation.title;
    const offer = document.createElement("p");
    offer.className = "language-offer";
    offer.lang = wanted;
    offer.append(link);
    document.querySelector("h1")!.after(offer);
  }
  if (lang !== "en") return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".page-text a, .site-sections a")) {
    if (!link.href.includes(ENGLISH_GUIDES)) continue;
    link.href = link.href.replace(ENGLISH_GUIDES, `/guides/${wanted}/`);
    link.hreflang = wanted;
  }
}

/** Opens the examples in the language that the reader opened last. */
function rememberExampleLanguage(): void {
  const examples = document.querySelectorAll<HTMLDetailsElement>("details[data-language]");
  const wanted = stored(EXAMPLE_KEY);
  for (const example of examples) {
    if (wanted !== null) example.open = example.dataset["language"] === wanted;
    example.querySelector("summary")?.addEventListener("click", () => {
      if (!example.open) store(EXAMPLE_KEY, example.dataset["language"] ?? "");
    });
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be forbidden.
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice is forgotten then.
  }
}

interface ScriptAddresses {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** What the worker answers to `is-kept` and `keep`. */
type Answer = "kept" | "not-kept" | "failed";

/** Pages that were read are kept by the service worker. One button keeps all. */
function keepOffline(): void {
  const place = document.querySelector<HTMLElement>(".keep-offline");
  // From a disk there is nothing to keep.
  if (place === null || !("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  const texts = JSON.parse(place.dataset["texts"]!) as LayoutTexts["offline"];
  const address = new URL(`${document.documentElement.dataset["root"]}service-worker.js`, location.href).href;
  const policy = (globalThis as { trustedTypes?: ScriptAddresses }).trustedTypes?.createPolicy("svc-docs", {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError("not the service worker");
      return url;
    },
  });
  navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address).then(
    async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active === null) return;
      const status = document.createElement("p");
      status.setAttribute("role", "status");
      if ((await ask(active, "is-kept")) === "kept") {
        status.textContent = texts.kept;
        place.append(status);
        return;
      }
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = texts.keep;
      button.addEventListener("click", async () => {
        button.disabled = true;
        status.textContent = texts.working;
        const answer = await ask(active, "keep");
        status.textContent = texts[answer === "kept" ? "kept" : "failed"];
        if (answer === "kept") button.remove();
        else button.disabled = false;
      });
      place.append(button, status);
    },
    // Private windows of some browsers allow no worker. The pages need none.
    () => {},
  );
}

function ask(worker: ServiceWorker, question: "is-kept" | "keep"): Promise<Answer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    worker.postMessage(question, [port2]);
  });
}

offerLanguage();
rememberExampleLanguage();
keepOffline();
