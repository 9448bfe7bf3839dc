/** What every page of the documentation does beyond HTML: it remembers the language of examples, and keeps pages for reading offline. */
import type { LayoutTexts } from "@svc-proof/verifier-web/ui/texts/page/english";

const KEY = "svc-docs-example";

/** Opens the examples in the language that the reader opened last. */
function rememberExampleLanguage(): void {
  const examples = document.querySelectorAll<HTMLDetailsElement>("details[data-language]");
  const wanted = stored();
  for (const example of examples) {
    if (wanted !== null) example.open = example.dataset["language"] === wanted;
    example.querySelector("summary")?.addEventListener("click", () => {
      if (!example.open) store(example.dataset["language"] ?? "");
    });
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden.
    return null;
  }
}

function store(language: string): void {
  try {
    localStorage.setItem(KEY, language);
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

rememberExampleLanguage();
keepOffline();
