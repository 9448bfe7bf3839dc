/**
 * The offline copy that the service worker keeps: whether it is complete, and whether a newer version is waiting. Only `applyUpdate`
 * changes the open version, at the user's request.
 */

import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { Stated } from "@svc-proof/verifier-web/ui/components";
import type { JSX } from "preact";
import { scriptUrl } from "../security/script-url.js";
import type { PageTexts } from "../texts/page/english.js";
import type { TakeOverAnswer } from "./service-worker/service-worker.js";

/** `unavailable`: no service workers in this browser or at this address; the site needs a network. */
export type OfflineState = "preparing" | "ready" | "unavailable";

/** `other-pages-open`: refused while other pages of the site are open. */
export type UpdateState = "none" | "waiting" | "applying" | "other-pages-open";

const offline = signal<OfflineState>("preparing");
const update = signal<UpdateState>("none");

export const offlineState: ReadonlySignal<OfflineState> = offline;
export const updateState: ReadonlySignal<UpdateState> = update;

/** Minimum time between two checks for a newer version, made when the page comes to the front. */
const MIN_CHECK_INTERVAL_MS = 3_600_000;

let registration: ServiceWorkerRegistration | undefined;

/** How long nothing is verified before the copy is made: it is larger than all that a verification loads. */
const CALM_MS = 1_500;

/** Starts the offline copy once the reader needs the network for nothing else. Never fails: without it, the site needs a network. */
export async function keepOffline(isBusy: ReadonlySignal<boolean>): Promise<void> {
  // The single-file page needs no copy.
  if (__SINGLE_FILE__ || !("serviceWorker" in navigator)) {
    offline.value = "unavailable";
    return;
  }
  // With a copy there is little to load.
  if (navigator.serviceWorker.controller === null) await calm(isBusy);
  try {
    const url = scriptUrl(new URL("./service-worker.js", document.baseURI));
    registration = await navigator.serviceWorker.register(url, { updateViaCache: "none" });
  } catch {
    offline.value = navigator.serviceWorker.controller === null ? "unavailable" : "ready";
    return;
  }
  const registered = registration;
  watch(registered.installing ?? registered.waiting);
  registered.addEventListener("updatefound", () => watch(registered.installing));
  checkWhenShown(registered);
  await navigator.serviceWorker.ready;
  offline.value = "ready";
}

function calm(isBusy: ReadonlySignal<boolean>): Promise<void> {
  return new Promise((resolve) => {
    let timer = 0;
    const dispose = effect(() => {
      clearTimeout(timer);
      if (isBusy.value) return;
      timer = window.setTimeout(() => {
        dispose();
        resolve();
      }, CALM_MS);
    });
  });
}

/** Switches to the waiting version and reloads the page, which loses its content. */
export async function applyUpdate(): Promise<void> {
  const waiting = registration?.waiting;
  if (!waiting) return;
  update.value = "applying";
  const answer = await new Promise<TakeOverAnswer>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    waiting.postMessage("take-over", [port2]);
    waiting.addEventListener("statechange", () => resolve("taken"));
  });
  if (answer === "taken") location.reload();
  else update.value = answer;
}

function watch(worker: ServiceWorker | null): void {
  if (worker === null) return;
  const tell = () => {
    // Without an active worker this is the first visit: there is no older version.
    if (worker.state === "installed" && registration?.active) update.value = "waiting";
  };
  tell();
  worker.addEventListener("statechange", tell);
}

function checkWhenShown(registered: ServiceWorkerRegistration): void {
  let checkedAtMs = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - checkedAtMs < MIN_CHECK_INTERVAL_MS) return;
    checkedAtMs = Date.now();
    // Without a network, there is no newer version to fetch.
    registered.update().catch(() => undefined);
  });
}

/**
 * Offers a newer version once it is completely stored. Switches only at the user's request and never during a verification,
 * since reloading empties the page.
 */
export interface UpdateNoticeProps {
  readonly texts: PageTexts["update"];
  /** Whether a verification is running. */
  readonly isBusy: boolean;
}

export function UpdateNotice({ texts, isBusy }: UpdateNoticeProps): JSX.Element {
  const state = updateState.value;
  // The element stays in the page, so that screen readers announce its changes.
  return (
    <div class="update-notice screen-only" role="status">
      {state === "none" ? null : (
        <>
          <p>
            <Stated>
              {state === "other-pages-open" ? texts.otherPages : isBusy ? texts.afterwards : texts.ready}
            </Stated>
          </p>
          {isBusy ? null : (
            <button type="button" disabled={state === "applying"} onClick={() => void applyUpdate()}>
              {texts.reload}
            </button>
          )}
        </>
      )}
    </div>
  );
}
