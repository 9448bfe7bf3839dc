/** Routes; opens the capability. */

import { availableParallelism } from "node:os";
import type { Request } from "@hapi/hapi";
import Type from "typebox";
import { callerOf } from "../accounts/authentication.js";
import { PLANS } from "../accounts/plans.js";
import type { Capability, CapabilityHost } from "../capability.js";
import { ApiError } from "../errors.js";
import {
  BAD_GATEWAY,
  errorAnswers,
  FILE,
  file,
  json,
  keyedErrorAnswers,
  URL_TEXT,
  UUID,
} from "../http/answers.js";
import { requestBody } from "../http/bodies.js";
import { connectionLimits, endWithAnswer, type PaceLimits } from "../http/connections.js";
import { type ApiRoute, apiRoute } from "../http/routes.js";
import { networkNames } from "../http/site.js";
import type { JobLoop } from "../jobs/job.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { ORIGINAL_OR_NULL, ownProof, PROOF, type ProofContext, proofResource } from "../resources/proof.js";
import { StoreUnavailableError } from "../store/store.js";
import { AuthenticationWorkers } from "./authenticate.js";
import { Custody, fileTooLarge } from "./custody.js";
import type { HashPlaintext } from "./encryption.js";
import { attachmentNamed, BodyTooLargeError } from "./files.js";
import { expireUploads, startCustodyJob } from "./purge.js";
import { openCustodyStorage } from "./storage.js";
import { openUploadedFile } from "./uploads.js";

/** Custody of originals: docs/interface.md, `/proofs/{id}/original`. Routes translate; `Custody` decides. */
export interface CustodyRoutesDeps {
  readonly store: Records;
  /** Null if custody is off. */
  readonly custody: Custody | null;
  readonly context: () => ProofContext;
  /** Limits on the pace of request bodies. */
  readonly uploads: PaceLimits;
}

const ENDED_CUSTODY = Type.Object(
  {
    proof_id: UUID,
    original: ORIGINAL_OR_NULL,
    purged: Type.Boolean({ description: "False while physical deletion is queued." }),
    proof_unaffected: Type.Boolean(),
  },
  { $id: "EndedCustody", description: "`original` is null and `proof_unaffected` true." },
);

const DOWNLOADS_REMAINING = "X-Svc-Custody-Downloads-Remaining";

export function custodyRoutes(deps: CustodyRoutesDeps): ApiRoute[] {
  return [
    depositRoute(deps, {
      method: "PUT",
      operationId: "depositOriginal",
      description:
        "The body is the file, and its type the file's: `application/octet-stream` or another. A form, as `POST` shows it, is taken too.",
      body: file("application/octet-stream"),
    }),
    depositRoute(deps, {
      method: "POST",
      operationId: "postOriginal",
      description: "The file in a form. A body that is the file, as `PUT` shows it, is taken too.",
      body: { "multipart/form-data": Type.Object({ file: FILE }) },
    }),
    downloadRoute(deps),
    endCustodyRoute(deps),
  ];
}

/** Either takes both kinds of body. Generators of clients fail on an operation with two, so each shows another. */
function depositRoute(
  { store, custody, context, uploads }: CustodyRoutesDeps,
  shown: Pick<ApiRoute, "method" | "operationId" | "description" | "body">,
): ApiRoute {
  return apiRoute({
    ...shown,
    path: "/proofs/{id}/original",
    summary: "Deposit the original",
    params: { id: UUID },
    answers: {
      201: { description: "Stored.", headers: { Location: URL_TEXT }, content: json(PROOF) },
      200: { description: "It was already stored.", content: json(PROOF) },
      ...keyedErrorAnswers(
        "invalid_request",
        "not_found",
        "request_timeout",
        "hash_mismatch",
        "conflict",
        "file_too_large",
        "custody_unavailable",
        "custody_quota_exceeded",
      ),
      ...BAD_GATEWAY,
    },
    handle: async (request, h) => {
      const proof = await ownProof(store.proofs, request);
      if (!proof.firstRegistrant) {
        throw new ApiError("conflict", "another account registered these bytes first");
      }
      if (custody === null) throw new ApiError("custody_unavailable", "this service keeps no originals");
      const plan = planOf(request);
      const body = requestBody(request, uploads);
      try {
        const upload = await openUploadedFile(body);
        if (upload.minBytes > plan.custodyFileBytes) throw fileTooLarge(plan.custodyFileBytes);
        const created = await custody.deposit(proof, plan, upload);
        const original = await store.custody.find(proof.id);
        const resource = proofResource(proof, context(), original);
        return created ? h.response(resource).created(resource.original!.url) : resource;
      } catch (error) {
        if (!(error instanceof BodyTooLargeError)) throw error;
        // The same refusal as the gateway's for a body with a length.
        return h.response(`${error.message}\n`).type("text/plain").code(413);
      } finally {
        body.close();
      }
    },
  });
}

