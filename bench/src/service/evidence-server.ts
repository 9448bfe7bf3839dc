/**
 * The API with a proof whose original is a stream of random bytes, and beside it a bare hapi route that sends the same
 * stream. Tells the address of the package, with the key behind its `#`, and runs until it is ended.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { openCertificateFonts } from "@svc-proof/service/documents/certificate/fonts/certificate-fonts";
import { createLog } from "@svc-proof/service/log";
import { createServer } from "@svc-proof/service/server";
import { openSqliteStore } from "@svc-proof/service/store/sqlite/sqlite-store";
import { fillProofs, newAccount } from "./fill-store.js";

const sizeBytes = Number(process.argv[2]);
const PIECE = randomBytes(65_536);

async function* original(): AsyncGenerator<Uint8Array> {
  for (let left = sizeBytes; left > 0; left -= PIECE.length) yield PIECE.subarray(0, left);
}

const folder = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
const store = await openSqliteStore(join(folder, "service.sqlite"));
const account = await newAccount(store);
await fillProofs(store, account, 1);
const [proof] = (await store.proofs.list(account.accountId, 1, null)).proofs;
const server = createServer({
  store,
  log: createLog("silent"),
  host: "127.0.0.1",
  port: 0,
  siteUrl: null,
  networkName: null,
  exchange: null,
  sealWaitMs: 0,
  sealsPerMinute: 0,
  creationsPerMinute: 0,
  requestsPerMinutePerIp: 0,
  trustedProxies: [],
  sealPriceEur: 3,
  certificateFonts: await openCertificateFonts([]),
  openOriginal: async () => ({ fileName: "annual report 2026.pdf", sizeBytes, read: original }),
  sandbox: () => false,
  sandboxRpcUrl: null,
});
server.route({
  method: "GET",
  path: "/plain",
  options: { auth: false },
  handler: (_, h) =>
    h
      .response(Readable.from(original(), { objectMode: false }))
      .type("application/zip")
      .bytes(sizeBytes),
});
await server.start();
const path = `/api/v2/proofs/${proof!.id}/evidence.zip`;
process.stdout.write(`answers at http://127.0.0.1:${server.info.port}${path}#${account.key}\n`);
process.once("SIGTERM", async () => {
  await server.stop({ timeout: 0 });
  await store.close();
  rmSync(folder, { recursive: true });
  process.exit(0);
});
