/**
 * A time-stamping authority made with the `openssl` program: keys, chains of three, tokens, and its
 * own verdict.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeTimestampRequest, type HashAlgorithm } from "@svc-proof/verifier-lib/rfc3161";
import { type Certificate, parsePemCertificates } from "@svc-proof/verifier-lib/x509";

export type KeyKind = "rsa:3072" | "ec:P-256" | "ec:P-384" | "ec:P-521" | "ed25519";

export const POLICY = "1.3.6.1.4.1.55555.1.1";

/** The extensions of an authority's certificate that RFC 3161 requires. */
export const TSA_EXTENSIONS: readonly string[] = [
  "basicConstraints=critical,CA:FALSE",
  "keyUsage=critical,digitalSignature",
  "extendedKeyUsage=critical,timeStamping",
  "subjectKeyIdentifier=hash",
  "authorityKeyIdentifier=keyid",
];
const CA_EXTENSIONS: readonly string[] = [
  "basicConstraints=critical,CA:TRUE",
  "keyUsage=critical,keyCertSign,cRLSign",
  "subjectKeyIdentifier=hash",
];

export const hasOpenssl: boolean = spawnSync("openssl", ["version"]).status === 0;
if (!hasOpenssl) {
  if (process.env["CI"] === "true") throw new Error("openssl is not installed");
  console.warn("SKIPPED: timestamps of OpenSSL (openssl is not installed)");
}

/** A certificate with its key, by the names of their files. */
export interface Credential {
  readonly key: string;
  readonly pem: string;
  readonly certificate: Certificate;
}

export interface ReplyOptions {
  readonly hash?: HashAlgorithm;
  readonly essHash?: "sha1" | "sha256";
  readonly nonce?: Uint8Array;
  readonly certReq?: boolean;
  /** More lines for the authority's section of `openssl.cnf`. */
  readonly lines?: readonly string[];
}

export class OpensslAuthority {
  readonly folder: string = mkdtempSync(join(tmpdir(), "svc-openssl-tsa-"));
  readonly root: Credential;
  readonly issuer: Credential;
  #count = 0;

