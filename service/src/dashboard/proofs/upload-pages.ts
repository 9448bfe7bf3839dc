/** Originals in several requests, for the script of the page: it sends a file part by part, and goes on after a cut. */
import type { ResponseObject, ResponseToolkit } from "@hapi/hapi";
import { PLANS } from "../../accounts/plans.js";
import { ApiError } from "../../api-error.js";
import type { PaceLimits } from "../../connections/connection-limits.js";
import { requestBody } from "../../connections/request-body.js";
import type { ResumableUploads } from "../../custody/resumable-uploads.js";
import type { PageRoute } from "../../pages/page-route.js";
import { signedInOf, type Visit } from "../../pages/visit.js";
import type { Records } from "../../records/records.js";
import type { ProofRecord } from "../../records/types.js";
import { fileName } from "../../resources/file-name.js";

export interface UploadPagesDeps {
  readonly store: Records;
  /** Null if custody is off. */
  readonly resumable: ResumableUploads | null;
  readonly uploads: PaceLimits;
}

type OwnProof = (store: Records, visit: Visit) => Promise<ProofRecord>;

const INTEGER = /^(?:0|[1-9][0-9]{0,14})$/;

export function uploadPages({ store, resumable, uploads }: UploadPagesDeps, ownProof: OwnProof): PageRoute[] {
  const path = "/dashboard/proofs/{id}/upload";
  return [
    {
      method: "GET",
      path,
      access: "member",
      background: true,
      handle: async (visit, h) => {
        const proof = await ownProof(store, visit);
        const standing = resumable?.find(proof) ?? null;
        return json(h, standing === null ? { offset: null } : said(standing));
      },
    },
    {
      method: "POST",
      path,
      access: "member",
      body: "stream",
      handle: async (visit, h) => {
        const proof = await ownProof(store, visit);
        const body = requestBody(visit.request, uploads);
        try {
          if (!proof.firstRegistrant)
            throw new ApiError("conflict", "another account registered these bytes first");
          if (resumable === null)
            throw new ApiError("custody_unavailable", "this service keeps no originals");
          const { headers } = body;
          const offset = integer(headers["x-upload-offset"]);
          if (offset === 0) {
            await resumable.begin(proof, PLANS[signedInOf(visit).account.plan], {
              sizeBytes: integer(headers["x-upload-size"]),
              fileName: nameOf(headers["x-upload-name"]),
              mimeType: String(headers["content-type"] ?? "application/octet-stream").slice(0, 200),
            });
          }
          const { outcome, ...standing } = await resumable.append(proof, offset, body);
          return json(h, { ...said(standing), outcome });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const standing = resumable?.find(proof) ?? null;
          const { code } = error;
          return json(h, { error: { code }, ...(standing && said(standing)) }, error.status);
        } finally {
          body.close();
        }
      },
    },
  ];
}

function said({ offset, sizeBytes }: { readonly offset: number; readonly sizeBytes: number }): object {
  return { offset, size: sizeBytes };
}

function json(h: ResponseToolkit, value: object, status = 200): ResponseObject {
  return h.response(value).code(status).header("cache-control", "no-store");
}

function integer(given: string | string[] | undefined): number {
  if (typeof given !== "string" || !INTEGER.test(given))
    throw new ApiError("invalid_request", "the upload expected its offset and its size");
  return Number(given);
}

/** Percent-encoded, since headers are Latin-1. Null for a name that cannot be shown. */
function nameOf(given: string | string[] | undefined): string | null {
  try {
    const [...characters] = decodeURIComponent(String(given ?? ""));
    return fileName(characters.slice(0, 200).join(""));
  } catch {
    return null;
  }
}
