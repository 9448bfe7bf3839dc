/** A timestamping authority of OpenSSL (`openssl ts -reply`) behind HTTP, with a root, an authority below it and a signer. */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openssl } from "./openssl.js";

const POLICY_OID = "2.999.3161.2";

const CONFIG = `
[ root ]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
subjectKeyIdentifier = hash
[ ca ]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[ signer ]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[ tsa ]
serial = serial
signer_cert = signer.pem
certs = ca.pem
signer_key = signer.key
signer_digest = sha256
default_policy = ${POLICY_OID}
digests = sha256, sha384, sha512
accuracy = secs:1
tsa_name = yes
ess_cert_id_alg = sha256
`;

export type KeyAlgorithm = "P-256" | "RSA";

const KEY_OPTIONS: Readonly<Record<KeyAlgorithm, readonly string[]>> = {
  "P-256": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
  RSA: ["-newkey", "rsa:2048"],
};

export interface OpensslAuthority {
  readonly url: string;
  readonly rootPem: string;
  readonly policyOid: string;
  stop(): Promise<void>;
}

/** @throws Error when openssl cannot make it. */
export async function startOpensslAuthority(algorithm: KeyAlgorithm): Promise<OpensslAuthority> {
  const folder = await mkdtemp(join(tmpdir(), "svc-openssl-tsa-"));
  const run = (...words: string[]): void => {
    const { status, text } = openssl(words, { cwd: folder });
    if (status !== 0) throw new Error(`openssl ${words.join(" ")}: ${text}`);
  };
  await writeFile(join(folder, "config"), CONFIG);
  await writeFile(join(folder, "serial"), "01\n");
  for (const [name, issuer] of [
    ["root", null],
    ["ca", "root"],
    ["signer", "ca"],
  ] as const) {
    const subject = ["-subj", `/O=OpenSSL/CN=OpenSSL ${name} (${algorithm})`];
    run(
      "req",
      "-new",
      ...KEY_OPTIONS[algorithm],
      "-nodes",
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.csr`,
      ...subject,
    );
    const signedBy =
      issuer === null
        ? ["-signkey", "root.key"]
        : ["-CA", `${issuer}.pem`, "-CAkey", `${issuer}.key`, "-CAcreateserial"];
    const extensions = ["-extfile", "config", "-extensions", name, "-days", "30"];
    run("x509", "-req", "-in", `${name}.csr`, ...signedBy, ...extensions, "-out", `${name}.pem`);
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    // In one go, before the next is looked at: the file of serial numbers has no lock.
    writeFileSync(join(folder, "query"), Buffer.concat(parts));
    run("ts", "-reply", "-config", "config", "-section", "tsa", "-queryfile", "query", "-out", "response");
    response.writeHead(200, { "content-type": "application/timestamp-reply" });
    response.end(readFileSync(join(folder, "response")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rootPem: await readFile(join(folder, "root.pem"), "utf8"),
    policyOid: POLICY_OID,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await rm(folder, { recursive: true });
    },
  };
}
