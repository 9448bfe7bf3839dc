/** Identifiers and links become proofs. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { isUuid } from "@svc-proof/shared/encoding";
import { type PastedFingerprint, pastedFingerprint, pastedId } from "@svc-proof/shared/text";
import { INPUT_LIMITS } from "@svc-proof/verifier-lib";
import { Deadline, fetchBounded, SourceError } from "@svc-proof/verifier-lib/source";
import { type Item, noteFetched, type Problem } from "../model.js";
import { problemOf, TaskRegistry } from "./tasks.js";

// Fetches a proof and the files that belong to it, only from the service that hosts this page. The answers are passed on as
// untrusted files.

/** Files beside the proof, and their largest size. Each may be missing: not created yet, or not served. */
const BESIDE = [
  { ending: "ots", maxBytes: INPUT_LIMITS.opentimestamps },
  { ending: "headers.json", maxBytes: INPUT_LIMITS.headers },
  { ending: "witness.json", maxBytes: INPUT_LIMITS["evm-witness"] },
] as const;

/** Larger than a proof: what answers in its place may be the error page of a static host. */
const MAX_PAGE_BYTES = 1_048_576;
const TIMEOUT_MS = 20_000;

export class FetchProofError extends Error {
  override readonly name = "FetchProofError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * The portable proof first, then its timestamp, headers and witness if available.
 *
 * @param id number of the proof, or of its certificate.
 * @param base address of the service's API, the parent of `proof/<id>.json`, on the page's origin.
 * @throws FetchProofError; the reason of an abort.
 */
export async function fetchProof(id: string, base: URL, signal: AbortSignal): Promise<File[]> {
  signal.throwIfAborted();
  const deadline = new Deadline(TIMEOUT_MS, signal);
  try {
    const { proofId, file: proof } = await fetchPortableProof(id, base, deadline.signal);
    const beside = await Promise.all(
      BESIDE.map(async ({ ending, maxBytes }) => {
        const path = `proof/${proofId}.${ending}`;
        const part = await fetchPart(id, path, base, maxBytes, deadline.signal).catch(() => null);
        return part?.status === 200 ? [fileOf(part.blob, path, base)] : [];
      }),
    );
    signal.throwIfAborted();
    return [proof, ...beside.flat()];
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    deadline.clear();
  }
}

interface FetchedProof {
  readonly proofId: string;
  readonly file: File;
}

/** By the number of the proof; else by that of its certificate, which is another. */
async function fetchPortableProof(id: string, base: URL, signal: AbortSignal): Promise<FetchedProof> {
  const answer = await fetchPart(id, `proof/${id}.json`, base, MAX_PAGE_BYTES, signal);
  // A static host answers with an HTML page.
  const isService = async ({ blob }: Part) => /^\s*\{/.test(await blob.slice(0, 16).text());
  if (answer.status !== 404) return fetchedProof(id, answer, base, (proofId) => proofId === id);
  if (!(await isService(answer)))
    throw new FetchProofError({ code: "service_unreachable", evidence: { id } });
  const certified = await fetchPart(id, `certificate/${id}.json`, base, MAX_PAGE_BYTES, signal);
  if (certified.status === 404) throw new FetchProofError({ code: "proof_not_found", evidence: { id } });
  return fetchedProof(id, certified, base, isUuid);
}

async function fetchedProof(
  id: string,
  { status, blob }: Part,
  base: URL,
  isExpected: (proofId: string) => boolean,
): Promise<FetchedProof> {
  if (status === 202) throw new FetchProofError(await notReady(id, blob));
  const isProof = status === 200 && blob.size <= INPUT_LIMITS["svc-proof/2"];
  const proofId = isProof ? fieldOf(await blob.text(), "proof_id") : null;
  if (typeof proofId !== "string" || !isExpected(proofId)) {
    throw new FetchProofError({ code: "service_invalid_answer", evidence: { id, status } });
  }
  return { proofId, file: fileOf(blob, `proof/${proofId}.json`, base) };
}

/** Named as at its address. */
function fileOf(blob: Blob, path: string, base: URL): File {
  return noteFetched(new File([blob], path.slice(path.lastIndexOf("/") + 1)), new URL(path, base));
}

interface Part {
  readonly status: number;
  readonly blob: Blob;
}

/** @throws FetchProofError */
async function fetchPart(
  id: string,
  path: string,
  base: URL,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Part> {
  try {
    const { status, body } = await fetchBounded(path, new URL(path, base), {
      cache: "no-store",
      maxBytes,
      signal,
    });
    return { status, blob: new Blob([body]) };
  } catch (error) {
    const isTooLarge = error instanceof SourceError && error.code === "source_invalid_answer";
    const code = isTooLarge ? "service_invalid_answer" : "service_unreachable";
    throw new FetchProofError({ code, evidence: { id } });
  }
}

async function notReady(id: string, blob: Blob): Promise<Problem> {
  // The state is optional: without it, the proof is still not ready.
  const state = fieldOf(await blob.text(), "state");
  const evidence = { id, ...(typeof state === "string" && { state: state.slice(0, 40) }) };
  return { code: "proof_not_ready", evidence };
}

/**
 * Reads a member of a JSON object; undefined if the text is no such object. Verification itself parses by stricter rules.
 */
function fieldOf(text: string, name: string): unknown {
  try {
    return (JSON.parse(text) as Readonly<Record<string, unknown>> | null)?.[name];
  } catch {
    return undefined;
  }
}

/** Fetches proofs by their identifier. Each is an item of its own until its files have arrived. */
export interface ProofLinksParameters {
  /** Base address of `proof/<id>.json`, on this page's origin. */
  readonly serviceUrl: URL;
  /** Adds the fetched files; resolves when the session has an item for them. */
  readonly take: (files: readonly File[]) => Promise<void>;
  readonly onChange: () => void;
}

export class ProofLinks {
  readonly #parameters: ProofLinksParameters;
  readonly #items = new Map<string, Item>();
  readonly #tasks = new TaskRegistry();

  constructor(parameters: ProofLinksParameters) {
    this.#parameters = parameters;
  }

  get items(): ReadonlyMap<string, Item> {
    return this.#items;
  }

  async open(proofId: string): Promise<void> {
    const { serviceUrl, take, onChange } = this.#parameters;
    const id = `link-${proofId}`;
    const controller = this.#tasks.start(id);
    const { signal } = controller;
    const show = (changes: Pick<Item, "phase"> & Partial<Item>) => {
      if (!this.#tasks.isCurrent(id, controller)) return;
      this.#items.set(id, { ...EMPTY, id, title: proofId, ...changes });
      onChange();
    };
    show({ phase: "fetching" });
    try {
      const files = await fetchProof(proofId, serviceUrl, signal);
      signal.throwIfAborted();
      await take(files);
      if (!this.#tasks.isCurrent(id, controller)) return;
      this.#items.delete(id);
      onChange();
    } catch (error) {
      if (signal.aborted) show({ phase: "cancelled" });
      else
        show({
          phase: "refused",
          problem: error instanceof FetchProofError ? error.problem : problemOf(error),
        });
    }
    this.#tasks.end(id, controller);
  }

  cancel(id: string): void {
    this.#tasks.cancel(id);
  }

  retry(id: string): void {
    const item = this.#items.get(id);
    if (item !== undefined) void this.open(item.title);
  }

  remove(id: string): void {
    // A new task replaces the running one, so a late answer is ignored.
    this.#tasks.start(id);
    this.#items.delete(id);
  }

  clear(): void {
    for (const id of [...this.#items.keys()]) this.remove(id);
  }
}

const EMPTY: Omit<Item, "id" | "title" | "phase"> = {
  files: [],
  progress: null,
  fingerprint: null,
  report: null,
  wanted: null,
  problem: null,
  looksLike: null,
  onlineOffer: [],
  wantedEpochs: [],
  canBeAsic: false,
  hasAnswers: false,
  asked: [],
  sandboxRoot: null,
  probablyChanged: [],
  probableProofs: [],
};

/** `asking`: the service. `none`: it knows no proof of the fingerprint. */
export type LookupState = "asking" | "none" | Problem;

/** Asks the service that hosts this page for the first proof of a fingerprint, and fetches it. */
export class FingerprintLookups {
  readonly states: ReadonlySignal<ReadonlyMap<string, LookupState>>;
  readonly #parameters: Pick<ProofLinksParameters, "serviceUrl" | "take">;
  readonly #states = signal<ReadonlyMap<string, LookupState>>(new Map());
  readonly #tasks = new TaskRegistry();

  constructor(parameters: Pick<ProofLinksParameters, "serviceUrl" | "take">) {
    this.#parameters = parameters;
    this.states = this.#states;
  }

  get isAsking(): boolean {
    return Array.from(this.#states.value.values()).includes("asking");
  }

  /** @param hash SHA-256, lower-case hexadecimal. */
  async ask(hash: string): Promise<void> {
    const { serviceUrl, take } = this.#parameters;
    const controller = this.#tasks.start(hash);
    const { signal } = controller;
    const show = (state: LookupState | null) => {
      if (!this.#tasks.isCurrent(hash, controller)) return;
      const states = new Map(this.#states.value).set(hash, state ?? "none");
      if (state === null) states.delete(hash);
      this.#states.value = states;
    };
    show("asking");
    try {
      const proofId = await findProof(hash, serviceUrl, signal);
      const files = proofId === null ? null : await fetchProof(proofId, serviceUrl, signal);
      signal.throwIfAborted();
      if (files !== null) {
        if (contentHashOf(await files[0]!.text()) !== hash) throw invalidAnswer(proofId!);
        signal.throwIfAborted();
        await take(files);
      }
      show(files === null ? "none" : null);
    } catch (error) {
      if (!signal.aborted) show(error instanceof FetchProofError ? error.problem : problemOf(error));
    }
    this.#tasks.end(hash, controller);
  }

  clear(): void {
    this.#tasks.cancelAll();
    this.#states.value = new Map();
  }
}

/** Null if the service knows none. @throws FetchProofError */
async function findProof(hash: string, base: URL, signal: AbortSignal): Promise<string | null> {
  const path = `fingerprint/${hash}.json`;
  const deadline = new Deadline(TIMEOUT_MS, signal);
  try {
    const { status, blob } = await fetchPart(hash, path, base, MAX_PAGE_BYTES, deadline.signal);
    const text = await blob.text();
    if (status === 404 && typeof fieldOf(text, "error") === "string") return null;
    const [found] = [fieldOf(text, "proofs") ?? []].flat() as readonly ({ proof_id?: unknown } | null)[];
    const id = found?.proof_id;
    if (status !== 200 || typeof id !== "string" || !isUuid(id)) throw invalidAnswer(hash);
    return id;
  } finally {
    deadline.clear();
  }
}

function contentHashOf(proof: string): unknown {
  return (fieldOf(proof, "content") as { hash?: unknown } | undefined)?.hash;
}

function invalidAnswer(id: string): FetchProofError {
  return new FetchProofError({ code: "service_invalid_answer", evidence: { id, status: 200 } });
}

/** Recognises text that the user types or pastes. */
export type RecognisedText =
  | { readonly kind: "proof-id"; readonly id: string }
  | ({ readonly kind: "fingerprint" } & PastedFingerprint)
  /** A document, to be treated as a file. */
  | { readonly kind: "document"; readonly text: string }
  | { readonly kind: "unknown" };

/** UTF-16 units: certificates in PEM are the longest document. */
const MAX_LENGTH: number = INPUT_LIMITS.certificates;

/** Recognises an identifier, a fingerprint and a pasted document. */
export function recogniseText(text: string): RecognisedText {
  if (text.length > MAX_LENGTH) return { kind: "unknown" };
  const trimmed = text.trim();
  if (
    trimmed.startsWith("{") ||
    trimmed.startsWith("-----BEGIN ") ||
    /^\d+ [0-9a-f]{160}\s/i.test(`${trimmed}\n`)
  ) {
    return { kind: "document", text: trimmed };
  }
  const id = pastedId(trimmed);
  if (id !== null) return { kind: "proof-id", id };
  const found = pastedFingerprint(trimmed);
  return found === null ? { kind: "unknown" } : { kind: "fingerprint", ...found };
}
