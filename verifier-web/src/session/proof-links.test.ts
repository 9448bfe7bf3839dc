import type { ServerResponse } from "node:http";
import { INPUT_LIMITS } from "@svc-proof/verifier-lib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { forceCollection } from "../../../verifier-lib/src/source/collect-garbage.testing.js";
import { type Endpoint, startEndpoint } from "../../../verifier-lib/src/source/http-endpoint.testing.js";
import { fetchedFrom } from "../model.js";
import { fetchProof, recogniseText } from "./proof-links.js";

describe("fetch proof", () => {
  const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const PROOF = JSON.stringify({ proof_id: ID });

  let endpoint: Endpoint | null = null;
  afterEach(async () => {
    await endpoint?.stop();
    endpoint = null;
  });

  type Answer = (response: ServerResponse) => void;

  /** A service that has what is given, by the ending of the address. */
  async function service(parts: Readonly<Record<string, Answer>>): Promise<URL> {
    endpoint = await startEndpoint(({ url }, response) => {
      const ending = url!.slice(url!.indexOf(".") + 1);
      const answer = parts[ending] ?? ((missing) => missing.writeHead(404).end("{}"));
      answer(response);
    });
    return new URL(`${endpoint.url}/v1/`);
  }

  const saying =
    (body: string, status = 200): Answer =>
    (response) =>
      response.writeHead(status).end(body);
  const never = new AbortController().signal;

  test("a proof comes with the files beside it", async () => {
    const parts = { json: saying(PROOF), ots: saying("ots"), "witness.json": saying("witness") };
    const files = await fetchProof(ID, await service(parts), never);
    expect(files.map(({ name }) => name)).toEqual([`${ID}.json`, `${ID}.ots`, `${ID}.witness.json`]);
    expect(await Promise.all(files.map((file) => file.text()))).toEqual([PROOF, "ots", "witness"]);
    expect(endpoint!.paths).toContain(`/v1/proof/${ID}.json`);
  });

  describe("the number of a certificate", () => {
    const CERTIFICATE = "7d444840-9dc0-41d1-b245-5ffdce74fad2";
    /** Answers by path; nothing else is there. */
    const serve = async (answers: Readonly<Record<string, Answer>>): Promise<URL> => {
      endpoint = await startEndpoint(({ url }, response) => {
        (answers[url!] ?? ((missing: ServerResponse) => missing.writeHead(404).end("{}")))(response);
      });
      return new URL(`${endpoint.url}/v1/`);
    };

    test("leads to its proof, and to the files beside that", async () => {
      const base = await serve({
        [`/v1/certificate/${CERTIFICATE}.json`]: saying(PROOF),
        [`/v1/proof/${ID}.ots`]: saying("ots"),
      });
      const files = await fetchProof(CERTIFICATE, base, never);
      expect(files.map(({ name }) => name)).toEqual([`${ID}.json`, `${ID}.ots`]);
      expect(files.map(fetchedFrom)).toEqual([`${base}proof/${ID}.json`, `${base}proof/${ID}.ots`]);
    });

    test.each<[string, Answer, string]>([
      ["has no such certificate", saying("{}", 404), "proof_not_found"],
      ["has its proof not ready", saying('{"state":"queued"}', 202), "proof_not_ready"],
      ["has something else there", saying('{"proof_id":"../../admin"}'), "service_invalid_answer"],
      ["breaks off", (response) => response.destroy(), "service_unreachable"],
    ])("of a service that %s", async (_, answer, code) => {
      const base = await serve({ [`/v1/certificate/${CERTIFICATE}.json`]: answer });
      await expect(fetchProof(CERTIFICATE, base, never)).rejects.toMatchObject({
        problem: { code, evidence: { id: CERTIFICATE } },
      });
    });
  });

  test("a file beside it may be too large, or fail", async () => {
    const parts = {
      json: saying(PROOF),
      ots: saying("x".repeat(INPUT_LIMITS.opentimestamps + 1)),
      "headers.json": saying("", 500),
    };
    expect((await fetchProof(ID, await service(parts), never)).map(({ name }) => name)).toEqual([
      `${ID}.json`,
    ]);
  });

  test("a proof may be as large as the verifier takes it", async () => {
    const body = PROOF.padEnd(INPUT_LIMITS["svc-proof/2"]);
    expect(
      (await fetchProof(ID, await service({ json: saying(body) }), never)).map(({ size }) => size),
    ).toEqual([body.length]);
  });

  test.each<[string, Answer, string]>([
    ["has no such proof", saying('{"error":{}}', 404), "proof_not_found"],
    ["only serves files", saying("<html>", 404), "service_unreachable"],
    ["has it not ready", saying('{"state":"batched"}', 202), "proof_not_ready"],
    ["has another proof", saying('{"proof_id":"7"}'), "service_invalid_answer"],
    ["has no proof", saying("null"), "service_invalid_answer"],
    ["fails", saying(PROOF, 500), "service_invalid_answer"],
    ["says too much", saying(`${PROOF}${" ".repeat(1_048_576)}`), "service_invalid_answer"],
    [
      "has a proof larger than any",
      saying(PROOF.padEnd(INPUT_LIMITS["svc-proof/2"] + 1)),
      "service_invalid_answer",
    ],
    ["only serves files, and a long error page", saying("<html>".repeat(20_000), 404), "service_unreachable"],
    ["breaks off", (response) => response.destroy(), "service_unreachable"],
  ])("a service that %s", async (_, answer, code) => {
    await expect(fetchProof(ID, await service({ json: answer }), never)).rejects.toMatchObject({
      problem: { code, evidence: { id: ID } },
    });
  });

  test.each<[string, Record<string, Answer>]>([
    ["proof", { json: (response) => response.write(PROOF) }],
    ["timestamp", { json: saying(PROOF), ots: (response) => response.write("o") }],
  ])("a %s that stalls ends when the page asks for it", async (_, parts) => {
    const base = await service(parts);
    const stop = new AbortController();
    const ended = expect(fetchProof(ID, base, stop.signal)).rejects.toThrow("enough");
    await vi.waitFor(
      () => expect(endpoint!.paths.length).toBe(Object.keys(parts).length === 1 ? 1 : 4),
      10_000,
    );
    await forceCollection();
    stop.abort(new Error("enough"));
    await ended;
  });
});

describe("recognised text", () => {
  const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  test("an identifier, and a fingerprint", () => {
    expect(recogniseText(` /certificate/${ID}\n`)).toEqual({ kind: "proof-id", id: ID });
    expect(recogniseText(`sha256:${HASH}`)).toEqual({
      kind: "fingerprint",
      algorithm: "SHA-256",
      hash: HASH,
    });
  });

  test.each([
    ["a proof", '{"schema":"svc-proof/2"}'],
    ["certificates", "-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----"],
    ["headers", `840000 ${"0".repeat(160)}`],
  ])("%s as a document", (_, text) => {
    expect(recogniseText(`\n${text}`)).toEqual({ kind: "document", text });
  });

  test.each([
    ["nothing", ""],
    ["an identifier and a fingerprint", `${ID} ${HASH}`],
    ["a text of five million characters", "a".repeat(5_000_000)],
  ])("%s is not understood", (_, text) => {
    expect(recogniseText(text)).toEqual({ kind: "unknown" });
  });
});
