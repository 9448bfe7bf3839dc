/** Its server. */

import { mkdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { closeAtOnce, listenLocally, localUrl, portOf, readRequestBody } from "../local-server.js";
import {
  answerOcsp,
  type CertificateAuthority,
  encodeCrl,
  openCertificateAuthority,
  type Revocation,
} from "./authority.js";
import {
  CA_CRL_PATH,
  CA_PATH,
  certificatePem,
  derOf,
  type KeyKind,
  OCSP_PATH,
  ROOT_CRL_PATH,
  replaceFile,
} from "./certificate.js";
import { encodeRejection, TimestampAuthority, TsaSigner } from "./token.js";

// The sandbox's timestamping authorities over HTTP: RFC 3161, section 3.4. A request with a valid body gets status 200
// and a TimeStampResp, even for a rejection. Other statuses mean that the HTTP request does not follow that section.

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

// Starts the sandbox's timestamping authority, or resumes the one in the folder.

const KINDS: readonly KeyKind[] = ["p256", "rsa"];
/** Validity of a signing certificate, which is replaced after two thirds of it. */
const SIGNER_VALIDITY_MS: number = 365 * 86_400_000;

export interface SandboxTsaOptions {
  /** Folder of the service's data; the authority lives in `tsa/` below it. Must exist. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** How long a signing certificate is valid; a year if not given. */
  readonly signerValidityMs?: number;
  /** Time in which a client's request must arrive; 10 s if not given. */
  readonly requestTimeoutMs?: number;
  /** Called when the authority cannot sign. */
  readonly onFailure: (error: Error) => void;
}

export interface SandboxTsa {
  /** Address of the notice for people. The authorities are below it. */
  readonly url: string;
  /** Addresses of the authorities that sign with P-256 and with RSA: RFC 3161 over HTTP. */
  readonly p256Url: string;
  readonly rsaUrl: string;
  /** The root's certificate in PEM, and the file that holds it. */
  readonly rootPem: string;
  readonly rootPath: string;
  /** Revokes the signing certificate of the present, as of a time, for a reason (CRLReason): for tests. */
  revoke(kind: KeyKind, at: Date, reason: number): Promise<void>;
  stop(): Promise<void>;
}

/** @throws Error when the port is in use or the folder cannot be written. */
export async function startSandboxTsa(options: SandboxTsaOptions): Promise<SandboxTsa> {
  const { dataDir, port, signerValidityMs: validityMs = SIGNER_VALIDITY_MS, onFailure } = options;
  const folder = join(dataDir, "tsa");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const server = createTsaServer(options.requestTimeoutMs);
  const portPath = join(folder, "port");
  // Certificates name the server: it should be found again where it was.
  await listenLocally(server, port === 0 ? await lastPort(portPath) : port, port === 0);
  try {
    return await serve(server, folder, portPath, validityMs, onFailure);
  } catch (error) {
    await closeAtOnce(server);
    throw error;
  }
}

async function serve(
  server: Server,
  folder: string,
  portPath: string,
  validityMs: number,
  onFailure: (error: Error) => void,
): Promise<SandboxTsa> {
  const url = localUrl(portOf(server));
  await replaceFile(portPath, String(portOf(server)));
  const authority = await openCertificateAuthority(folder, url);
  const rootPem = certificatePem(authority.root);
  const signers = new Map(
    KINDS.map((kind) => [kind, new TsaSigner({ folder, kind, authority, validityMs })] as const),
  );
  const authorities = new Map(
    [...signers].map(([kind, signer]) => [kind, new TimestampAuthority(authority, signer)] as const),
  );
  const revoked: Revocation[] = [];
  answerTsaRequests(server, { authority, authorities, rootPem, revoked, onFailure });
  return {
    url,
    p256Url: `${url}/p256`,
    rsaUrl: `${url}/rsa`,
    rootPem,
    rootPath: authority.rootPath,
    revoke: async (kind, at, reason) => {
      const { certificate } = await signers.get(kind)!.at(new Date());
      const serialNumberHex = Buffer.from(certificate.serialNumber.valueBlock.valueHexView)
        .toString("hex")
        .toUpperCase();
      revoked.push({ serialNumberHex, at, reason });
    },
    stop: () => closeAtOnce(server),
  };
}

/** 0, any free one, before the first run. */
async function lastPort(path: string): Promise<number> {
  const text = await readFile(path, "latin1").catch(() => "");
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  return port <= 65_535 ? port : 0;
}
