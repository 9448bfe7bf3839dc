/**
 * One exchange with a timestamping authority over HTTP: RFC 3161, section 3.4. Bounded in time and size; no redirect is
 * followed. Not `fetch`, which cannot show a client certificate.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { JoinedBytes } from "@svc-proof/shared/encoding";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "@svc-proof/verifier-lib/rfc3161";
import { Deadline, unlessAborted } from "@svc-proof/verifier-lib/source";

/** A client certificate and its key, in PEM. */
export interface ClientCertificate {
  /** With its issuers, if any. */
  readonly certificates: string;
  readonly privateKey: string;
}

export interface ExchangeOptions {
  /** `http` or `https`; user and password in it are sent as basic authentication. */
  readonly url: URL;
  readonly clientCertificate: ClientCertificate | null;
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** There was no usable response. The message is our own, without addresses. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}

/**
 * Sends a query and reads the response.
 *
 * @returns the unparsed body of a successful HTTP response.
 * @throws ExchangeError
 */
export async function exchange(query: Uint8Array, options: ExchangeOptions): Promise<Uint8Array> {
  const deadline = new Deadline(options.timeoutMs, options.signal);
  const { signal } = deadline;
  const sent = send(query, options);
  try {
    const answer = await unlessAborted(answerTo(sent), signal);
    return await unlessAborted(bodyOf(answer), signal);
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    if (signal.aborted) throw new ExchangeError("no answer in time", { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    throw new ExchangeError(`the connection failed (${code ?? "no code"})`, { cause: error });
  } finally {
    deadline.clear();
    sent.destroy();
  }
}

function send(query: Uint8Array, { url, clientCertificate }: ExchangeOptions): ClientRequest {
  const headers = {
    "content-type": "application/timestamp-query",
    "content-length": query.length,
    accept: "application/timestamp-reply",
  };
  // A new connection each time: seals are rare, and a kept connection may be dead when it is needed.
  const parameters = { method: "POST", headers, agent: false } as const;
  const sent =
    url.protocol === "https:"
      ? httpsRequest(url, {
          ...parameters,
          ...(clientCertificate && {
            cert: clientCertificate.certificates,
            key: clientCertificate.privateKey,
          }),
        })
      : httpRequest(url, parameters);
  return sent.end(query);
}

function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  // Keep listening: a destroyed request may emit another error.
  return new Promise((resolve, reject) => sent.once("response", resolve).on("error", reject));
}

async function bodyOf(answer: IncomingMessage): Promise<Uint8Array> {
  const { statusCode, headers } = answer;
  if (statusCode !== 200) throw new ExchangeError(`HTTP status ${statusCode}`);
  const type = headers["content-type"]?.replace(/\s*;.*$/s, "").toLowerCase();
  if (type !== "application/timestamp-reply") throw new ExchangeError("a wrong media type");
  const read = new JoinedBytes();
  for await (const part of answer as AsyncIterable<Buffer>) {
    if (read.length + part.length > MAX_TIMESTAMP_RESPONSE_BYTES) {
      throw new ExchangeError(`more than ${MAX_TIMESTAMP_RESPONSE_BYTES} bytes`);
    }
    read.push(part);
  }
  return read.bytes;
}
