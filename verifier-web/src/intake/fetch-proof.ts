/**
 * A proof and what belongs to it, from the service that this page came from and from nobody else. What it answers is
 * handed on as files: nothing here believes it.
 */
import type { Problem } from "../model/item.js";

/** Beside the proof. Each may be missing: not made yet, or of a service that does not serve it. */
const BESIDE = ["ots", "headers.json"] as const;

const MAX_ANSWER_BYTES = 1_048_576;
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
 * The portable proof first, then its timestamp and headers as far as there are any.
 *
 * @param base address of the service's API, below which `proof/<id>.json` lies; of the page's own origin.
 * @throws FetchProofError; what aborted the signal.
 */
export async function fetchProof(id: string, base: URL, signal: AbortSignal): Promise<File[]> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const fetchPart = async (ending: string) => {
    try {
      const response = await fetch(new URL(`proof/${id}.${ending}`, base), {
        signal: within,
        credentials: "omit",
        redirect: "error",
        cache: "no-store",
      });
      return { status: response.status, blob: await bounded(response) };
    } catch {
      signal.throwIfAborted();
      throw new FetchProofError({ code: "service_unreachable", evidence: { id } });
    }
  };
  const { status, blob } = await fetchPart("json");
  if (status === 404) {
    // A host that only serves files has a page for this, in HTML.
    const isService = blob !== null && /^\s*\{/.test(await blob.slice(0, 16).text());
    throw new FetchProofError({
      code: isService ? "proof_not_found" : "service_unreachable",
      evidence: { id },
    });
  }
  if (status === 202) throw new FetchProofError(await notReady(id, blob));
  if (status !== 200 || blob === null || fieldOf(await blob.text(), "proof_id") !== id) {
    throw new FetchProofError({ code: "service_invalid_answer", evidence: { id, status } });
  }
  const proof = new File([blob], `${id}.json`);
  const beside = await Promise.all(
    BESIDE.map(async (ending) => {
      const part = await fetchPart(ending).catch(() => null);
      signal.throwIfAborted();
      return part?.status === 200 && part.blob !== null ? [new File([part.blob], `${id}.${ending}`)] : [];
    }),
  );
  return [proof, ...beside.flat()];
}

async function notReady(id: string, blob: Blob | null): Promise<Problem> {
  // The state is a courtesy; without it the proof is as unready.
  const state = fieldOf((await blob?.text()) ?? "", "state");
  const evidence = { id, ...(typeof state === "string" && { state: state.slice(0, 40) }) };
  return { code: "proof_not_ready", evidence };
}

/** Of a JSON object; undefined where it is none, or has none. What is verified is parsed by stricter rules. */
function fieldOf(text: string, name: string): unknown {
  try {
    return (JSON.parse(text) as Readonly<Record<string, unknown>> | null)?.[name];
  } catch {
    return undefined;
  }
}

/** Null where the answer is larger than any that is expected. */
async function bounded(response: Response): Promise<Blob | null> {
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return new Blob(parts);
    length += part.value.length;
    if (length > MAX_ANSWER_BYTES) {
      reader?.cancel().catch(() => undefined);
      return null;
    }
    parts.push(part.value);
  }
}
