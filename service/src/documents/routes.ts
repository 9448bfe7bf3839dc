/**
 * The documents of a proof: interface, `certificate.pdf` and `evidence.zip`. This version issues neither, and says so
 * where a proof could have one.
 */
import Type from "typebox";
import { ApiError } from "../api-error.js";
import { file, keyedErrorAnswers, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import { ownProof } from "../proofs/own-proof.js";
import type { Store } from "../store/store.js";

interface DocumentKind {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly mediaType: string;
  readonly name: string;
}

const KINDS: readonly DocumentKind[] = [
  {
    path: "certificate.pdf",
    operationId: "getCertificate",
    summary: "Download the certificate",
    mediaType: "application/pdf",
    name: "certificates",
  },
  {
    path: "evidence.zip",
    operationId: "getEvidence",
    summary: "Download the evidence package",
    mediaType: "application/zip",
    name: "evidence packages",
  },
];

export function documentRoutes({ store }: { readonly store: Store }): ApiRoute[] {
  return KINDS.map((kind) => documentRoute(kind, store));
}

function documentRoute(
  { path, operationId, summary, mediaType, name }: DocumentKind,
  store: Store,
): ApiRoute {
  return apiRoute({
    method: "GET",
    path: `/proofs/{id}/${path}`,
    operationId,
    summary,
    params: { id: UUID },
    lenientQuery: ["lang"],
    query: {
      lang: Type.Optional(
        Type.String({
          description: "`es`, `en`, `de` or `fr`; any other value gives `en`.",
          examples: ["es"],
        }),
      ),
    },
    answers: {
      200: {
        description: "The file.",
        headers: { "Content-Disposition": Type.String() },
        content: file(mediaType),
      },
      ...keyedErrorAnswers("not_found", "conflict"),
    },
    handle: async (request) => {
      const proof = await ownProof(store.proofs, request);
      if (!proof.firstRegistrant) {
        throw new ApiError(
          "conflict",
          "another account registered these bytes first: the proof has no certificate of its own",
        );
      }
      throw new ApiError("unavailable", `this version of the service issues no ${name} yet`);
    },
  });
}
