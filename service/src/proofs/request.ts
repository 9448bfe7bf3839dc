/** The body of `POST /proofs`: docs/interface.md, "POST /proofs". */

import type { TSchema } from "typebox";
import Type from "typebox";
import { Compile } from "typebox/schema";
import { ApiError } from "../errors.js";
import type { JsonBody } from "../http/bodies.js";
import { fileName } from "../resources/proof.js";

/** In Unicode code points, as JSON Schema counts; a longer text is refused even if its file name is short. */
const MAX_NAME_LENGTH = 200;

/** The interface says 4 KB: KiB of the JSON text that is stored, however the client spaced and escaped it. */
const MAX_METADATA_BYTES = 4_096;

const DEFAULT_MIME_TYPE = "application/octet-stream";

/** The strict reader of bodies refuses this name anywhere. */
const PROPERTY_NAMES = { not: { const: "__proto__" } };

const HASH = Type.String({
  pattern: "^[a-f0-9]{64}$",
  description: "SHA-256 of the file, lower-case hexadecimal.",
});

/** Fields that are not named here are ignored. */
const SCHEMA = Type.Object(
  {
    hash: HASH,
    name: Type.Optional(
      Type.String({ maxLength: MAX_NAME_LENGTH, description: "Only the file name is kept, not a path." }),
    ),
    metadata: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          propertyNames: PROPERTY_NAMES,
          description: "Up to 4 KB. Counted without white space and escapes. Never returned or published.",
        },
      ),
    ),
    size: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        format: "int64",
        description: "Bytes. Informational.",
      }),
    ),
    // Printable ASCII: the text becomes the header Content-Type when the original is served.
    mime_type: Type.Optional(
      Type.String({ maxLength: 255, pattern: "^[ -~]*$", description: `Default ${DEFAULT_MIME_TYPE}.` }),
    ),
    qualified: Type.Optional(
      Type.Boolean({ description: "true also issues the seal in the same call and spends one seal." }),
    ),
  },
  { $id: "Registration", propertyNames: PROPERTY_NAMES },
);

const validator = Compile(SCHEMA);

/** The body, for the OpenAPI document. */
export const REGISTRATION: TSchema = SCHEMA;

/** A registration as requested, with the defaults of the interface. */
export interface RegistrationRequest {
  readonly hash: string;
  readonly name: string;
  /** JSON text. */
  readonly metadata: string | null;
  readonly size: number | null;
  readonly mimeType: string;
  readonly qualified: boolean;
}

/**
 * Checks a body.
 *
 * @throws ApiError `invalid_request`, naming the field.
 */
export function parseRegistrationRequest({ value: body, memberText }: JsonBody): RegistrationRequest {
  if (!validator.Check(body)) throw new ApiError("invalid_request", problemOf(body));
  // Not serialised again from the value, because numbers may have more digits than it holds.
  const metadata = memberText("metadata");
  if (metadata !== null && Buffer.byteLength(metadata) > MAX_METADATA_BYTES) {
    throw new ApiError(
      "invalid_request",
      `expected metadata of at most ${MAX_METADATA_BYTES} bytes of JSON, got ${Buffer.byteLength(metadata)}`,
    );
  }
  return {
    hash: body.hash,
    name: fileName(body.name ?? "") ?? body.hash.slice(0, 12),
    metadata,
    size: body.size ?? null,
    mimeType: body.mime_type?.trim() || DEFAULT_MIME_TYPE,
    qualified: body.qualified ?? false,
  };
}

function problemOf(body: unknown): string {
  const [, [error]] = validator.Errors(body);
  if (error === undefined) return "the body is malformed";
  if (error.keyword === "required") return `${error.params.requiredProperties.join(", ")} is missing`;
  const field = error.instancePath.slice(1).replaceAll("/", ".");
  if (body instanceof Object && (body as Record<string, unknown>)[field] === null)
    return `${field} is null: leave it out`;
  return `${field === "" ? "the body" : field} ${error.message}`;
}
