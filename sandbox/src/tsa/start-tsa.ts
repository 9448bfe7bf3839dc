/** Starts the sandbox's timestamping authority, or resumes the one in the folder. */
import { mkdir, readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { closeAtOnce, listenLocally, localUrl, portOf } from "../local-server.js";
import { openCertificateAuthority } from "./certificate-authority.js";
import { certificatePem } from "./credential-file.js";
import type { KeyKind } from "./make-key.js";
import { replaceFile } from "./replace-file.js";
import type { Revocation } from "./revocation-answers.js";
import { TimestampAuthority } from "./timestamp-authority.js";
import { answerTsaRequests, createTsaServer } from "./tsa-server.js";
import { TsaSigner } from "./tsa-signer.js";

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
