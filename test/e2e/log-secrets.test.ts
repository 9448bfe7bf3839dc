/** No secret of a user is in the log, whatever was requested and however it failed. */
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { randomHash, startInstance } from "./instance.js";
import { until } from "./sandbox.js";

const mongodbUrl = inject("mongodbUrl");

/** A text that can be found again, in the form of the secret that it replaces. */
const secret = (prefix: string) => `${prefix}-${randomBytes(12).toString("hex")}`;

test.for([
  ["SQLite", false],
  ["MongoDB", true],
] as const)(
  "the log of a session on %s at its most verbose level holds none of its secrets",
  async ([, onMongodb], { skip }) => {
    if (onMongodb && mongodbUrl === null) return skip("there is no MongoDB");
    const databaseUrl = onMongodb ? newDatabaseUrl(mongodbUrl!) : null;
    const folder = mkdtempSync(join(tmpdir(), "svc-proof-log-"));
    const service = await startInstance({
      SVC_DATA_DIR: folder,
      SVC_LOG_LEVEL: "trace",
      SVC_BATCH_INTERVAL_MS: "200",
      SVC_POLL_INTERVAL_MS: "100",
      SVC_SANDBOX_BLOCK_MS: "100",
      ...(databaseUrl === null ? {} : { SVC_MONGODB_URL: databaseUrl }),
    });
    try {
      const file = join(folder, "sandbox.json");
      await until(() => existsSync(file), 30_000);
      const { keys } = JSON.parse(readFileSync(file, "utf8")) as { keys: { free: string; pro: string } };
      const [idempotencyKey, name, metadata, unknown] = ["idem", "name", "metadata", "word"].map(secret) as [
        string,
        string,
        string,
        string,
      ];
      const wrongKey = `svc_${randomBytes(32).toString("base64url")}`;
      const post = async (key: string, body: string, headers: Record<string, string> = {}) => {
        const answer = await fetch(`${service.baseUrl}/proofs`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
          body,
        });
        await answer.body?.cancel();
        return answer.status;
      };
      const proof = (more: object = {}) =>
        JSON.stringify({ hash: randomHash(), name, metadata: { metadata }, ...more });
      const idempotency = { "idempotency-key": idempotencyKey };

      expect(await post(keys.pro, proof(), idempotency)).toBe(201);
      expect(await post(keys.pro, proof(), idempotency)).toBe(200);
      expect(await post(keys.free, proof({ hash: 7 }))).toBe(400);
      expect(await post(keys.free, `{"${unknown}": ${name}`)).toBe(400);
      expect(await post(keys.free, proof(), { "idempotency-key": `${unknown}${"x".repeat(200)}` })).toBe(400);
      expect(await post(wrongKey, proof())).toBe(401);
      expect(await post(`${keys.pro}x`, proof(), { "x-unknown": unknown })).toBe(401);
      // The database records the name when the daily limit is reached: ten more than a free account
      // may create.
      const statuses = await Promise.all(
        Array.from({ length: 12 }, () => post(keys.free, proof(), { cookie: `session=${unknown}` })),
      );
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
      const list = await fetch(`${service.baseUrl}/proofs?cursor=${unknown}`, {
        headers: { authorization: `Bearer ${keys.pro}` },
      });
      expect(list.status).toBe(400);
      // Keys put into a path by mistake, with and without a route there.
      for (const path of [
        `/proofs/${keys.pro}`,
        `/proofs/${wrongKey}/qualified`,
        `/proof/${keys.free}.json`,
        `/${keys.pro}?key=${keys.free}`,
        `/%zz${wrongKey}`,
      ]) {
        const answer = await fetch(`${service.baseUrl}${path}`, {
          headers: { authorization: `Bearer ${keys.pro}` },
        });
        expect([400, 404], path).toContain(answer.status);
      }
      const proofId = randomUUID();
      await fetch(`${service.baseUrl}/proofs/${proofId.toUpperCase()}`);
      await until(() => service.output().includes("batch confirmed"), 60_000);
      expect(await service.end("SIGTERM")).toBe(0);

      const log = service
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"));
      expect(log.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(15);
      expect(
        log.filter((line) => line.includes(`"route":"/api/v2/proofs/{id}","proof":"${proofId}"`)),
      ).toHaveLength(1);
      const hidden = {
        ...keys,
        wrongKey,
        idempotencyKey,
        name,
        metadata,
        unknown,
        databaseUrl: databaseUrl ?? wrongKey,
      };
      for (const [what, text] of Object.entries(hidden))
        expect(
          log.filter((line) => line.includes(text)),
          `${what} in the log`,
        ).toEqual([]);
      expect(log.join("\n")).not.toMatch(/bearer|authorization":"(?!\[Redacted)/i);
    } finally {
      await service.end("SIGKILL");
      if (databaseUrl !== null) await dropDatabase(databaseUrl);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
);
