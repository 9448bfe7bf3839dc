/** Routes and shapes of answers. */

import type { Client as FetchClient } from "openapi-fetch";
import createFetchClient from "openapi-fetch";
import { AnswerError } from "./errors.js";
import { type Call, PreparedRequest, type Transport } from "./transport.js";
import type { paths } from "./wire/schema.js";

/** Deeper than anything the API has. What is nested without end could not be written again. */
const MAX_DEPTH = 64;

/** The value, if it has the shape. @throws AnswerError `wrong_shape`. */
export function checkAnswer<Value>(value: unknown, shape: Shape, status: number): Value {
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw new AnswerError("wrong_shape", status, `the answer is nested more than ${MAX_DEPTH} deep`);
  }
  const fault = shape(value);
  if (fault === null) return value as Value;
  const where = fault === "" ? "the answer" : `${JSON.stringify(fault.slice(0, 200))} of the answer`;
  throw new AnswerError("wrong_shape", status, `${where} is not what the API promises`);
}

/** Level by level: recursion would be as deep as the value. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level = [value];
  for (let left = depth; level.length > 0; left--) {
    if (left < 0) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** Bytes of answers in JSON, at most: some ten times of what the service writes. */
export const MAX_PROOF_BYTES = 262_144;
export const MAX_PAGE_BYTES: number = 100 * MAX_PROOF_BYTES;
export const MAX_SMALL_BYTES = 65_536;

// Checks of JSON values at run time: an answer is believed only as far as its shape was checked.

/** Where a value does not have the shape, as a JSON pointer; null if it has it. */
export type Shape = (value: unknown) => string | null;

const fits =
  (is: (value: unknown) => boolean): Shape =>
  (value) =>
    is(value) ? null : "";

