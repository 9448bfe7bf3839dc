/** A timestamping authority of OpenSSL (`openssl ts -reply`) behind HTTP. */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type KeyKind, OpensslAuthority, POLICY, TSA_EXTENSIONS } from "./openssl-authority.js";

export interface OpensslTsaServer {
  readonly url: string;
  readonly rootPem: string;
  readonly policyOid: string;
  stop(): Promise<void>;
}

/** @throws Error when openssl fails. */
export async function startOpensslTsaServer(key: KeyKind, name: string): Promise<OpensslTsaServer> {
  const authority = new OpensslAuthority(key);
  const { folder, root, issuer } = authority;
  const signer = authority.issue({ name, key, issuer, extensions: TSA_EXTENSIONS });
  const config = authority.write(
    "cnf",
    [
      "[tsa]",
      `serial = ${join(folder, "serial")}`,
      `signer_cert = ${signer.pem}`,
      `certs = ${issuer.pem}`,
      `signer_key = ${signer.key}`,
      "signer_digest = sha256",
      `default_policy = ${POLICY}`,
      "digests = sha256, sha384, sha512",
      "accuracy = secs:1",
      "ess_cert_id_alg = sha256",
    ].join("\n"),
  );
  const [query, response] = [join(folder, "query"), join(folder, "response")];
  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    // Synchronously, before the next request: the file of serial numbers has no lock.
    writeFileSync(query, Buffer.concat(parts));
    authority.run(
      "ts",
      "-reply",
      "-config",
      config,
      "-section",
      "tsa",
      "-queryfile",
      query,
      "-out",
      response,
    );
    answer.writeHead(200, { "content-type": "application/timestamp-reply" });
    answer.end(readFileSync(response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rootPem: readFileSync(root.pem, "utf8"),
    policyOid: POLICY,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      authority.close();
    },
  };
}
