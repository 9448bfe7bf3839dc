import {
  ACCOUNT,
  type Api,
  answered,
  DEPOSITED,
  ENDED_CUSTODY,
  MAX_PAGE_BYTES,
  MAX_PROOF_BYTES,
  MAX_SMALL_BYTES,
  openApi,
  PROOF,
  PROOF_PAGE,
  SEAL_OF_PROOF,
} from "./answers.js";
import {
  type Client,
  type ClientOptions,
  checkOptions,
  type ListOptions,
  type RequestOptions,
} from "./client.js";
import { checkContent, type DepositContent, type DepositOptions, openBody } from "./deposit.js";
import { Downloads } from "./download.js";
import { AnswerError, ApiError } from "./errors.js";
import { register, registerMany } from "./register.js";
import { Transport } from "./transport.js";
import {
  type Account,
  type Deposited,
  type EndedCustody,
  type Proof,
  type ProofPage,
  proofId,
  type Seal,
} from "./types.js";
import { seal, waitFor, waitForMany } from "./wait.js";

/**
 * A client of the API. It holds nothing that must be closed.
 *
 * @throws TypeError or RangeError if an option is wrong.
 *
 * @example
 * const client = createClient({ url: "https://proofs.example/api/v2", key: process.env.SVC_PROOF_KEY });
 * const { id } = await client.register({ hash: await hashFile(file), name: file.name });
 * await client.waitFor(id, "anchored");
 * const { bytes, report } = await client.downloadProof(id);
 */
export function createClient(options: ClientOptions): Client {
  const { url, verify = {}, ...transport } = checkOptions(options);
  const api = openApi(url, new Transport(transport));
  const get = (id: string, signal: AbortSignal | undefined) => getProof(api, proofId(id), signal);
  const downloads = new Downloads({ api, verification: verify, get, hasKey: transport.key !== null });

  return {
    url,
    register: async (registration, { idempotencyKey = crypto.randomUUID(), signal } = {}) =>
      register(
        api,
        typeof registration === "string" ? { hash: registration } : registration,
        idempotencyKey,
        signal,
      ),
    registerMany: (items, manyOptions = {}) =>
      registerMany(items, manyOptions, (item, key, signal) => register(api, item, key, signal)),
    get: async (id, { signal } = {}) => get(id, signal),
    list: async (listOptions = {}) => listProofs(api, listOptions),
    listAll: (listOptions = {}) => listAll(api, listOptions),
    waitFor: async (id, state, waitOptions = {}) =>
      waitFor(() => get(id, waitOptions.signal), state, waitOptions),
    waitForMany: (proofs, state, waitOptions = {}) => {
      const { signal } = waitOptions;
      const reader = {
        get: (id: string) => get(id, signal),
        page: (cursor: string | null) =>
          listProofs(api, { limit: 100, ...(cursor !== null && { cursor }), ...(signal && { signal }) }),
      };
      const ids = Array.from(proofs, (proof) => proofId(typeof proof === "string" ? proof : proof.id));
      return waitForMany(reader, ids, state, waitOptions);
    },
    seal: async (id, sealOptions = {}) => seal(api, proofId(id), sealOptions),
    getSeal: async (id, { signal } = {}) => {
      const { value } = await answered<{ readonly qualified: Seal | null }>(
        api.routes.GET("/proofs/{id}/qualified", {
          params: { path: { id: proofId(id) } },
          ...api.sent({ signal, maxBytes: MAX_SMALL_BYTES }),
        }),
        () => SEAL_OF_PROOF,
      );
      return value.qualified;
    },
    deposit: async (id, content, depositOptions = {}) => deposit(api, proofId(id), content, depositOptions),
    deleteOriginal: async (id, requestOptions = {}) => deleteOriginal(api, proofId(id), requestOptions),
    account: async ({ signal } = {}) => {
      const { value } = await answered<Account>(
        api.routes.GET("/account", api.sent({ signal, maxBytes: MAX_SMALL_BYTES })),
        () => ACCOUNT,
      );
      return value;
    },
    downloadProof: async (proof, downloadOptions) => downloads.proof(proof, downloadOptions),
    downloadSeal: async (proof, downloadOptions) => downloads.seal(proof, downloadOptions),
    downloadTimestamp: async (proof, downloadOptions) => downloads.timestamp(proof, downloadOptions),
    downloadSealTimestamp: async (proof, downloadOptions) => downloads.sealTimestamp(proof, downloadOptions),
    downloadHeaders: async (proof, downloadOptions) => downloads.headers(proof, downloadOptions),
    downloadWitness: async (proof, downloadOptions) => downloads.witness(proof, downloadOptions),
    downloadCertificate: async (proof, downloadOptions) => downloads.certificate(proof, downloadOptions),
    downloadEvidence: async (proof, downloadOptions) => downloads.evidence(proof, downloadOptions),
    downloadOriginal: async (proof, downloadOptions) => downloads.original(proof, downloadOptions),
    downloadBundle: async (proof, downloadOptions) => downloads.bundle(proof, downloadOptions),
  };
}

