/**
 * The sandbox's chain behind the JSON-RPC of a Bitcoin Core node, as far as OpenTimestamps clients need it: `ots
 * --btc-regtest --bitcoin-node` verifies the sandbox's attestations. It reports itself as regtest.
 */
import { displayHash } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import type { CalendarChain } from "./calendar-chain.js";

/** Maximum length of a request. Usual ones have about 150 bytes. */
export const MAX_QUESTION_BYTES = 4_096;

/** Bitcoin Core, `rpc/protocol.h`. */
const METHOD_NOT_FOUND = -32_601;
const PARSE_ERROR = -32_700;
const INVALID_PARAMETER = -8;
const INVALID_ADDRESS_OR_KEY = -5;

export interface NodeAnswer {
  readonly status: number;
  readonly body: string;
}

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers one request, which may be hostile. */
export function answerNodeQuestion(body: string, chain: CalendarChain): NodeAnswer {
  let id: unknown = null;
  try {
    const question = parseQuestion(body);
    id = question.id;
    return { status: 200, body: JSON.stringify({ result: resultOf(question, chain), error: null, id }) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message } = error;
    const status = code === METHOD_NOT_FOUND ? 404 : 500;
    return { status, body: JSON.stringify({ result: null, error: { code, message }, id }) };
  }
}

interface Question {
  readonly method: unknown;
  readonly params: readonly unknown[];
  readonly id: string | number | null;
}

function parseQuestion(body: string): Question {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new RpcError(PARSE_ERROR, "Parse error");
  }
  const { method, params, id } = (parsed ?? {}) as Record<string, unknown>;
  return {
    method,
    params: Array.isArray(params) ? params : [],
    id: typeof id === "string" || typeof id === "number" ? id : null,
  };
}

function resultOf({ method, params }: Question, chain: CalendarChain): unknown {
  const [first, isVerbose = true] = params;
  switch (method) {
    case "getblockchaininfo":
      return { chain: "regtest", blocks: chain.height, headers: chain.height };
    case "getblockcount":
      return chain.height;
    case "getblockhash": {
      const header = Number.isSafeInteger(first) ? chain.header(first as number) : undefined;
      if (header === undefined) throw new RpcError(INVALID_PARAMETER, "Block height out of range");
      return displayHash(header.hash);
    }
    case "getblockheader": {
      const header = typeof first === "string" ? chain.headerOf(first) : undefined;
      if (header === undefined) throw new RpcError(INVALID_ADDRESS_OR_KEY, "Block not found");
      if (isVerbose !== false)
        throw new RpcError(INVALID_PARAMETER, "only hexadecimal headers are supported: verbose=false");
      return bytesToHex(header.bytes);
    }
    default:
      throw new RpcError(METHOD_NOT_FOUND, "Method not found");
  }
}