function downloadRoute({ store, custody }: CustodyRoutesDeps): ApiRoute {
  return apiRoute({
    method: "GET",
    path: "/proofs/{id}/original",
    operationId: "getOriginal",
    summary: "Download the original",
    description:
      "All of it is authenticated and its fingerprint recomputed before the first byte is served. Parts (`Range`) are not served.",
    params: { id: UUID },
    answers: {
      200: {
        description: "The file, with its type and name.",
        headers: {
          "Content-Disposition": Type.String(),
          [DOWNLOADS_REMAINING]: Type.String({ pattern: "^(?:0|[1-9][0-9]*)$" }),
        },
        content: file("*/*"),
      },
      ...keyedErrorAnswers("not_found", "conflict", "download_quota_exceeded"),
      ...errorAnswers("integrity_failed"),
      ...BAD_GATEWAY,
    },
    handle: async (request, h) => {
      const proof = await ownProof(store.proofs, request);
      if (custody === null) {
        if ((await store.custody.find(proof.id)) === null) throw notInCustody();
        throw new ApiError("unavailable", "custody is switched off", { status: 502 });
      }
      const opened =
        request.method === "head"
          ? await custody.describe(proof, planOf(request))
          : await custody.open(proof, planOf(request));
      if (opened === null) throw await whyNone(store, proof);
      const { original, downloadsRemaining, stream } = opened;
      endWithAnswer(request, () => stream.destroy());
      // A compressed response has no length, and clients need it to notice a truncated body.
      request.info.acceptEncoding = "identity";
      const response = h.response(stream).header("content-type", original.mimeType);
      // Serves the type as registered.
      response.charset("");
      return response
        .bytes(original.sizeBytes)
        .header("content-disposition", attachmentNamed(original.fileName))
        .header("cache-control", "private, no-store")
        .header(DOWNLOADS_REMAINING, String(downloadsRemaining));
    },
  });
}

function endCustodyRoute({ store }: CustodyRoutesDeps): ApiRoute {
  return apiRoute({
    method: "DELETE",
    path: "/proofs/{id}/original",
    operationId: "deleteOriginal",
    summary: "End custody of the original",
    params: { id: UUID },
    answers: {
      200: { description: "Custody ended.", content: json(ENDED_CUSTODY) },
      ...keyedErrorAnswers("not_found"),
    },
    handle: async (request) => {
      const proof = await ownProof(store.proofs, request);
      const original = await store.custody.find(proof.id);
      if (original === null || !(await store.custody.endCustody(original))) throw notInCustody();
      return { proof_id: proof.id, original: null, purged: false, proof_unaffected: true };
    },
  });
}

function planOf(request: Request): (typeof PLANS)["free"] {
  return PLANS[callerOf(request).account.plan];
}

function notInCustody(): ApiError {
  return new ApiError("not_found", "no original is in custody");
}

async function whyNone(store: Records, { id }: ProofRecord): Promise<ApiError> {
  return (await store.custody.isUploading(id, await store.custody.now()))
    ? new ApiError("conflict", "the original is not stored yet")
    : notInCustody();
}

/** The event loop keeps a processor for itself if there is more than one. */
const AUTHENTICATION_WORKERS = Math.min(Math.max(availableParallelism() - 1, 1), 2);

/** The last that a Date can be. */
const END_OF_TIME = new Date(8_640_000_000_000_000);

export interface OpenedCustody extends Capability {
  /** Null if custody is off. */
  readonly custody: Custody | null;
}

/**
 * Opens custody of originals and its purge job.
 *
 * @param dataDir the data folder; null if everything is kept elsewhere.
 * @throws StartError when there is no key, or the blob storage cannot be used.
 */
export async function openCustody(host: CapabilityHost, dataDir: string | null): Promise<OpenedCustody> {
  const { config, log, store, addresses } = host;
  const { custodyPurgeMs: intervalMs, custodyUploadMs: uploadMs } = config;
  const storage = await openCustodyStorage(config, dataDir, store.custody, log);
  const workers =
    storage &&
    new AuthenticationWorkers(AUTHENTICATION_WORKERS, (error) =>
      log.error({ err: error }, "a worker that authenticates originals ended"),
    );
  const hashPlaintext: HashPlaintext = (original, ciphertext) => workers!.hashPlaintext(original, ciphertext);
  const custody = storage && new Custody({ store: store.custody, ...storage, hashPlaintext, log, uploadMs });
  // Nobody else uses SQLite's file: the uploads that it knows were those of processes that have ended.
  if (storage !== null && config.mongodbUrl === null)
    await expireUploads({ store: store.custody, log }, END_OF_TIME, host.signal).catch(unlessUnavailable);
  const context = () => ({ addresses: addresses(), networkName: networkNames(config) });
  let job: JobLoop | undefined;
  return {
    custody,
    routes: custodyRoutes({ store, custody, context, uploads: connectionLimits(config).uploads }),
    startJobs: () => {
      if (storage !== null)
        job = startCustodyJob({
          ...{ ...host.jobs, ...storage, store, log, uploadMs, intervalMs },
          settleDownloads: (signal) => custody!.settleDownloads(signal),
        });
    },
    close: async () => {
      await job?.stop();
      await workers?.close();
      await storage?.blobs.close();
    },
  };
}

/** On a full disk, they end with their time. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}
