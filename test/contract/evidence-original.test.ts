/**
 * The original in an evidence package, from real custody: docs/interface.md, "GET
 * /proofs/{id}/evidence.zip" and "Limits", rule 6.
 */

import { createHash, randomBytes } from "node:crypto";
import { verify } from "@svc-proof/verifier-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PLANS } from "../../service/src/accounts/plans.js";
import { custodyOriginal } from "../../service/src/documents/evidence.js";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { ApiService, type TestAccount } from "./api-service.js";
import { openCustody, type TestCustody } from "./test-custody.js";
import { describeStores } from "./test-stores.js";

describeStores("on $name", ({ open }) => {
  let api: ApiService;
  let custody: TestCustody;
  beforeAll(async () => {
    const { store, remove } = await open();
    custody = await openCustody(store);
    api = await ApiService.start(
      { custody: custody.custody, openOriginal: custodyOriginal(custody.custody, store.custody) },
      async () => ({ store, remove }),
    );
  });
  afterAll(async () => {
    await api.stop();
    await custody.remove();
  });

  /** A proof with its original in custody. */
  async function deposited(account: TestAccount, bytes: Buffer = randomBytes(300_000)): Promise<string> {
    const hash = createHash("sha256").update(bytes).digest("hex");
    const { id } = await api.newProof(account, hash);
    const { status } = await api.request("PUT", `/proofs/${id}/original`, { key: account.key, body: bytes });
    expect(status).toBe(201);
    await api.anchor(await api.batchQueue());
    return id;
  }

  async function evidence(
    account: TestAccount,
    id: string,
  ): Promise<{ names: string[]; readme: string; zip: Uint8Array }> {
    const zip = await api.requestBytes(`/proofs/${id}/evidence.zip`, account.key);
    const entries = await parseZip(zip);
    const pieces: Uint8Array[] = [];
    for await (const piece of entries[0]!.read()) pieces.push(piece);
    const readme = Buffer.concat(pieces).toString("utf8").replace(/\s+/g, " ");
    return { names: entries.map(({ name }) => name), readme, zip };
  }

  const isIncluded = (names: readonly string[]) => names.some((name) => name.startsWith("original/"));

  /** By HEAD, which answers as GET would: 429 when none is left. */
  async function downloadsRemaining(account: TestAccount, id: string): Promise<number> {
    const { status, headers } = await api.request("HEAD", `/proofs/${id}/original`, { key: account.key });
    return status === 429 ? 0 : Number(headers["x-svc-custody-downloads-remaining"]);
  }

  test("an original is included, the package verifies, and it costs one download", async () => {
    const account = await api.newAccount();
    const id = await deposited(account);
    const before = await downloadsRemaining(account, id);
    const { names, zip } = await evidence(account, id);
    expect(isIncluded(names)).toBe(true);
    const { checks } = await verify(zip);
    expect(checks.find(({ id: check }) => check === "content")?.status).toBe("passed");
    expect(await downloadsRemaining(account, id)).toBe(before - 1);
  });

  test("HEAD spends no download, and states the size of GET's response", async () => {
    const account = await api.newAccount();
    const id = await deposited(account);
    const before = await downloadsRemaining(account, id);
    const head = await api.request("HEAD", `/proofs/${id}/evidence.zip`, { key: account.key });
    expect(await downloadsRemaining(account, id)).toBe(before);
    expect(Number(head.headers["content-length"])).toBe((await evidence(account, id)).zip.length);
  });

  test("with no downloads left the package omits the original, says so, and spends nothing", async () => {
    const account = await api.newAccount("free");
    const id = await deposited(account, randomBytes(1_000));
    for (let left = PLANS.free.downloadsPerDay; left > 0; left--) {
      expect(isIncluded((await evidence(account, id)).names)).toBe(true);
    }
    expect(await downloadsRemaining(account, id)).toBe(0);
    const { names, readme } = await evidence(account, id);
    expect(isIncluded(names)).toBe(false);
    expect(readme).toContain("no downloads left");
    const head = await api.request("HEAD", `/proofs/${id}/evidence.zip`, { key: account.key });
    expect(Number(head.headers["content-length"])).toBe((await evidence(account, id)).zip.length);
  });

  test("of concurrent packages, as many contain the original as there are downloads left", async () => {
    const account = await api.newAccount("free");
    const id = await deposited(account, randomBytes(1_000));
    const packages = await Promise.all(
      Array.from({ length: PLANS.free.downloadsPerDay + 5 }, () => evidence(account, id)),
    );
    expect(packages.filter(({ names }) => isIncluded(names))).toHaveLength(PLANS.free.downloadsPerDay);
  });

  test("no package serves a damaged original, and it costs nothing", async () => {
    const account = await api.newAccount();
    const existing = new Set(await custody.names());
    const id = await deposited(account);
    const [blob] = (await custody.names()).filter((name) => !existing.has(name));
    await custody.changeInPlace(blob!, 200_000);
    const before = await downloadsRemaining(account, id);
    const { names, readme } = await evidence(account, id);
    expect(isIncluded(names)).toBe(false);
    expect(readme).toContain("no longer matches the fingerprint");
    expect(await downloadsRemaining(account, id)).toBe(before);
  });

  test("storage out of reach: the package comes without the original, and says so", async () => {
    const account = await api.newAccount();
    const id = await deposited(account);
    const back = await custody.takeAway();
    const { names, readme } = await evidence(account, id);
    await back();
    expect(isIncluded(names)).toBe(false);
    expect(readme).toContain("its storage did not answer");
    expect(isIncluded((await evidence(account, id)).names)).toBe(true);
  });

  test("a deleted original is not included", async () => {
    const account = await api.newAccount();
    const id = await deposited(account);
    await api.request("DELETE", `/proofs/${id}/original`, { key: account.key });
    const { names, readme } = await evidence(account, id);
    expect(isIncluded(names)).toBe(false);
    expect(readme).toContain("the service does not have it");
  });
});
