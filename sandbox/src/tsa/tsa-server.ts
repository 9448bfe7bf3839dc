/**
 * The sandbox's timestamping authorities over HTTP: RFC 3161, section 3.4. A request with a valid body gets status 200
 * and a TimeStampResp, even for a rejection. Other statuses mean that the HTTP request does not follow that section.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readRequestBody } from "../read-request-body.js";
import { CA_CRL_PATH, CA_PATH, OCSP_PATH, ROOT_CRL_PATH } from "./certificate.js";
import type { CertificateAuthority } from "./certificate-authority.js";
import { derOf } from "./credential-file.js";
import { answerOcsp, encodeCrl, type Revocation } from "./revocation-answers.js";
import type { TimestampAuthority } from "./timestamp-authority.js";
import { encodeRejection } from "./timestamp-response.js";

/** Requests have about 100 bytes. The rest is for policies and extensions. */
const MAX_QUERY_BYTES = 8_192;
const REQUEST_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_MS = 1_000;
const CRL_TYPE = "application/pkix-crl";
/** How long an answer about revocation is valid. */
const ANSWER_VALIDITY_MS = 604_800_000;
const QUERY_TYPE = "application/timestamp-query";

const NOTICE = `SANDBOX: a timestamping authority of its own (RFC 3161). Not qualified: nothing stamped here has any evidential value.

POST /p256, POST /rsa           application/timestamp-query; answers application/timestamp-reply
GET  /root.pem                  what a verifier is to trust
GET  /p256.pem, GET /rsa.pem    the signing certificate and its issuer, for tokens that carry none
POST /ocsp, GET /ca.crl, GET /root.crl, GET /ca.cer   revocation, and the certificate of the issuer

  openssl ts -query -data FILE -sha256 -cert -out FILE.tsq
  curl -sH 'Content-Type: ${QUERY_TYPE}' --data-binary @FILE.tsq THIS/p256 -o FILE.tsr
  curl -s THIS/root.pem -o root.pem
  openssl ts -verify -queryfile FILE.tsq -in FILE.tsr -CAfile root.pem
`;

export interface TsaServerOptions {
  /** Authorities by their name in the address. */
  readonly authorities: ReadonlyMap<string, TimestampAuthority>;
  readonly rootPem: string;
  readonly authority: CertificateAuthority;
  /** Grows while the server runs. */
  readonly revoked: readonly Revocation[];
  /** Called when an authority cannot sign. */
  readonly onFailure: (error: Error) => void;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** Builds the server without listening. Requests wait until `answerTsaRequests`: certificates name the port. */
export function createTsaServer(requestTimeoutMs: number = REQUEST_TIMEOUT_MS): Server {
  // By default, Node checks for slow requests only every 30 s.
  return createServer({
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  });
}

export function answerTsaRequests(server: Server, options: TsaServerOptions): void {
  server.on("request", (request, response) => {
    answer(options, request).then(
      (answered) => send(response, answered),
      (error: Error) => {
        // A client that disconnects is not an error.
        if (request.complete) options.onFailure(error);
        send(response, text(500, "the authority failed\n"));
      },
    );
  });
}

async function answer(options: TsaServerOptions, request: IncomingMessage): Promise<Answer> {
  const { method } = request;
  const path = (request.url ?? "/").split("?")[0]!;
  const authority = options.authorities.get(path.slice(1));
  if (authority !== undefined) {
    if (method !== "POST") return text(405, `expected POST with ${QUERY_TYPE}\n`);
    return stamp(authority, request, options.onFailure);
  }
  if (path === OCSP_PATH) {
    if (method !== "POST") return text(405, "expected POST\n");
    const query = await readRequestBody(request, MAX_QUERY_BYTES);
    if (query === null) return text(413, `expected at most ${MAX_QUERY_BYTES} bytes\n`);
    const { ca } = options.authority;
    return {
      status: 200,
      type: "application/ocsp-response",
      body: await answerOcsp(query, ca, options.revoked, validityOfAnswers()),
    };
  }
  if (method !== "GET" && method !== "HEAD") return text(405, "expected GET\n");
  if (path === "/") return text(200, NOTICE);
  if (path === "/root.pem") return pem(options.rootPem);
  const { ca, rootCrl } = options.authority;
  if (path === CA_PATH) return { status: 200, type: "application/pkix-cert", body: derOf(ca.certificate) };
  if (path === ROOT_CRL_PATH && rootCrl !== null) return { status: 200, type: CRL_TYPE, body: rootCrl };
  if (path === CA_CRL_PATH) {
    return { status: 200, type: CRL_TYPE, body: await encodeCrl(ca, options.revoked, validityOfAnswers()) };
  }
  const chained = options.authorities.get(/^\/(.*)\.pem$/.exec(path)?.[1] ?? "");
  return chained === undefined ? text(404, "not found\n") : pem(await chained.chainPem());
}

async function stamp(
  authority: TimestampAuthority,
  request: IncomingMessage,
  onFailure: (error: Error) => void,
): Promise<Answer> {
  const type = request.headers["content-type"]?.replace(/\s*;.*$/, "").toLowerCase();
  if (type !== QUERY_TYPE) return text(415, `expected Content-Type: ${QUERY_TYPE}\n`);
  const query = await readRequestBody(request, MAX_QUERY_BYTES);
  if (query === null) return text(413, `expected at most ${MAX_QUERY_BYTES} bytes\n`);
  const body = await authority.answer(query).catch((error: Error) => {
    onFailure(error);
    return encodeRejection("systemFailure", "the authority failed");
  });
  return { status: 200, type: "application/timestamp-reply", body };
}

function validityOfAnswers(): { thisUpdate: Date; nextUpdate: Date } {
  const thisUpdate = new Date();
  return { thisUpdate, nextUpdate: new Date(thisUpdate.getTime() + ANSWER_VALIDITY_MS) };
}

function text(status: number, body: string): Answer {
  return { status, type: "text/plain; charset=utf-8", body };
}

function pem(body: string): Answer {
  return { status: 200, type: "application/x-pem-file", body };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, {
    "content-type": type,
    "x-network": "sandbox",
    // Do not wait for the rest of an unread body.
    ...(status >= 400 ? { connection: "close" } : {}),
  });
  response.end(body);
}
