import type { TakeOverAnswer } from "./take-over-answer.js";

/** Activates the new version unless another page of the old version is open, which may still have parts to load. */
export async function takeOver(worker: ServiceWorkerGlobalScope): Promise<TakeOverAnswer> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length > 1) return "other-pages-open";
  await worker.skipWaiting();
  return "taken";
}