async function getProof(api: Api, id: string, signal: AbortSignal | undefined): Promise<Proof> {
  const { value, status } = await answered<Proof>(
    api.routes.GET("/proofs/{id}", {
      params: { path: { id } },
      ...api.sent({ signal, maxBytes: MAX_PROOF_BYTES }),
    }),
    () => PROOF,
  );
  if (value.id !== id) throw new AnswerError("wrong_proof", status, "the answer is about another proof");
  return value;
}

async function listProofs(api: Api, { limit, cursor, signal }: ListOptions): Promise<ProofPage> {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1 && limit <= 100)) {
    throw new RangeError(`"limit" expected an integer from 1 to 100, got ${limit}`);
  }
  const query = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) };
  const { value } = await answered<ProofPage>(
    api.routes.GET("/proofs", { params: { query }, ...api.sent({ signal, maxBytes: MAX_PAGE_BYTES }) }),
    () => PROOF_PAGE,
  );
  return value;
}

async function* listAll(api: Api, options: ListOptions): AsyncGenerator<Proof, void, void> {
  const { limit = 100, cursor: first, signal } = options;
  let cursor: string | null | undefined = first;
  const seen = new Set<string>();
  do {
    const page: ProofPage = await listProofs(api, {
      limit,
      ...(cursor != null && { cursor }),
      ...(signal && { signal }),
    });
    yield* page.data;
    cursor = page.next_cursor;
    // A service that leads in circles, or from nothing to nothing, must not keep its caller for ever.
    if (cursor !== null && (page.data.length === 0 || seen.size === seen.add(cursor).size)) {
      throw new AnswerError("wrong_shape", 200, "the list leads in circles");
    }
  } while (cursor !== null);
}

async function deposit(
  api: Api,
  id: string,
  content: DepositContent,
  { mimeType, onProgress, signal }: DepositOptions,
): Promise<Deposited> {
  checkContent(content);
  const type = mimeType ?? (content instanceof Blob && content.type !== "" ? content.type : undefined);
  const { value, status } = await answered<Deposited>(
    api.routes.PUT("/proofs/{id}/original", {
      params: { path: { id } },
      headers: { "Content-Type": type ?? "application/octet-stream" },
      // The document describes bytes; the transport opens them for each try.
      body: "" as never,
      bodySerializer: () => "",
      ...api.sent({
        signal,
        maxBytes: MAX_PROOF_BYTES,
        openBody: (onBytes, onError) =>
          openBody(
            content,
            (bytes) => {
              onBytes();
              onProgress?.(bytes);
            },
            onError,
          ),
      }),
    }),
    () => DEPOSITED,
  );
  if (value.id !== id) throw new AnswerError("wrong_proof", status, "the answer is about another proof");
  return value;
}

async function deleteOriginal(api: Api, id: string, { signal }: RequestOptions): Promise<EndedCustody> {
  let isRepeated = false;
  const onRetry = () => {
    isRepeated = true;
  };
  try {
    const { value, status } = await answered<EndedCustody>(
      api.routes.DELETE("/proofs/{id}/original", {
        params: { path: { id } },
        ...api.sent({ signal, maxBytes: MAX_SMALL_BYTES, onRetry }),
      }),
      () => ENDED_CUSTODY,
    );
    if (value.proof_id !== id)
      throw new AnswerError("wrong_proof", status, "the answer is about another proof");
    return value;
  } catch (error) {
    // A try whose answer was lost has ended it: what is not there is what was asked for.
    if (!(isRepeated && error instanceof ApiError && error.code === "not_found")) throw error;
    const { original } = await getProof(api, id, signal);
    if (original !== null) throw error;
    return { proof_id: id, original, purged: false, proof_unaffected: true };
  }
}
