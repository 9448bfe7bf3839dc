/** The client's type and options. */

import { type ContentSource, type HashContentOptions, hashContent } from "@svc-proof/verifier-lib";
import type { DepositContent, DepositOptions } from "./deposit.js";
import type { Registered, RegisterManyOptions, Registration } from "./register.js";
import type { TransportOptions } from "./transport.js";
import type {
  Account,
  Deposited,
  EndedCustody,
  Proof,
  ProofPage,
  RegisteredProof,
  Seal,
  SealAnswer,
} from "./types.js";
import type {
  Bundle,
  Download,
  DownloadOptions,
  DownloadVerification,
  LanguageOptions,
  ProofReference,
  WitnessOptions,
} from "./verify-download.js";
import type { SealOptions, WaitedState, WaitManyOptions, WaitOptions } from "./wait.js";

// What a client can do. `createClient` makes one.

/** Options of `createClient`. */
export interface ClientOptions {
  /** The base address of the API: `https://…/api/v2`. `http:` only for this machine, unless `allowHttp`. */
  readonly url: string;
  /** The API key, `svc_…`. Without one only the public downloads work. It is sent to `url` and nowhere else. */
  readonly key?: string;
  /** Default: the platform's. It must honour `redirect: "manual"` and `signal`. */
  readonly fetch?: typeof fetch;
  /** How often a request is repeated after its first try. Default: 5. */
  readonly retries?: number;
  /** Longest silence of the service, in milliseconds, before a try counts as failed. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Longest time of one try, in milliseconds: of an upload or a download as a whole. Default: 600,000. */
  readonly transferTimeoutMs?: number;
  /** Longest wait before a retry, in milliseconds. If the service asks for more, its error is thrown. Default: 120,000. */
  readonly maxRetryDelayMs?: number;
  /** Sends the key in the clear to other machines too. Default: false. */
  readonly allowHttp?: boolean;
  /** How downloads are verified. */
  readonly verify?: DownloadVerification;
}

/** Options of every request. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** Options of `register`. */
export interface RegisterOptions extends RequestOptions {
  /** 1 to 200 characters. Default: a random UUID for each call, kept over its retries. */
  readonly idempotencyKey?: string;
}

/** Options of `list`. */
export interface ListOptions extends RequestOptions {
  /** Proofs a page, 1 to 100. Default: 25; `listAll` takes 100. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string;
}

/**
 * A client of the API. Methods are independent and may run at the same time.
 *
 * Every method rejects with an `ApiError` if the service refuses, an `UnreachableError` if no answer came after all
 * retries, an `AnswerError` if an answer is not what the API promises, and with the reason of `signal` if that aborts.
 * Wrong arguments are a `TypeError` or `RangeError`.
 */
export interface Client {
  /** The base address, without a slash at its end. */
  readonly url: string;

  /**
   * Registers a fingerprint. Sends an `Idempotency-Key`, so that a lost answer never registers twice.
   *
   * With `qualified: true` the proof exists if the error is `seal_unavailable` and has a `proofId`; `seal` completes it.
   *
   * @param registration 64 hexadecimal characters, or an object with `hash`.
   */
  register(registration: string | Registration, options?: RegisterOptions): Promise<RegisteredProof>;

  /**
   * Registers many fingerprints, some at a time, and yields each when it is registered, in the order of completion. A
   * fingerprint that occurs twice is registered once. With a journal (`openJournal` of the entry `./node`) a run that was
   * ended at any moment continues where it was: nothing is registered twice, nothing is lost.
   *
   * A refusal that concerns all (401, 403, a limit a day) ends the iteration with its error. What one fingerprint causes is
   * yielded as its `error`.
   *
   * @example
   * for await (const { item, id } of client.registerMany(files, { journal })) console.log(item.name, id);
   */
  registerMany<Item extends Registration>(
    items: Iterable<Item> | AsyncIterable<Item>,
    options?: RegisterManyOptions,
  ): AsyncGenerator<Registered<Item>, void, void>;

  /** One proof. */
  get(id: string, options?: RequestOptions): Promise<Proof>;

  /** One page of the account's proofs, newest first. */
  list(options?: ListOptions): Promise<ProofPage>;

  /** All proofs of the account, newest first, page by page as they are asked for. */
  listAll(options?: ListOptions): AsyncGenerator<Proof, void, void>;

  /**
   * Waits until a proof has reached a state or a later one.
   *
   * @returns the proof as it is then.
   * @throws WaitTimeoutError after `timeoutMs`.
   */
  waitFor(id: string, state: WaitedState, options?: WaitOptions): Promise<Proof>;

  /**
   * Waits for many proofs and yields each when it has reached the state. It reads pages of the list instead of single
   * proofs: 100 a request.
   *
   * @throws WaitTimeoutError after `timeoutMs`; what was reached until then has been yielded.
   */
  waitForMany(
    proofs: Iterable<string | { readonly id: string }>,
    state: WaitedState,
    options?: WaitManyOptions,
  ): AsyncGenerator<Proof, void, void>;

  /**
   * Buys the seal of a proof, and waits for it while it is pending. Asking again spends nothing.
   *
   * @throws WaitTimeoutError if it is still pending after `timeoutMs`; it stays paid for.
   */
  seal(id: string, options?: SealOptions): Promise<SealAnswer>;

  /** The seal of a proof, null if it has none. Buys nothing. */
  getSeal(id: string, options?: RequestOptions): Promise<Seal | null>;

  /** Deposits the original. `progress` counts bytes that the platform has taken. @returns identifier, state and `original`. */
  deposit(id: string, content: DepositContent, options?: DepositOptions): Promise<Deposited>;

