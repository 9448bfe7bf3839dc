/** Its server; an RPC node. */

import { mkdir } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { displayHash } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodeTimestamp } from "@svc-proof/shared/opentimestamps";
import { closeAtOnce, listenLocally, localUrl, portOf, readRequestBody } from "../local-server.js";
import { CalendarBook, type CalendarChain, CalendarFullError } from "./book.js";

// The sandbox's chain behind the JSON-RPC of a Bitcoin Core node, as far as OpenTimestamps clients need it: `ots
// --btc-regtest --bitcoin-node` verifies the sandbox's attestations. It reports itself as regtest.

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

// The sandbox's calendar over HTTP, with the interface of the public calendars (opentimestamps-server,
// `otsserver/rpc.py`). For its chain it has the interfaces of an explorer (Esplora) and of a node. Its attestations are
// on a regtest chain and have no evidential value.

/** Maximum digest length that the public calendars accept, in bytes. */
const MAX_DIGEST_BYTES = 64;
const REQUEST_TIMEOUT_MS = 10_000;

const NOTICE = `SANDBOX: an OpenTimestamps calendar on a regtest chain of its own. Nothing attested here has any evidential value.

POST /digest                    a digest of 1 to 64 bytes; answers its timestamp, pending
GET  /timestamp/<commitment>    its completion
GET  /blocks/tip/height, /block-height/<height>, /block/<hash>/header, /blocks/<height>
POST /                          Bitcoin Core's JSON-RPC: getblockchaininfo, getblockcount, getblockhash, getblockheader
`;

/** As in Esplora. */
const BLOCKS_A_PAGE = 10;

/** An answer: text, or the bytes of a timestamp. */
interface Answer {
  readonly status: number;
  readonly body: string | Uint8Array;
}

/** Builds the server without listening. `uri` is called once it listens. */
export function createCalendarServer(book: CalendarBook, uri: () => string): Server {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    answer(book, uri, request).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) =>
        error instanceof CalendarFullError
          ? send(response, 503, `${error.message}\n`)
          : send(response, 500, "the calendar failed\n"),
    );
  });
  return server;
}

async function answer(book: CalendarBook, uri: () => string, request: IncomingMessage): Promise<Answer> {
  const { method } = request;
  const path = (request.url ?? "/").split("?")[0]!;
  if (path === "/digest") {
    if (method !== "POST") return notAllowed();
    const digest = await readRequestBody(request, MAX_DIGEST_BYTES);
    if (digest === null || digest.length === 0)
      return { status: 400, body: `expected 1 to ${MAX_DIGEST_BYTES} bytes\n` };
    return { status: 200, body: encodeTimestamp(await book.promise(digest, uri())) };
  }
  if (path === "/" && method === "POST") {
    const question = await readRequestBody(request, MAX_QUESTION_BYTES);
    if (question === null) return { status: 400, body: `expected at most ${MAX_QUESTION_BYTES} bytes\n` };
    return answerNodeQuestion(question.toString(), book.chain);
  }
  if (method !== "GET" && method !== "HEAD") return notAllowed();
  if (path === "/") return { status: 200, body: NOTICE };
  if (path === "/blocks/tip/height") return found(book.chain.height < 0 ? undefined : `${book.chain.height}`);
  const [, commitment] = /^\/timestamp\/([0-9a-fA-F]{2,200})$/.exec(path) ?? [];
  if (commitment !== undefined) {
    const timestamp = book.find(commitment.toLowerCase());
    if (timestamp === undefined) return { status: 404, body: "Commitment not found\n" };
    if (timestamp === null)
      return { status: 404, body: "Pending confirmation in Bitcoin blockchain (regtest)\n" };
    return { status: 200, body: encodeTimestamp(timestamp) };
  }
  const [, height] = /^\/block-height\/(0|[1-9][0-9]{0,9})$/.exec(path) ?? [];
  if (height !== undefined) {
    const header = book.chain.header(Number(height));
    return found(header && displayHash(header.hash));
  }
  const [, from] = /^\/blocks\/(0|[1-9][0-9]{0,9})$/.exec(path) ?? [];
  if (from !== undefined) return found(blocksDownFrom(Number(from), book));
  const [, hash] = /^\/block\/([0-9a-f]{64})\/header$/.exec(path) ?? [];
  const header = hash === undefined ? undefined : book.chain.headerOf(hash);
  return found(header && bytesToHex(header.bytes));
}

