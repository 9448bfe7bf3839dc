/** Workers that hash. */

import { UnreadableFileError } from "@svc-proof/verifier-web/ui/hashing";
import workerUrl from "./hash-worker.ts?worker&url";

/** What the page and its worker that hashes tell each other. */
export type HashRequest =
  | { readonly id: number; readonly file: Blob }
  | { readonly id: number; readonly file: null };

export type HashAnswer =
  | { readonly id: number; readonly doneBytes: number }
  | { readonly id: number; readonly hash: string }
  | { readonly id: number; readonly error: string; readonly isUnreadable: boolean };

// The only place that turns an address into a script. The page's policy requires Trusted Types and allows this one policy, which
// accepts the worker of this build alone.

/** The part of `trustedTypes` that is used; TypeScript's DOM types lack it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

const address = new URL(workerUrl, import.meta.url).href;

const rules = {
  createScriptURL(url: string): string {
    if (url === address) return url;
    throw new TypeError(`not the worker of this page: ${url}`);
  },
};
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("svc-create", rules) ?? rules;

export function startWorker(): Worker {
  return new Worker(policy.createScriptURL(address) as string, { type: "module", name: "fingerprints" });
}

// The page's side of the worker that hashes. A worker that crashed, or was never loaded, is replaced with the next file.

export interface HashOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number) => void;
}

/** @throws UnreadableFileError; the reason of the signal; any other error when the worker failed. */
export type HashFile = (file: Blob, options: HashOptions) => Promise<string>;

interface Running {
  readonly onProgress: (doneBytes: number) => void;
  readonly resolve: (hash: string) => void;
  readonly reject: (error: unknown) => void;
}

export function workerHasher(createWorker: () => Worker): HashFile {
  const running = new Map<number, Running>();
  let worker: Worker | null = null;
  let lastId = 0;

  const start = (): Worker => {
    const started = createWorker();
    started.addEventListener("message", ({ data }: MessageEvent<HashAnswer>) => {
      const task = running.get(data.id);
      if (task === undefined) return;
      if ("doneBytes" in data) task.onProgress(data.doneBytes);
      else if ("hash" in data) task.resolve(data.hash);
      else task.reject(data.isUnreadable ? new UnreadableFileError(data.error) : new Error(data.error));
    });
    const fail = (event: Event): void => {
      event.preventDefault();
      if (worker !== started) return;
      started.terminate();
      worker = null;
      for (const { reject } of running.values()) reject(new Error("the worker that hashes has failed"));
    };
    started.addEventListener("error", fail);
    started.addEventListener("messageerror", fail);
    return started;
  };
  const post = (message: HashRequest) => {
    worker ??= start();
    worker.postMessage(message);
  };

  return async (file, { signal, onProgress }) => {
    signal.throwIfAborted();
    const id = ++lastId;
    const cancel = () => {
      running.get(id)?.reject(signal.reason);
      post({ id, file: null });
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await new Promise<string>((resolve, reject) => {
        running.set(id, { onProgress, resolve, reject });
        post({ id, file });
      });
    } finally {
      running.delete(id);
      signal.removeEventListener("abort", cancel);
    }
  };
}
