/**
 * The examples of the API reference, word for word but for the address and the identifiers, against a sandbox: each operation in each
 * language that is installed.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  EXAMPLE_CERTIFICATE,
  EXAMPLE_FILE,
  EXAMPLE_HASH,
  EXAMPLE_LANGUAGES,
  EXAMPLE_UUID,
  exampleRequest,
} from "../../docs/site/src/examples.js";
import { listOperations, type OpenApi } from "../../docs/site/src/openapi-view.js";
import { root, type Sandbox, startSandbox, until } from "../e2e/sandbox.js";
import { type ExampleRun, isInstalled, RUNNERS } from "./example-runs.js";

const document = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8")) as OpenApi;
const requests = listOperations(document).map((listed) => exampleRequest(listed, document));
const present = EXAMPLE_LANGUAGES.filter(({ id }) => isInstalled(RUNNERS[id].program));
for (const { id, name } of EXAMPLE_LANGUAGES)
  if (!isInstalled(RUNNERS[id].program))
    console.warn(`examples in ${name} are skipped: ${RUNNERS[id].program} is not installed`);

/** The seal comes first, since others wait for it; the original is deleted last. */
const FIRST = ["requestSeal"];
const LAST = ["depositOriginal", "postOriginal", "getOriginal", "deleteOriginal"];
const others = requests
  .map(({ operationId }) => operationId)
  .filter((id) => !FIRST.includes(id) && !LAST.includes(id));

/** How files begin that an example saves. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  "certificate.pdf": "%PDF",
  "evidence.zip": "PK",
  "bitcoin.ots": "\0OpenTimestamps",
  "proof.ots": "\0OpenTimestamps",
  "proof.tsr.ots": "\0OpenTimestamps",
  "qualified.tsr": "0",
};

describe("the examples of the API reference", () => {
  let sandbox: Sandbox;
  const worlds = new Map<string, { folder: string; proof: string; certificate: string; bytes: Buffer }>();

  const ask = async (path: string, init: RequestInit = {}) =>
    fetch(`${sandbox.base_url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${sandbox.keys.pro}`, "content-type": "application/json" },
    });

  beforeAll(async () => {
    sandbox = await startSandbox({
      SVC_CREATIONS_PER_MINUTE: "0",
      SVC_DOCUMENTS_PER_MINUTE: "0",
      SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
      SVC_SEALS_PER_MINUTE: "0",
      SVC_WEB_CREATIONS_PER_MINUTE: "0",
    });
    for (const { id } of present) {
      const folder = mkdtempSync(join(tmpdir(), `svc-proof-example-${id}-`));
      const bytes = Buffer.from(`document of ${id}`);
      writeFileSync(join(folder, EXAMPLE_FILE), bytes);
      const hash = createHash("sha256").update(bytes).digest("hex");
      const answer = await ask("/proofs", { method: "POST", body: JSON.stringify({ hash }) });
      const { id: proof, urls } = (await answer.json()) as { id: string; urls: { certificate: string } };
      const certificate = urls.certificate.slice(urls.certificate.lastIndexOf("/") + 1);
      worlds.set(id, { folder, bytes, proof, certificate });
    }
  }, 120_000);

  afterAll(async () => {
    await sandbox?.stop();
    for (const { folder } of worlds.values()) rmSync(folder, { recursive: true, force: true });
  });

  it("are one for each operation", () => {
    expect([...FIRST, ...others, ...LAST].sort()).toEqual(
      requests.map(({ operationId }) => operationId).sort(),
    );
    expect(requests.length).toBeGreaterThan(20);
  });

  it.each(present.map(({ id, name, write }) => ({ id, name, write })))(
    "$name: every one works",
    async ({ id, write }) => {
      const { folder, proof, certificate, bytes } = worlds.get(id)!;
      const textsOf = (ids: readonly string[]) =>
        ids.map((operationId) => ({
          operationId,
          text: write(requests.find((request) => request.operationId === operationId)!)
            .replaceAll("https://proofs.example", sandbox.site_url)
            .replaceAll(EXAMPLE_UUID, proof)
            .replaceAll(EXAMPLE_CERTIFICATE, certificate),
        }));
      const run = (ids: readonly string[]) => RUNNERS[id].run(textsOf(ids), folder, sandbox.keys.pro);
      const runs: ExampleRun[] = [...(await run(FIRST))];
      for (const path of [
        `/proof/${proof}.headers.json`,
        `/proof/${proof}.witness.json`,
        `/proof/${proof}.tsr.ots`,
      ])
        await until(async () => (await ask(path)).status === 200, 90_000);
      runs.push(...(await run([...others, ...LAST])));
      expect(runs.filter(({ ok }) => !ok)).toEqual([]);
      const outputOf = (operationId: string) => runs.find((one) => one.operationId === operationId)!.output;
      expect(outputOf("createProof")).toContain(EXAMPLE_HASH);
      for (const operation of [
        "getProof",
        "getPortableProof",
        "getPortableProofOfCertificate",
        "requestSeal",
        "depositOriginal",
      ])
        expect(outputOf(operation), operation).toContain(proof);
      expect(outputOf("getAccount")).toContain("pro");
      for (const { savedAs } of requests) {
        if (savedAs === null) continue;
        expect(existsSync(join(folder, savedAs)), savedAs).toBe(true);
        const saved = readFileSync(join(folder, savedAs));
        if (savedAs === "original") expect(saved).toEqual(bytes);
        else expect(saved.toString("latin1").startsWith(BEGINNINGS[savedAs]!), savedAs).toBe(true);
      }
    },
  );
});
