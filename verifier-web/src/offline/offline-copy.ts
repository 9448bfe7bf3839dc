/**
 * The copy of the site that the service worker keeps on this device: whether it is whole, and whether a newer one waits.
 * Nothing here changes the version that is open; that is `applyUpdate`, when the user asks for it.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { scriptUrl } from "../security/script-url.js";
import type { TakeOverAnswer } from "./service-worker/take-over-answer.js";

/** `unavailable`: this browser or address has no service workers; the site works, with a network. */
export type OfflineState = "preparing" | "ready" | "unavailable";

/** `other-pages-open`: asked for, and refused while other pages of the site are open. */
export type UpdateState = "none" | "waiting" | "applying" | "other-pages-open";

const offline = signal<OfflineState>("preparing");
const update = signal<UpdateState>("none");

export const offlineState: ReadonlySignal<OfflineState> = offline;
export const updateState: ReadonlySignal<UpdateState> = update;

/** A page that stays open asks for a newer version when it comes to the front, at most this often. */
const MIN_CHECK_INTERVAL_MS = 3_600_000;

let registration: ServiceWorkerRegistration | undefined;

/** Starts keeping the site. Never fails: without a copy the site works, with a network. */
export async function keepOffline(): Promise<void> {
  // The page of a single file is its own copy.
  if (__SINGLE_FILE__ || !("serviceWorker" in navigator)) {
    offline.value = "unavailable";
    return;
  }
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

/** Changes to the version that waits, and reloads the page: what it shows is lost. */
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
    // Without one in force this is the first visit: there is nothing to change from.
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
    // Without a network there is none to be had.
    registered.update().catch(() => undefined);
  });
}
