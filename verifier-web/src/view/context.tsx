/** What all views use: session, texts, dialogs, problems. */

import { type Signal, signal } from "@preact/signals";
import { Stated } from "@svc-proof/verifier-web/ui/components";
import { Filled, Name, TextsContext } from "@svc-proof/verifier-web/ui/verdict";
import { type ComponentChildren, type ComponentType, type Context, createContext, type JSX } from "preact";
import { useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { buildIdentity, type Problem } from "../model.js";
import type { Session } from "../session/session.js";
import { loadResultTexts, resultLanguage } from "../texts/result-language.js";
import { usePageTexts } from "../texts/use-texts.js";

/** Says why there is no result. */
export function ProblemLine({ problem }: { readonly problem: Problem }): JSX.Element {
  const { page } = usePageTexts();
  const values = Object.fromEntries(
    Object.entries(problem.evidence).map(([name, value]) => [name, <Name key={name} name={String(value)} />]),
  );
  return (
    <p class="problem">
      <Stated by={JSON.stringify([page.problems[problem.code], problem.evidence])}>
        <Filled template={page.problems[problem.code]} values={values} />
      </Stated>
    </p>
  );
}

export interface DialogProps {
  readonly title: string;
  /** Called after it has closed: by its button, or by the Escape key. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog, open as soon as it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps): JSX.Element {
  const { page } = usePageTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the reader can press Escape, which would be lost on a dialog that is drawn and not open yet.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <p class="buttons">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          {page.close}
        </button>
      </p>
    </dialog>
  );
}

/** Whether the dialog about this verifier is open. */
export const aboutShown: Signal<boolean> = signal(false);

/** Whether the dialog of the sources is open. */
export const sourcesShown: Signal<boolean> = signal(false);

// Parts of the page that are loaded when they are first shown. What could not be loaded is offered again: files stay where they are.

/** How often the reader has asked for what could not be loaded. */
let retryCount = 0;

declare global {
  /** Stands for `import()` in the built page: `build/bind-page.ts`. */
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

/** Gives the views that this site shares their words, in the language of the site. */
export function SiteTexts({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { language, page } = usePageTexts();
  const verdict = resultLanguage.value;
  const texts = useMemo(
    () => ({ language: verdict?.language ?? language, page, verdict }),
    [language, page, verdict],
  );
  return <TextsContext.Provider value={texts}>{children}</TextsContext.Provider>;
}

export const SessionContext: Context<Session | null> = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("drawn outside of a session");
  return session;
}

/** The verifier's version, and its build. */
export function VersionLine(): JSX.Element {
  const { page } = usePageTexts();
  const { version, hash } = buildIdentity();
  return (
    <p>
      <Filled template={page.footer.version} values={{ version }} />
      {hash !== null && (
        <>
          {" · "}
          <Filled template={page.footer.build} values={{ hash: <code class="build-hash">{hash}</code> }} />
        </>
      )}
    </p>
  );
}
