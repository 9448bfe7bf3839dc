/** EU DSS 6.4 on the trusted lists of the collection: it authenticates the same, with the same sequence numbers. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { authenticateListOfLists, compileTrustSnapshot } from "@svc-proof/verifier-lib/trust";
import { expect, test } from "vitest";
import { vectorFolder } from "../conformance/third-party-vectors.js";

const DSS_TIMEOUT_MS = 900_000;
const folder = vectorFolder("eutl");
const dss = folder === null ? null : join(folder, "../../tools/dss/dss-oracle");
const hasDss = dss !== null && existsSync(dss) && spawnSync("java", ["-version"]).status === 0;
if (!hasDss) console.warn("SKIPPED: EU DSS (tools/dss/dss-oracle beside the vectors, or Java, is missing)");

test.skipIf(!hasDss)(
  "EU DSS authenticates the same lists",
  async () => {
    const signers = join(folder!, "certs/oj-C-2026-1944-lotl-signers.pem");
    const { status, stderr } = spawnSync(dss!, ["--lists", folder!, "--lotl-signers", signers], {
      input: "",
      encoding: "utf8",
      timeout: DSS_TIMEOUT_MS,
    });
    expect(status, stderr.slice(-2000)).toBe(0);
    const theirs = [...stderr.matchAll(/^(?:TL (\w+)|(LOTL)) (\d+) signature (\w+)/gm)]
      .filter(([, , , , indication]) => indication === "TOTAL_PASSED")
      .map(([, territory = "EU", , number]) => `${territory} ${number}`);

    const names = readdirSync(folder!).filter((name) => name.endsWith(".xml"));
    const files = names.map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder!, name))) }));
    const at = new Date("2026-11-22T00:00:00Z");
    const list = files.find(({ name }) => name.startsWith("EU-LOTL"))!;
    const lotl = await authenticateListOfLists({ lotl: list.bytes, at });
    const { snapshot } = await compileTrustSnapshot({ lotl, lists: files, at });
    const ours = [snapshot.lotl, ...snapshot.lists].map(
      ({ territory, sequenceNumber }) => `${territory} ${sequenceNumber}`,
    );
    expect(theirs.sort()).toEqual(ours.sort());
    expect(ours).toHaveLength(8);
  },
  DSS_TIMEOUT_MS,
);
