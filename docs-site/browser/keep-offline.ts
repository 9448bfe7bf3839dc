/** Pages that were read are kept by the service worker. One button keeps all. */

const TEXTS: Readonly<Record<string, Readonly<Record<"keep" | "working" | "kept" | "failed", string>>>> = {
  en: {
    keep: "Keep the whole documentation on this device",
    working: "Fetching …",
    kept: "The whole documentation is on this device and opens without a network.",
    failed: "Not all could be fetched. Pages that you have read are kept.",
  },
  es: {
    keep: "Guardar toda la documentación en este dispositivo",
    working: "Descargando …",
    kept: "Toda la documentación está en este dispositivo y se abre sin conexión.",
    failed: "No se pudo descargar todo. Las páginas que ya ha leído quedan guardadas.",
  },
  de: {
    keep: "Die ganze Dokumentation auf diesem Gerät behalten",
    working: "Wird geladen …",
    kept: "Die ganze Dokumentation ist auf diesem Gerät und öffnet sich ohne Netz.",
    failed: "Es konnte nicht alles geladen werden. Gelesene Seiten bleiben auf dem Gerät.",
  },
  fr: {
    keep: "Garder toute la documentation sur cet appareil",
    working: "Téléchargement …",
    kept: "Toute la documentation est sur cet appareil et s’ouvre sans réseau.",
    failed: "Tout n’a pas pu être téléchargé. Les pages déjà lues sont conservées.",
  },
};

interface ScriptAddresses {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** What the worker answers to `is-kept` and `keep`. */
type Answer = "kept" | "not-kept" | "failed";

export function keepOffline(): void {
  const place = document.querySelector(".keep-offline");
  // From a disk there is nothing to keep.
  if (place === null || !("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  const texts = TEXTS[document.documentElement.lang] ?? TEXTS["en"]!;
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
        status.textContent = texts["kept"]!;
        place.append(status);
        return;
      }
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = texts["keep"]!;
      button.addEventListener("click", async () => {
        button.disabled = true;
        status.textContent = texts["working"]!;
        const answer = await ask(active, "keep");
        status.textContent = texts[answer === "kept" ? "kept" : "failed"]!;
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