export const boolean: Shape = fits((value) => typeof value === "boolean");
export const count: Shape = fits((value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const number: Shape = fits((value) => typeof value === "number");
export const text: Shape = fits((value) => typeof value === "string");

export function literal(expected: boolean | string | null): Shape {
  return fits((value) => value === expected);
}

export function oneOf(...texts: readonly string[]): Shape {
  return fits((value) => typeof value === "string" && texts.includes(value));
}

export function matching(pattern: RegExp): Shape {
  return fits((value) => typeof value === "string" && pattern.test(value));
}

export function nullOr(shape: Shape): Shape {
  return (value) => (value === null ? null : shape(value));
}

export function optional(shape: Shape): Shape {
  return (value) => (value === undefined ? null : shape(value));
}

export function arrayOf(shape: Shape, maxItems: number = Number.POSITIVE_INFINITY): Shape {
  return (value) => {
    if (!Array.isArray(value) || value.length > maxItems) return "";
    return firstFault(value.entries(), () => shape);
  };
}

/** Members that are not named are not looked at: a later version may have more. */
export function object(members: Readonly<Record<string, Shape>>): Shape {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
    const own = (name: string) => (Object.hasOwn(value, name) ? value[name as never] : undefined);
    const found = Object.keys(members).map((name) => [name, own(name)] as const);
    return firstFault(found, (name) => members[name]!);
  };
}

/** The first of several shapes that differ by a member. */
export function either(isFirst: (value: object) => boolean, first: Shape, second: Shape): Shape {
  return (value) => {
    if (typeof value !== "object" || value === null) return "";
    return isFirst(value) ? first(value) : second(value);
  };
}

function firstFault<Name extends string | number>(
  entries: Iterable<readonly [Name, unknown]>,
  shapeOf: (name: Name) => Shape,
): string | null {
  for (const [name, item] of entries) {
    const fault = shapeOf(name)(item);
    if (fault !== null) return `/${name}${fault}`;
  }
  return null;
}

/** The shapes of what the API answers: docs/interface.md, "Resources". */
export const UUID: Shape = matching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
export const HASH: Shape = matching(/^[0-9a-f]{64}$/);
const TIME: Shape = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const STATE: Shape = oneOf("queued", "batched", "anchored", "confirmed");

const SEAL: Shape = either(
  (value) => "state" in value && value.state === "pending",
  object({ state: literal("pending") }),
  object({
    state: literal("issued"),
    authority: text,
    time: TIME,
    serial_number: text,
    policy_oid: text,
    tsr_url: text,
    trusted_list: optional(object({ result: text, code: text })),
  }),
);

const ANCHOR: Shape = object({
  network: text,
  chain_id: count,
  state: oneOf("anchored", "confirmed"),
  tx_hash: matching(/^0x[0-9a-f]{64}$/),
  block_number: count,
  block_timestamp: TIME,
  explorer_url: text,
});

const ORIGINAL: Shape = object({
  stored: boolean,
  file_name: text,
  size_bytes: count,
  mime_type: text,
  stored_at: TIME,
  url: text,
});

const PROOF_MEMBERS = {
  id: UUID,
  hash: HASH,
  algorithm: literal("SHA-256"),
  name: text,
  state: STATE,
  received_at: TIME,
  anchors: arrayOf(ANCHOR, 256),
  bitcoin: object({ state: oneOf("pending", "confirmed"), block_height: nullOr(count) }),
  qualified: nullOr(SEAL),
  original: nullOr(ORIGINAL),
  urls: object({
    self: text,
    proof_json: text,
    certificate: nullOr(text),
    certificate_pdf: nullOr(text),
    evidence_zip: nullOr(text),
  }),
  limitations: optional(arrayOf(text, 256)),
};

export const PROOF: Shape = object(PROOF_MEMBERS);
export const REGISTERED_PROOF: Shape = object({ ...PROOF_MEMBERS, created: boolean });
export const PROOF_PAGE: Shape = object({ data: arrayOf(PROOF, 100), next_cursor: nullOr(text) });
export const SEAL_ANSWER: Shape = object({
  proof_id: UUID,
  created: boolean,
  qualified: SEAL,
  seals_remaining: count,
});
export const SEAL_OF_PROOF: Shape = object({ proof_id: UUID, qualified: nullOr(SEAL) });
export const DEPOSITED: Shape = object({ id: UUID, state: STATE, original: ORIGINAL });
export const ENDED_CUSTODY: Shape = object({
  proof_id: UUID,
  original: literal(null),
  purged: boolean,
  proof_unaffected: literal(true),
});
export const NOT_READY: Shape = object({ ready: literal(false), state: STATE });
export const ACCOUNT: Shape = object({
  plan: text,
  plan_name: text,
  seals: object({
    available: boolean,
    remaining: count,
    welcome_remaining: count,
    pack_remaining: count,
    price_eur: number,
    buy_url: text,
  }),
  custody: object({
    available: boolean,
    used_bytes: count,
    max_account_bytes: count,
    max_file_bytes: count,
    downloads_used_today: count,
    max_downloads_per_day: count,
  }),
  proofs: object({ daily_limit: count, used_today: count, resets_in_seconds: count }),
  connector: object({
    mode_available: text,
    eidas_available: boolean,
    custody_available: boolean,
    operations: object({ daily_limit: count, resets_in_seconds: count }),
  }),
  keys: object({ active: count }),
  urls: object({ dashboard: text, plans: text, seals: text, docs: text, connect: text }),
});

/** The routes of the API, typed by its document, over the transport. */
export interface Api {
  /** Calls of routes. They take `sent(call)` among their options and reject if the service refuses. */
  readonly routes: FetchClient<paths>;
  /** The options of one call. */
  sent(call: Call): { readonly fetch: (request: Request) => Promise<Response> };
}

/** @param url base address, without a slash at its end. */
export function openApi(url: string, transport: Transport): Api {
  return {
    routes: createFetchClient<paths>({
      baseUrl: url,
      // Only its address, method, headers and body are read.
      Request: PreparedRequest as unknown as typeof Request,
    }),
    sent: (call) => ({
      fetch: (request) => transport.send(request as unknown as PreparedRequest, call),
    }),
  };
}

/**
 * The value of an answer in JSON that has a shape, with its status.
 *
 * @typeParam Data the resource of that shape. `openapi-fetch` would infer it without members that are always null.
 */
export async function answered<Data>(
  call: Promise<{ readonly data?: unknown; readonly response: Response }>,
  shapeOf: (status: number) => Shape,
): Promise<{ readonly value: Data; readonly status: number; readonly headers: Headers }> {
  try {
    const { data, response } = await call;
    const { status, headers } = response;
    return { value: checkAnswer<Data>(data, shapeOf(status), status), status, headers };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AnswerError("not_json", 200, "the answer is not JSON");
  }
}
