/**
 * A runner on `@svc-proof/verifier-lib`: reads a case a line, writes a result a line. README.md beside it says what is in them.
 */
import { readFileSync, realpathSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { verify } from "@svc-proof/verifier-lib";
import { verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { parseCertificate } from "@svc-proof/verifier-lib/x509";

/**
 * Verifies one case.
 *
 * @param one a member of `cases`.
 * @param read gives the bytes of a path of the case.
 * @returns outcome and checks, in the form of `expected`.
 */
export async function runCase({ input, options }, read) {
  if (options.known_since !== undefined) return await runToken(read(input), options, read);
  const { now, at, content_hash: contentHash, original, seal, sources = [] } = options;
  const all = (name) => options[name]?.map((path) => read(path));
  const pems = (name) => all(name)?.map(pemOf);
  const endpoints = await Promise.all(sources.map((source) => serve(source, read)));
  try {
    const { outcome, checks, inputs } = await verify(read(input), {
      ...present({
        contentHash,
        original: original && read(original),
        seal: seal && read(seal),
        timestamps: all("timestamps"),
        headers: all("headers"),
        trust: pems("trust"),
        certificates: pems("certificates"),
        crls: all("crls"),
        ocspResponses: all("ocsp_responses"),
        sealTimestamps: all("seal_timestamps"),
        witnesses: all("witnesses"),
        witnessTimestamps: all("witness_timestamps"),
        at: at && new Date(at),
      }),
      now: new Date(now),
      trustList: null,
      sources: endpoints.map(({ chainId, url }) => createRpcEvmSource({ chainId, url, retries: 0 })),
    });
    return {
      outcome,
      checks: checks.map(({ id, status, code, evidence: { fault } }) => ({
        id,
        status,
        code,
        ...(typeof fault === "string" && { fault }),
      })),
      inputs: inputs
        .filter(({ origin }) => origin === "caller")
        .map(({ kind, index, status, code }) => ({ kind, index, status, code })),
    };
  } finally {
    for (const { close } of endpoints) close();
  }
}

/** A timestamp whose age another proof shows. `verify` learns that from a file; here it is given. */
async function runToken(token, options, read) {
  const certificates = (name) => (options[name] ?? []).map((path) => parseCertificate(read(path)));
  const { status, code } = await verifyTimestamp({
    token,
    imprint: { algorithm: "SHA-256", digest: Uint8Array.from(Buffer.from(options.content_hash, "hex")) },
    anchors: certificates("trust"),
    intermediates: certificates("certificates"),
    crls: (options.crls ?? []).map((path) => read(path)),
    ocspResponses: (options.ocsp_responses ?? []).map((path) => read(path)),
    now: new Date(options.now),
    at: new Date(options.at ?? options.now),
    proofOfExistence: { noLaterThan: new Date(options.known_since) },
  });
  const outcome = status === "passed" ? "verified" : status;
  return { outcome, checks: [{ id: "seal", status, code }] };
}

/** An endpoint with the recorded results. */
async function serve({ chain_id: chainId, results }, read) {
  const resultOf = (method) => {
    const result = results[method] ?? null;
    return typeof result?.file === "string" ? JSON.parse(Buffer.from(read(result.file)).toString()) : result;
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { id, method } = JSON.parse(body);
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(method) }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { chainId, url: `http://127.0.0.1:${server.address().port}`, close };
}

function pemOf(bytes) {
  const text = Buffer.from(bytes);
  if (text.subarray(0, 5).toString() === "-----") return text.toString("latin1");
  return `-----BEGIN CERTIFICATE-----\n${text.toString("base64")}\n-----END CERTIFICATE-----\n`;
}

const present = (options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

async function main() {
  const read = (path) => new Uint8Array(readFileSync(join(import.meta.dirname, path)));
  for await (const line of createInterface({ input: process.stdin })) {
    const one = JSON.parse(line);
    process.stdout.write(
      `${JSON.stringify({ kind: one.kind, name: one.name, ...(await runCase(one, read)) })}\n`,
    );
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
