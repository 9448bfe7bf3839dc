/** Proofs made in the browser, beside the verifier's hashing in the same browser on the same service. */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditEntry } from "@svc-proof/service/audit/audit";
import type { Records } from "@svc-proof/service/records/records";
import type { Browser, Page } from "playwright-core";
import { type Figure, figure, limitFigure } from "../figure.js";
import { newAccount } from "../service/fill-store.js";
import { sqliteBenchStore, withService } from "../service/service-process.js";
import { hashInPage, sparseFile } from "./large-file.js";
import { longestTaskMs } from "./processor-time.js";
import { chromiumPath, openChromium, openSite } from "./site-page.js";

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const ROUNDS = 3;
const FILES = 500;
const MANY_FILES = 5_000;
const FILE_BYTES = 100_000;
const DAY_MS = 86_400_000;

export async function create(): Promise<Figure[]> {
  if (chromiumPath === null) {
    process.stderr.write("SKIPPED: proofs made in the browser (no Chromium is installed)\n");
    return [];
  }
  const bench = sqliteBenchStore();
  const store = await bench.open();
  const secret = await signedIn(store);
  await store.close();
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-bench-create-"));
  try {
    return await withService(bench, { SVC_WEB_CREATIONS_PER_MINUTE: "0" }, async ({ url }) => {
      const site = new URL(url).origin.replace("127.0.0.1", "localhost");
      const browser = await openChromium();
      try {
        return [
          ...(await rate(browser, site, secret, folder)),
          ...(await many(browser, site, secret, folder)),
        ];
      } finally {
        await browser.close();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function rate(browser: Browser, site: string, secret: string, folder: string): Promise<Figure[]> {
  const file = sparseFile(join(folder, "1g"), GIB);
  const verifier = await openSite(browser, `${site}/verify/`);
  const page = await openCreate(browser, site, secret);
  let verifierMs = Number.POSITIVE_INFINITY;
  let ourMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    verifierMs = Math.min(verifierMs, (await hashInPage(verifier, file)).ms);
    ourMs = Math.min(ourMs, await proofsMs(page, file));
  }
  await verifier.close();
  await page.context().close();
  const perSecond = (ms: number) => GIB / MIB / (ms / 1000);
  return [
    figure({
      id: "create.hash-1-gib",
      unit: "MiB/s",
      ours: perSecond(ourMs),
      reference: perSecond(verifierMs),
      referenceName: `the verifier; ours to the proof; fastest of ${ROUNDS}`,
      bar: { atLeast: 0.85 },
    }),
  ];
}

async function many(browser: Browser, site: string, secret: string, folder: string): Promise<Figure[]> {
  const page = await openCreate(browser, site, secret);
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++)
    fastestMs = Math.min(fastestMs, await proofsMs(page, newFolder(folder, FILES)));
  const large = newFolder(folder, MANY_FILES);
  const taskMs = await longestTaskMs(browser, page, () => proofsMs(page, large));
  await page.context().close();
  return [
    limitFigure({
      id: "create.500-proofs",
      unit: "ms",
      ours: fastestMs,
      limit: 10_000,
      what: `${FILES} files of ${FILE_BYTES / 1000} kB; fastest of ${ROUNDS}`,
    }),
    limitFigure({
      id: "create.longest-task",
      unit: "ms of processor time",
      ours: taskMs,
      limit: 50,
      what: `main thread, ${MANY_FILES} files`,
    }),
  ];
}

/** Files that nobody registered. */
function newFolder(folder: string, count: number): string {
  const path = join(folder, randomUUID());
  mkdirSync(path);
  for (let i = 0; i < count; i++) writeFileSync(join(path, `file-${i}.bin`), randomBytes(FILE_BYTES));
  return path;
}

/** From the drop of a file or a folder to all its proofs. */
async function proofsMs(page: Page, path: string): Promise<number> {
  const begun = performance.now();
  await drop(page, path);
  await page.waitForFunction(
    () => {
      const bar = document.querySelector<HTMLProgressElement>("#overall");
      return bar !== null && bar.max > 0 && bar.value === bar.max;
    },
    undefined,
    { timeout: 300_000, polling: "raf" },
  );
  const ms = performance.now() - begun;
  await page.getByRole("button", { name: "Clear the list" }).click();
  await page.waitForSelector("#overall", { state: "detached" });
  return ms;
}

/** Through the browser's own machinery, folders included. */
async function drop(page: Page, path: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await devtools.send("Input.dispatchDragEvent", { type, x: 100, y: 100, data });
  }
  await devtools.detach();
}

async function openCreate(browser: Browser, site: string, secret: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en" });
  const url = site.replace("http:", "https:");
  await context.addCookies([{ name: "__Host-session", value: secret, url, secure: true }]);
  const page = await context.newPage();
  await page.goto(`${site}/dashboard/create`);
  await page.getByRole("button", { name: "Choose files" }).waitFor();
  return page;
}

/** The secret of a session of a new person. */
async function signedIn(store: Records): Promise<string> {
  const { accountId } = await newAccount(store);
  const now = new Date();
  const person = {
    id: randomUUID(),
    accountId,
    email: "bench@example.org",
    role: "owner",
    language: "en",
    createdAt: now,
    lastSignInAt: null,
  } as const;
  await store.people.createPerson(
    person,
    auditEntry({ accountId, actor: { kind: "service" }, action: "person.create" }),
  );
  const secret = randomBytes(32).toString("base64url");
  await store.people.createSession({
    id: randomUUID(),
    secretHash: createHash("sha256").update(secret).digest("hex"),
    personId: person.id,
    method: "link",
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    expiresAt: new Date(now.getTime() + DAY_MS),
    userAgent: "bench",
  });
  return secret;
}