  constructor(key: KeyKind = "ec:P-256") {
    this.root = this.selfSigned("Test root", key);
    this.issuer = this.issue({ name: "Test authority", key, issuer: this.root, extensions: CA_EXTENSIONS });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  run(...words: readonly string[]): void {
    execFileSync("openssl", words, { cwd: this.folder, stdio: ["ignore", "ignore", "pipe"] });
  }

  path(suffix: string): string {
    return join(this.folder, `${this.#count++}.${suffix}`);
  }

  write(suffix: string, content: Uint8Array | string): string {
    const path = this.path(suffix);
    writeFileSync(path, content);
    return path;
  }

  selfSigned(name: string, kind: KeyKind): Credential {
    const [key, pem] = [this.#newKey(kind), this.path("pem")];
    const extensions = CA_EXTENSIONS.flatMap((line) => ["-addext", line]);
    this.run(
      "req",
      "-x509",
      "-new",
      "-key",
      key,
      "-subj",
      `/CN=${name}`,
      "-days",
      "30",
      "-out",
      pem,
      ...extensions,
    );
    return credential(key, pem);
  }

  /** Valid from now for this many days. */
  issue(parameters: {
    readonly name: string;
    readonly key: KeyKind;
    readonly issuer: Credential;
    readonly extensions: readonly string[];
    readonly days?: number;
  }): Credential {
    const { name, issuer, extensions, days = 30 } = parameters;
    const [key, request, pem] = [this.#newKey(parameters.key), this.path("csr"), this.path("pem")];
    this.run("req", "-new", "-key", key, "-subj", `/O=Tests of OpenSSL/CN=${name}`, "-out", request);
    const extensionFile = this.write("ext", extensions.join("\n"));
    const serial = `0x${(Date.now() * 1000 + this.#count++).toString(16)}`;
    const of = ["-CA", issuer.pem, "-CAkey", issuer.key, "-set_serial", serial, "-days", String(days)];
    this.run("x509", "-req", "-in", request, ...of, "-extfile", extensionFile, "-out", pem);
    return credential(key, pem);
  }

  #newKey(kind: KeyKind): string {
    const key = this.path("key");
    const [algorithm, parameter] = kind.split(":");
    const option = { rsa: `rsa_keygen_bits:${parameter}`, ec: `ec_paramgen_curve:${parameter}` }[algorithm!];
    const words = option === undefined ? [] : ["-pkeyopt", option];
    this.run("genpkey", "-algorithm", algorithm === "ec" ? "EC" : algorithm!, ...words, "-out", key);
    return key;
  }

  /** A response of `openssl ts -reply`, and the request, which comes from our own encoder. */
  reply(
    signer: Credential,
    digest: Uint8Array,
    options: ReplyOptions = {},
  ): { request: string; response: string } {
    const { hash = "SHA-256", essHash = "sha256", nonce, certReq = true, lines = [] } = options;
    const request = this.write(
      "tsq",
      encodeTimestampRequest({ hashAlgorithm: hash, digest, certReq, ...(nonce && { nonce }) }),
    );
    const config = this.write(
      "cnf",
      [
        "[tsa]",
        "default_tsa = authority",
        "[authority]",
        `serial = ${join(this.folder, "serial")}`,
        "crypto_device = builtin",
        `signer_cert = ${signer.pem}`,
        `certs = ${this.issuer.pem}`,
        `signer_key = ${signer.key}`,
        "signer_digest = sha256",
        `default_policy = ${POLICY}`,
        "digests = sha1, sha256, sha384, sha512",
        `ess_cert_id_alg = ${essHash}`,
        ...lines,
      ].join("\n"),
    );
    const response = this.path("tsr");
    this.run("ts", "-reply", "-config", config, "-queryfile", request, "-out", response);
    return { request, response };
  }

  /** A bare token of `openssl cms -sign` over any `TSTInfo`; `-cades` writes the attribute signingCertificateV2. */
  sign(
    tstInfo: Uint8Array,
    signers: readonly Credential[],
    words: readonly string[] = ["-cades"],
  ): Uint8Array {
    const [content, token] = [this.write("tst-info", tstInfo), this.path("tst")];
    const of = signers.flatMap(({ pem, key }) => ["-signer", pem, "-inkey", key]);
    const form = ["-binary", "-nodetach", "-nosmimecap", "-md", "sha256", "-outform", "DER"];
    const type = ["-econtent_type", "1.2.840.113549.1.9.16.1.4"];
    this.run("cms", "-sign", "-in", content, "-out", token, ...form, ...type, ...of, ...words);
    return new Uint8Array(readFileSync(token));
  }

  /** Whether `openssl ts -verify` accepts it, against a request or a digest. */
  accepts(
    timestamp: { readonly response: string } | { readonly token: string },
    against: { readonly request: string } | { readonly digest: Uint8Array },
    { roots = this.root.pem, at = new Date() }: { readonly roots?: string; readonly at?: Date } = {},
  ): boolean {
    const input =
      "response" in timestamp ? ["-in", timestamp.response] : ["-token_in", "-in", timestamp.token];
    const content =
      "request" in against
        ? ["-queryfile", against.request]
        : ["-digest", Buffer.from(against.digest).toString("hex")];
    const trust = ["-CAfile", roots, "-untrusted", this.untrusted];
    const time = ["-attime", String(Math.floor(at.getTime() / 1000))];
    const { status, stdout } = spawnSync(
      "openssl",
      ["ts", "-verify", ...input, ...content, ...trust, ...time],
      {
        encoding: "utf8",
      },
    );
    return status === 0 && /Verification: OK/.test(stdout);
  }

  /** A file with every certificate issued so far. */
  get untrusted(): string {
    return join(this.folder, "untrusted.pem");
  }

  /** Adds untrusted certificates: tokens without certificates need them. */
  know(...credentials: readonly Credential[]): void {
    const all = [this.issuer, ...credentials].map(({ pem }) => readFileSync(pem, "utf8"));
    writeFileSync(this.untrusted, all.join("\n"));
  }

  /** A revocation list of the issuer with these certificates, valid for this many seconds. */
  revocationList(
    revoked: readonly Revoked[],
    { by = this.issuer, seconds = 7 * 86_400 }: { readonly by?: Credential; readonly seconds?: number } = {},
  ): Uint8Array {
    const folder = this.#database(revoked.map(revokedLine));
    const config = this.write(
      "cnf",
      `[ca]\ndefault_ca=c\n[c]\ndatabase=${folder}/index.txt\ncrlnumber=${folder}/crlnumber\ndefault_md=sha256\n`,
    );
    const [pem, der] = [this.path("crl.pem"), this.path("crl")];
    const of = ["-config", config, "-cert", by.pem, "-keyfile", by.key, "-crlsec", String(seconds)];
    this.run("ca", "-gencrl", ...of, "-out", pem);
    this.run("crl", "-in", pem, "-outform", "DER", "-out", der);
    return new Uint8Array(readFileSync(der));
  }

  /** The answer of `openssl ocsp` about a certificate of the issuer, valid for this many minutes. */
  ocspResponse(
    { certificate, pem }: Credential,
    status: "good" | "unknown" | Omit<Revoked, "certificate">,
    { by = this.issuer, minutes = 1440 }: { readonly by?: Credential; readonly minutes?: number } = {},
  ): Uint8Array {
    const lines =
      status === "unknown"
        ? []
        : [status === "good" ? validLine(certificate) : revokedLine({ certificate, ...status })];
    const index = join(this.#database(lines), "index.txt");
    const response = this.path("ors");
    const question = ["-issuer", this.issuer.pem, "-cert", pem];
    const responder = ["-index", index, "-CA", this.issuer.pem, "-rsigner", by.pem, "-rkey", by.key];
    this.run("ocsp", ...question, ...responder, "-nmin", String(minutes), "-respout", response, "-noverify");
    return new Uint8Array(readFileSync(response));
  }

  /** The folder of a database of `openssl ca`. */
  #database(lines: readonly string[]): string {
    const folder = this.path("ca");
    mkdirSync(folder);
    writeFileSync(join(folder, "index.txt"), lines.join(""));
    writeFileSync(join(folder, "crlnumber"), "01\n");
    return folder;
  }
}

interface Revoked {
  readonly certificate: Certificate;
  readonly at: Date;
  /** As `openssl ca` names it; none if not given. `keyTime,` and a time state when the key was lost. */
  readonly reason?: string;
}

export function indexTime(time: Date, isLong = false): string {
  return time
    .toISOString()
    .replace(/[-:T]|\.\d+/g, "")
    .slice(isLong ? 0 : 2);
}

function revokedLine({ certificate, at, reason }: Revoked): string {
  const when = `${indexTime(at)}${reason === undefined ? "" : `,${reason}`}`;
  const { notAfter, serialNumberHex } = certificate;
  return `R\t${indexTime(notAfter)}\t${when}\t${serialNumberHex}\tunknown\t/CN=revoked\n`;
}

function validLine({ notAfter, serialNumberHex }: Certificate): string {
  return `V\t${indexTime(notAfter)}\t\t${serialNumberHex}\tunknown\t/CN=valid\n`;
}

function credential(key: string, pem: string): Credential {
  const [certificate] = parsePemCertificates(readFileSync(pem, "latin1"));
  return { key, pem, certificate: certificate! };
}
