import type { TakeOverAnswer } from "./take-over-answer.js";

/**
 * Makes the new version the one in force, unless another page of the old one is open: that page would lose what it has not
 * loaded yet.
 */
export async function takeOver(worker: ServiceWorkerGlobalScope): Promise<TakeOverAnswer> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length > 1) return "other-pages-open";
  await worker.skipWaiting();
  return "taken";
}
