/** Starts the sandbox's timestamping authority, or resumes the one in the folder. */
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { closeAtOnce, LOCAL_HOST, localUrl, portOf } from "../local-server.js";
import { openCertificateAuthority } from "./certificate-authority.js";
import { certificatePem } from "./credential-file.js";
import type { KeyKind } from "./make-key.js";
import { TimestampAuthority } from "./timestamp-authority.js";
import { createTsaServer } from "./tsa-server.js";
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
  stop(): Promise<void>;
}

/** @throws Error when the port is in use or the folder cannot be written. */
export async function startSandboxTsa(options: SandboxTsaOptions): Promise<SandboxTsa> {
  const { dataDir, port, signerValidityMs: validityMs = SIGNER_VALIDITY_MS, onFailure } = options;
  const { requestTimeoutMs } = options;
  const folder = join(dataDir, "tsa");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const authority = await openCertificateAuthority(folder);
  const rootPem = certificatePem(authority.root);
  const authorities = new Map(
    KINDS.map((kind) => {
      const signer = new TsaSigner({ folder, kind, authority, validityMs });
      return [kind, new TimestampAuthority(authority, signer)] as const;
    }),
  );
  const server = createTsaServer({
    authorities,
    rootPem,
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
    onFailure,
  });
  server.listen(port, LOCAL_HOST);
  await once(server, "listening");
  const url = localUrl(portOf(server));
  return {
    url,
    p256Url: `${url}/p256`,
    rsaUrl: `${url}/rsa`,
    rootPem,
    rootPath: authority.rootPath,
    stop: () => closeAtOnce(server),
  };
}
