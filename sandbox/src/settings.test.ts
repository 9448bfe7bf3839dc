import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SETTINGS } from "../../service/src/config/settings.js";
import { custodyKeyFile, OWN_SETTINGS, SERVICE_DEFAULTS, sandboxSettings } from "./settings.js";

describe("settings", () => {
  const CHAIN = { rpcUrl: "http://127.0.0.1:8545", chainId: 31_337, anchorKey: `0x${"11".repeat(32)}` };
  const TSA = { url: "http://127.0.0.1:1", p256Url: "http://127.0.0.1:1/p256", rootPath: "/root.pem" };
  const PARTS = {
    chain: CHAIN,
    calendarUrl: "http://127.0.0.1:2",
    tsa: TSA,
    smtpUrl: "smtp://127.0.0.1:3",
    custodyKey: "0123456789abcdef".repeat(4),
  };

  describe("the settings of a sandbox", () => {
    it("give the service all that its parts are, as a rehearsal", () => {
      expect(sandboxSettings({}).withParts(PARTS)).toMatchObject({
        ...CHAIN,
        rehearsal: "on",
        bitcoinNetwork: "regtest",
        calendarUrls: [PARTS.calendarUrl],
        esploraUrls: [PARTS.calendarUrl],
        tsaUrl: TSA.p256Url,
        tsaTrust: [TSA.rootPath],
        tsaQualified: "off",
        sealRevocationOrigins: [TSA.url],
        smtpUrl: PARTS.smtpUrl,
        custodyKeys: [PARTS.custodyKey],
        signUp: "open",
        batchIntervalMs: 2_000,
      });
    });

    it("leave what the environment names", () => {
      const environment = {
        SVC_BATCH_INTERVAL_MS: "7000",
        SVC_CALENDAR_URLS: "off",
        SVC_TSA_URL: "https://tsa.example",
        SVC_TSA_TRUST: "/etc/tsa.pem",
        SVC_SANDBOX_RPC_PORT: "8545",
      };
      const settings = sandboxSettings(environment);
      expect(settings.own).toMatchObject({ rpcPort: 8_545, calendarPort: 0 });
      const given = settings.withParts({ ...PARTS, calendarUrl: null, tsa: null });
      expect(given).toMatchObject({
        batchIntervalMs: 7_000,
        calendarUrls: [],
        esploraUrls: [],
        tsaUrl: "https://tsa.example",
        tsaQualified: "warn",
      });
    });

    it("are of the service's formats, and in the documentation", () => {
      for (const [key, text] of Object.entries(SERVICE_DEFAULTS)) {
        const { format, name } = SETTINGS[key as keyof typeof SETTINGS];
        expect(format.parse(text), name).toBeDefined();
      }
      const running = readFileSync(new URL("../../docs/operations/running.md", import.meta.url), "utf8");
      for (const { name, default: usual, doc } of Object.values(OWN_SETTINGS))
        expect(running).toContain(`| \`${name}\` | \`${usual}\` | ${doc} |\n`);
    });
  });
});

describe("store", () => {
  describe("the custody key", () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "svc-custody-key-"));
    });
    afterEach(() => rm(folder, { recursive: true }));

    it("is a file of the data folder, made once, accessible only to its owner", async () => {
      const key = await custodyKeyFile(folder);
      expect(key).toHaveLength(32);
      expect((await stat(join(folder, "custody.key"))).mode & 0o777).toBe(0o600);
      expect(Buffer.from(await custodyKeyFile(folder)).equals(key)).toBe(true);
      expect(Buffer.from(await readFile(join(folder, "custody.key"), "utf8"), "latin1").toString()).toMatch(
        /^[0-9a-f]{64}\n$/,
      );
    });

    it("is never replaced, whatever the file holds", async () => {
      await writeFile(join(folder, "custody.key"), "not a key");
      await expect(custodyKeyFile(folder)).rejects.toThrow("expected 64 hexadecimal characters");
      expect(await readFile(join(folder, "custody.key"), "utf8")).toBe("not a key");
    });
  });
});