/** Blocks as an explorer lists them, highest first; undefined when there is no block at that height. */
function blocksDownFrom(from: number, { chain }: CalendarBook): string | undefined {
  if (chain.header(from) === undefined) return undefined;
  const blocks: object[] = [];
  for (let height = from; height >= 0 && blocks.length < BLOCKS_A_PAGE; height--) {
    const { hash, version, time, bits, nonce, merkleRoot, previousHash } = chain.header(height)!;
    blocks.push({
      id: displayHash(hash),
      height,
      version,
      timestamp: time,
      merkle_root: displayHash(merkleRoot),
      previousblockhash: height === 0 ? null : displayHash(previousHash),
      nonce,
      bits,
    });
  }
  return JSON.stringify(blocks);
}

function found(text: string | undefined): Answer {
  return text === undefined ? { status: 404, body: "Block not found\n" } : { status: 200, body: text };
}

function notAllowed(): Answer {
  return { status: 405, body: "method not allowed\n" };
}

function send(response: ServerResponse, status: number, body: string | Uint8Array): void {
  response.writeHead(status, {
    "content-type": typeof body === "string" ? "text/plain" : "application/vnd.opentimestamps.v1",
    "x-network": "regtest",
    // The rest of a body that is too long is not read.
    ...(status === 400 ? { connection: "close" } : {}),
  });
  response.end(body);
}

// Starts the sandbox's calendar, or resumes the one in the folder on its former port.

/** Blocks beyond the required confirmations. */
const SPARE_BLOCKS = 2;

export interface SandboxCalendarOptions {
  /** Folder of the service's data; the calendar lives in `calendar/` below it. Must exist. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; 0 takes the last run's, which timestamps name, or a free one in the first run. */
  readonly port: number;
  /** Time between two blocks while any are needed. */
  readonly blockTimeMs: number;
  /** Confirmations that an attestation needs. This many blocks follow each block that attests something. */
  readonly confirmations: number;
  /** Called when the calendar can no longer write its journal. */
  readonly onFailure: (error: Error) => void;
}

export interface SandboxCalendar {
  /** Address of the calendar, and of the explorer of its chain. */
  readonly url: string;
  stop(): Promise<void>;
}

/** @throws Error when the port is in use or the folder cannot be written. */
export async function startSandboxCalendar(options: SandboxCalendarOptions): Promise<SandboxCalendar> {
  const { dataDir, port, blockTimeMs, confirmations, onFailure } = options;
  const folder = join(dataDir, "calendar");
  await mkdir(folder, { recursive: true });
  const book = await CalendarBook.open(join(folder, "journal.txt"));
  const server = createCalendarServer(book, () => localUrl(portOf(server)));
  try {
    await listenLocally(server, port === 0 ? (book.ports.at(-1) ?? 0) : port, false);
    await book.serve(portOf(server));
  } catch (error) {
    if (server.listening) await closeAtOnce(server);
    await book.close();
    throw error;
  }

  const stopping = new AbortController();
  const mining = (async () => {
    while (!stopping.signal.aborted) {
      const isShort =
        book.chain.height < Math.max(0, book.lastAttestingHeight + confirmations + SPARE_BLOCKS);
      if (book.isWaiting || isShort) await book.mine();
      await sleep(blockTimeMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })().catch(onFailure);

  return {
    url: localUrl(portOf(server)),
    stop: async () => {
      stopping.abort();
      await mining;
      await closeAtOnce(server);
      await book.close();
    },
  };
}
