/**
 * The sandbox's calendar over HTTP, with the interface of the public calendars (opentimestamps-server,
 * `otsserver/rpc.py`). For its chain it has the interfaces of an explorer (Esplora) and of a node. Its attestations are
 * on a regtest chain and have no evidential value.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { displayHash } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodeTimestamp } from "@svc-proof/shared/opentimestamps";
import { readRequestBody } from "../read-request-body.js";
import { type CalendarBook, CalendarFullError } from "./calendar-book.js";
import { answerNodeQuestion, MAX_QUESTION_BYTES } from "./node-rpc.js";

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
