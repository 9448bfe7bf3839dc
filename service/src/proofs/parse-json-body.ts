/**
 * Bodies of requests: strict JSON. `JSON.parse` alone would keep the last of two equal keys and allow any depth. The
 * strict reader of the formats runs first and refuses both.
 */
import { FormatError, JsonReader } from "@svc-proof/shared/encoding";
import { ApiError } from "../api-error.js";
import { parseMediaType } from "../resources/media-type.js";

/** 64 KiB: 4 KiB of metadata and 200 characters of name, all written as escapes, fit twice. */
export const MAX_JSON_BODY_BYTES = 65_536;

const LIMITS = { maxBytes: MAX_JSON_BODY_BYTES, maxDepth: 32, maxMembers: 1_024 };
const OPENING_BRACE = 0x7b;

/** Strings, and white space between tokens. */
const STRING_OR_SPACE = /("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+/g;

/** A body that was read. */
export interface JsonBody {
  /** As `JSON.parse` reads it: numbers that are not exact are rounded, or infinite. */
  readonly value: unknown;
  /**
   * The text of a member of the body with its numbers as sent, without white space, and with characters escaped only where
   * JSON must; null if it is missing.
   */
  memberText(name: string): string | null;
}

/**
 * Reads a JSON body.
 *
 * @param contentType the header; a body without it counts as JSON.
 * @throws ApiError `invalid_request`.
 */
export function parseJsonBody(body: unknown, contentType: string | undefined): JsonBody {
  if (contentType !== undefined && !isJson(contentType)) {
    throw new ApiError("invalid_request", "the header Content-Type expected application/json in UTF-8");
  }
  if (!(body instanceof Uint8Array) || body.length === 0) {
    throw new ApiError("invalid_request", "the body expected a JSON object, got nothing");
  }
  const members = memberPositions(body);
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return {
    value: JSON.parse(bytes.toString("utf8")),
    memberText: (name) => {
      const member = members.get(name);
      return member === undefined
        ? null
        : bytes
            .toString("utf8", member.start, member.end)
            .replace(STRING_OR_SPACE, (_, string?: string) =>
              string === undefined ? "" : JSON.stringify(JSON.parse(string)),
            );
    },
  };
}

/** Parameters other than the charset have no meaning (RFC 8259 section 11), and clients send them. */
function isJson(contentType: string): boolean {
  const type = parseMediaType(contentType);
  return type?.essence === "application/json" && /^utf-?8$/i.test(type.parameters.get("charset") ?? "utf-8");
}

/** Reads a whole body. If it is an object, returns the bytes of its members' values by name. */
function memberPositions(body: Uint8Array): ReadonlyMap<string, { start: number; end: number }> {
  const members = new Map<string, { start: number; end: number }>();
  try {
    const reader = new JsonReader(body, LIMITS);
    if (body[reader.position] === OPENING_BRACE) {
      reader.readObject((name) => {
        const start = reader.position;
        reader.skipValue();
        members.set(name, { start, end: reader.position });
      });
    } else reader.skipValue();
    reader.end();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new ApiError("invalid_request", `the body is not acceptable JSON: ${error.message}`);
  }
  return members;
}
