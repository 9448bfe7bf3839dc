/**
 * One exchange with a timestamping authority over HTTP: RFC 3161, section 3.4. Bounded in time and size; no redirect is
 * followed. Not `fetch`, which cannot show a client certificate.
 */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "@svc-proof/verifier-lib/rfc3161";

/** What a client shows to a server that wants to know it, in PEM. */
export interface ClientCertificate {
  /** With its issuers, if any. */
  readonly certificates: string;
  readonly privateKey: string;
}

export interface ExchangeOptions {
  /** `http` or `https`; user and password in it are sent as basic authentication. */
  readonly url: URL;
  readonly clientCertificate: ClientCertificate | null;
  readonly signal: AbortSignal;
}

/** Nothing that could be a response came. The message is our own, without addresses. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}

/**
 * Sends a query and reads what comes back.
 *
 * @returns the body of an answer that HTTP says is a response, unread.
 * @throws ExchangeError
 */
export async function exchange(query: Uint8Array, options: ExchangeOptions): Promise<Uint8Array> {
  const { signal } = options;
  try {
    const answer = await answerTo(query, options);
    return await bodyOf(answer).finally(() => answer.destroy());
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    if (signal.aborted) throw new ExchangeError("no answer in time", { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    throw new ExchangeError(`no connection, or it broke off (${code ?? "no code"})`, { cause: error });
  }
}

function answerTo(query: Uint8Array, options: ExchangeOptions): Promise<IncomingMessage> {
  const { url, clientCertificate, signal } = options;
  const headers = {
    "content-type": "application/timestamp-query",
    "content-length": query.length,
    accept: "application/timestamp-reply",
  };
  return new Promise((resolve, reject) => {
    // A connection each: seals are seldom, and one that was kept may be gone when it is needed.
    const parameters = { method: "POST", headers, signal, agent: false } as const;
    const sent: ClientRequest =
      url.protocol === "https:"
        ? httpsRequest(url, {
            ...parameters,
            ...(clientCertificate && {
              cert: clientCertificate.certificates,
              key: clientCertificate.privateKey,
            }),
          })
        : httpRequest(url, parameters);
    sent.once("response", resolve).once("error", reject);
    sent.end(query);
  });
}

async function bodyOf(answer: IncomingMessage): Promise<Uint8Array> {
  const { statusCode, headers } = answer;
  if (statusCode !== 200) throw new ExchangeError(`HTTP status ${statusCode}`);
  const type = headers["content-type"]?.replace(/\s*;.*$/s, "").toLowerCase();
  if (type !== "application/timestamp-reply") throw new ExchangeError("another media type than a response's");
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_TIMESTAMP_RESPONSE_BYTES) {
      throw new ExchangeError(`more than ${MAX_TIMESTAMP_RESPONSE_BYTES} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