  /** Ends custody of the original. If an answer was lost, `purged` is false: it is not known. */
  deleteOriginal(id: string, options?: RequestOptions): Promise<EndedCustody>;

  /** The account report. */
  account(options?: RequestOptions): Promise<Account>;

  /**
   * Downloads the portable proof (`svc-proof/2`).
   *
   * All downloads are verified against the registered fingerprint before they are returned: that of the given object, or,
   * if only an identifier is given, what `GET /proofs/{id}` says. They reject with a `VerificationError`, which has the
   * report, if they do not hold, and with a `NotReadyError` if there is nothing yet.
   */
  downloadProof(proof: ProofReference, options?: DownloadOptions): Promise<Download>;

  /** Downloads the seal (`.tsr`): an RFC 3161 response over the fingerprint. */
  downloadSeal(proof: ProofReference, options?: DownloadOptions): Promise<Download>;

  /** Downloads the OpenTimestamps file of the proof (`.ots`). */
  downloadTimestamp(proof: ProofReference, options?: DownloadOptions): Promise<Download>;

  /** Downloads the OpenTimestamps file of the seal (`.tsr.ots`). It is verified beside the seal, which is fetched for that. */
  downloadSealTimestamp(proof: ProofReference, options?: DownloadOptions): Promise<Download>;

  /** Downloads the Bitcoin headers of the proof. They are verified beside its OpenTimestamps file, which is fetched for that. */
  downloadHeaders(proof: ProofReference, options?: DownloadOptions): Promise<Download>;

  /** Downloads the witness of the anchor. It is verified beside the portable proof, which is fetched for that. */
  downloadWitness(proof: ProofReference, options?: WitnessOptions): Promise<Download>;

  /** Downloads the certificate (PDF). It is verified by the evidence that is attached to it. */
  downloadCertificate(proof: ProofReference, options?: LanguageOptions): Promise<Download>;

  /** Downloads the evidence package (ZIP). An original in it spends one of the day's downloads. */
  downloadEvidence(proof: ProofReference, options?: LanguageOptions): Promise<Download>;

  /** Downloads the original. Its fingerprint is computed from the bytes. Spends one of the day's downloads. */
  downloadOriginal(proof: ProofReference, options?: DownloadOptions): Promise<Download>;

  /**
   * Downloads all evidence of an anchored proof, file by file, and verifies it together. Files have the names that they
   * have in an evidence package. No certificate is made and no document's limit is spent, so this is the way for
   * thousands of proofs: parts that proofs of one batch share are asked for once.
   */
  downloadBundle(proof: ProofReference, options?: DownloadOptions): Promise<Bundle>;
}

/** The options of a client, checked and with their defaults. */
export interface CheckedOptions extends TransportOptions {
  readonly url: string;
  readonly verify: DownloadVerification;
}

const KEY = /^[\x21-\x7e]{1,1000}$/;
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/** Beyond it `setTimeout` would not wait at all. */
const MAX_MS = 2_147_483_647;

/** @throws TypeError or RangeError if one is wrong. The key is in no message. */
export function checkOptions(options: ClientOptions): CheckedOptions {
  const {
    key,
    fetch: given,
    retries = 5,
    timeoutMs = 30_000,
    transferTimeoutMs = 600_000,
    maxRetryDelayMs = 120_000,
    allowHttp = false,
    verify = {},
  } = options;
  if (key !== undefined && (typeof key !== "string" || !KEY.test(key))) {
    throw new TypeError(`"key" expected an API key: visible ASCII characters without white space`);
  }
  const fetching = given ?? globalThis.fetch;
  if (typeof fetching !== "function") throw new TypeError(`"fetch" expected a function`);
  checkInteger("retries", retries, 0, 100);
  checkInteger("timeoutMs", timeoutMs, 1, MAX_MS);
  checkInteger("transferTimeoutMs", transferTimeoutMs, 1, MAX_MS);
  checkInteger("maxRetryDelayMs", maxRetryDelayMs, 0, MAX_MS - 1_000);
  const { require: required } = verify;
  if (required !== undefined && required !== "consistent" && required !== "verified") {
    throw new TypeError(`"verify.require" expected consistent or verified`);
  }
  return {
    url: baseUrl(options.url, allowHttp),
    // Called without a receiver: a browser's fetch accepts no other.
    fetch: (input, init) => fetching(input, init),
    key: key ?? null,
    retries,
    timeoutMs,
    transferTimeoutMs,
    maxRetryDelayMs,
    verify,
  };
}

function baseUrl(text: string, allowHttp: boolean): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TypeError(`"url" expected the address of the API, such as https://proofs.example/api/v2`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError(`"url" expected no user name, query or fragment`);
  }
  if (url.protocol === "http:" && !allowHttp && !LOOPBACK.test(url.hostname)) {
    throw new TypeError(`"url" expected https: http would send the key in the clear ("allowHttp" allows it)`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new TypeError(`"url" expected https, got ${url.protocol}`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function checkInteger(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`"${name}" expected an integer from ${min} to ${max}, got ${value}`);
}

/**
 * SHA-256 of a `Blob`, a `File`, a stream or bytes, in lower-case hexadecimal. Streamed: memory does not grow with the
 * size. In Node, `hashFile` of the entry `./node` reads a path and is faster.
 *
 * @throws what reading throws; the reason of `options.signal` if it aborts.
 */
export async function hashFile(source: ContentSource, options: HashContentOptions = {}): Promise<string> {
  const digest = await hashContent(source, options);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
