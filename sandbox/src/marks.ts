/** How the store of a sandbox is marked. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoreMarks } from "@svc-proof/service/records/store-marks";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { replaceFile } from "./tsa/replace-file.js";

const KEEPER = "svc-proof-sandbox";

/**
 * A database elsewhere is kept by the sandbox of one folder: two would anchor one sequence of batches on two chains.
 *
 * @param dataDir must exist.
 * @param isElsewhere whether the store is not in the folder.
 */
export async function sandboxMarks(dataDir: string, isElsewhere: boolean): Promise<StoreMarks> {
  const keeper = isElsewhere ? `${KEEPER} ${await idOf(dataDir)}` : KEEPER;
  return { keeper, chainIds: [DEVELOPMENT_CHAIN_ID] };
}

/** Made once. */
async function idOf(dataDir: string): Promise<string> {
  const path = join(dataDir, "sandbox.id");
  const known = (await readFile(path, "utf8").catch(() => "")).trim();
  if (known !== "") return known;
  const id = randomUUID();
  await replaceFile(path, `${id}\n`);
  return id;
}
