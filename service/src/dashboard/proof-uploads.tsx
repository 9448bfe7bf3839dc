/** Originals: upload, confirm. */

import type { ResponseObject, ResponseToolkit } from "@hapi/hapi";
import { fill, plural } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { PLANS } from "../accounts/plans.js";
import type { ResumableUploads } from "../custody/uploads.js";
import { ApiError } from "../errors.js";
import { requestBody } from "../http/bodies.js";
import type { PaceLimits } from "../http/connections.js";
import { type Page, type PageRoute, signedInOf, type Visit } from "../pages/page-route.js";
import { FileName, Form, Notice, nameText, priceText } from "../pages/parts.js";
import type { Records } from "../records/records.js";
import type { OriginalRecord, ProofRecord } from "../records/types.js";
import { fileName } from "../resources/proof.js";
import { textsOf } from "./proofs.js";

/** What is asked before a seal is spent, and before an original is deleted. */
export interface SealPageProps {
  readonly visit: Visit;
  readonly proof: ProofRecord;
  readonly priceEur: number;
  /** Seals that the account has. */
  readonly balance: number;
  readonly isSold: boolean;
  readonly problem?: string;
}

export function sealPage(props: SealPageProps, status?: number): Page {
  const { visit } = props;
  return {
    title: textsOf(visit).seal.title,
    place: "proofs",
    body: <ConfirmSeal {...props} />,
    ...(status === undefined ? {} : { status }),
  };
}

function ConfirmSeal({ visit, proof, priceEur, balance, isSold, problem }: SealPageProps): JSX.Element {
  const { seal, original } = textsOf(visit);
  return (
    <>
      <h1>{seal.title}</h1>
      {problem !== undefined && <Notice kind="problem">{problem}</Notice>}
      <p class="proof-name">
        <FileName of={proof} />
      </p>
      <p>{seal.explain}</p>
      <p>{fill(seal.price, { price: priceText(priceEur, visit.language) })}</p>
      <p>{balance === 0 ? seal.noneLeft : plural(seal.balance, balance, visit.language)}</p>
      {!isSold && <p>{seal.closed}</p>}
      {isSold && balance > 0 && (
        <Form visit={visit} action={`/dashboard/proofs/${proof.id}/seal`}>
          <button type="submit" class="primary">
            {seal.confirm}
          </button>
        </Form>
      )}
      <p>
        {balance === 0 && (
          <>
            <a href={visit.href("/seals")}>{seal.buy}</a>{" "}
          </>
        )}
        <a href={visit.href(`/dashboard/proofs/${proof.id}`)}>{original.cancel}</a>
      </p>
    </>
  );
}

export interface DeletePageProps {
  readonly visit: Visit;
  readonly proof: ProofRecord;
  readonly original: OriginalRecord;
}

export function deletePage(props: DeletePageProps): Page {
  const { original } = textsOf(props.visit);
  return { title: original.deleteTitle, place: "proofs", body: <ConfirmDelete {...props} /> };
}

function ConfirmDelete({ visit, proof, original }: DeletePageProps): JSX.Element {
  const texts = textsOf(visit).original;
  return (
    <>
      <h1>{texts.deleteTitle}</h1>
      <p>{fill(texts.deleteExplain, { name: nameText({ name: original.fileName, hash: proof.hash }) })}</p>
      <Form visit={visit} action={`/dashboard/proofs/${proof.id}/original/delete`}>
        {/* What was shown is deleted, not what took its place meanwhile. */}
        <input type="hidden" name="object" value={original.objectId} />
        <button type="submit">{texts.delete}</button>
      </Form>
      <p>
        <a href={visit.href(`/dashboard/proofs/${proof.id}`)}>{texts.keep}</a>
      </p>
    </>
  );
}

/** Originals in several requests, for the script of the page: it sends a file part by part, and goes on after a cut. */
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
