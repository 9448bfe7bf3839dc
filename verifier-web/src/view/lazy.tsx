/** Parts of the page that are loaded when they are first shown. What could not be loaded is offered again: files stay where they are. */
import { Stated } from "@svc-proof/ui/components";
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadResultTexts, resultLanguage } from "../texts/result-language.js";
import { usePageTexts } from "../texts/use-texts.js";

/** How often the reader has asked for what could not be loaded. */
let retryCount = 0;

declare global {
  /** Stands for `import()` in the built page: `build/retried-imports.ts`. */
  var loadPart: <Part>(load: (query: string) => Promise<Part>, maxRetries: number) => Promise<Part>;
}

globalThis.loadPart = (load, maxRetries) =>
  load("").catch((error) => {
    if (retryCount === 0) throw error;
    return load(`?${Math.min(retryCount, maxRetries)}`);
  });

/** @param load may be called several times: the module is downloaded once. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => JSX.Element {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props) {
    const missing = useLoaded(async () => {
      loaded ??= await load();
    }, null);
    const Component = loaded;
    return Component === undefined ? missing : <Component {...props} />;
  };
}

/** Renders what needs the texts of results, once they are loaded in the page's language. */
export function WithResultTexts({ render }: { readonly render: () => JSX.Element }): JSX.Element {
  const { language } = usePageTexts();
  const missing = useLoaded(() => loadResultTexts(language), language);
  return resultLanguage.value === null ? missing : render();
}

/**
 * Loads at the first rendering, and again when the key changes.
 *
 * @returns what to show until then: that it is being loaded, or a button to try again.
 */
function useLoaded(load: () => Promise<void>, key: string | null): JSX.Element {
  const { page } = usePageTexts();
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const attempt = () => {
    setState("loading");
    load().then(
      () => setState("loaded"),
      () => setState("failed"),
    );
  };
  useEffect(attempt, [key]);
  const retry = () => {
    retryCount++;
    attempt();
  };
  return (
    <div role="status">
      <p>
        <Stated>{state === "failed" ? page.loadingFailed : page.loading}</Stated>
      </p>
      {state === "failed" && (
        <p class="buttons">
          <button type="button" class="primary" onClick={retry}>
            {page.items.retry}
          </button>
        </p>
      )}
    </div>
  );
}
