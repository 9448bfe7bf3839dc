/** Files from the page's addresses. */
import { VerifierError } from "./verifier-error.js";

/**
 * Fetches what the page names: as the page itself could (CORS, its policy, its cookies on its own origin), bounded in size and
 * time. Redirects are followed and told, because what a browser shows of them is nothing.
 */
export interface OpenOptions {
  readonly part: "evidence" | "original";
  /** Maximum size, after decompression. */
  readonly maxBytes: number;
  /** Maximum time until the answer begins, and between two parts of it. */
  readonly silenceMs: number;
  /** Maximum time of the whole. */
  readonly totalMs: number;
  readonly signal: AbortSignal;
}

export interface Opened {
  /** Bytes, at most `maxBytes`. Fails with a `VerifierError`, or the reason of the signal. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** By the server; null if it does not say, or sends it compressed. */
  readonly totalBytes: number | null;
  /** The last part of the address, to show. */
  readonly name: string;
  /** Where it came from, if that is not the address given. */
  readonly redirectedTo: URL | null;
  readonly address: URL;
}

const PROTOCOLS: readonly string[] = ["https:", "http:", "blob:", "data:"];

/** @throws VerifierError; the reason of the signal. */
export async function openAddress(text: string, base: string, options: OpenOptions): Promise<Opened> {
  const { part, maxBytes, silenceMs, totalMs, signal } = options;
  signal.throwIfAborted();
  const address = allowedAddress(text, base);
  if (address === null) throw new VerifierError("address_not_allowed", part);
  const host = address.host || null;
  const controller = new AbortController();
  const timeout = new VerifierError("timeout", part, { host });
  const stop = () => {
    finish();
    controller.abort(signal.reason);
  };
  signal.addEventListener("abort", stop, { once: true });
  const total = setTimeout(() => controller.abort(timeout), totalMs);
  let silence: ReturnType<typeof setTimeout>;
  const listen = () => {
    silence = setTimeout(() => controller.abort(timeout), silenceMs);
  };
  const finish = () => {
    clearTimeout(total);
    clearTimeout(silence);
    signal.removeEventListener("abort", stop);
  };
  const tooLarge = () => new VerifierError("too_large", part, { host, maxBytes });
  listen();
  let response: Response;
  try {
    response = await fetch(address, { signal: controller.signal });
    const { status, headers } = response;
    if (!response.ok) throw new VerifierError("refused", part, { host, status });
    if (status === 202) throw new VerifierError("not_ready", part, { host, status });
    if (statedBytes(headers) !== null && statedBytes(headers)! > maxBytes) throw tooLarge();
  } catch (error) {
    finish();
    controller.abort();
    if (error instanceof VerifierError) throw error;
    signal.throwIfAborted();
    throw new VerifierError("unreachable", part, { host, cause: error });
  }
  // Until someone reads, the silence is the reader's.
  clearTimeout(silence!);
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  let readBytes = 0;
  const fail = (error: unknown) => {
    finish();
    controller.abort();
    return error;
  };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(target) {
        try {
          listen();
          const { done, value } = await reader.read();
          clearTimeout(silence);
          if (done) {
            finish();
            target.close();
            return;
          }
          readBytes += value.length;
          if (readBytes > maxBytes) throw tooLarge();
          target.enqueue(value as Uint8Array<ArrayBuffer>);
        } catch (error) {
          if (error instanceof VerifierError) throw fail(error);
          throw fail(
            signal.aborted ? signal.reason : new VerifierError("unreachable", part, { host, cause: error }),
          );
        }
      },
      cancel() {
        fail(null);
      },
    },
    { highWaterMark: 0 },
  );
  const to = response.redirected ? new URL(response.url) : null;
  return {
    stream,
    totalBytes: statedBytes(response.headers),
    name: nameOf(to ?? address),
    redirectedTo: to,
    address,
  };
}

/** Null for what a fetch must not be tried with. */
export function allowedAddress(text: string, base: string): URL | null {
  if (!URL.canParse(text, base)) return null;
  const address = new URL(text, base);
  return PROTOCOLS.includes(address.protocol) && address.username === "" && address.password === ""
    ? address
    : null;
}

/** The decoded last part of a path; hostile text, bounded. */
function nameOf({ protocol, pathname }: URL): string {
  if (protocol !== "http:" && protocol !== "https:") return "";
  const last = pathname.slice(pathname.lastIndexOf("/") + 1).slice(0, 1024);
  try {
    return decodeURIComponent(last).slice(0, 255);
  } catch {
    return last.slice(0, 255);
  }
}

/** The size that a server states of bytes that are not compressed. */
function statedBytes(headers: Headers): number | null {
  const text = headers.get("content-length");
  const isPlain = (headers.get("content-encoding") ?? "identity") === "identity";
  return isPlain && text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Whether bytes may be evidence: not a web page that a server sends in its place, and not nothing. */
export async function isEvidence(file: Blob): Promise<boolean> {
  if (file.size === 0) return false;
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return !/^\ufeff?\s*(?:<|$)/.test(new TextDecoder().decode(head));
}

const HEAD_BYTES = 1024;
