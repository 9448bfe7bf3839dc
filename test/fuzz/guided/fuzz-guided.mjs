/**
 * Runs Jazzer.js on one reader, starting from the vectors in the repository. Its findings stay in
 * `.fuzz/` for the next run.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/workspaces.mjs";

/** Fetched on demand: 31 MB of a native library that no other command needs. */
const JAZZER = "@jazzer.js/core@4.0.0";
/** Milliseconds for one input. */
const MAX_MS = 1000;
const MAX_INPUT_BYTES = 65_536;

/** The seed inputs of each reader: folder and file extension. */
const SEEDS = {
  zip: { folder: "test/vectors/packages", ending: ".zip" },
  pdf: { folder: "test/vectors/packages", ending: ".pdf" },
  der: { folder: "test/vectors/seals", ending: "" },
};

export const READERS = Object.keys(SEEDS);

/**
 * @param {string} reader one of {@link READERS}; the sources are built.
 * @param {number} seconds at most.
 * @returns {number} 0 if nothing was found.
 */
export function fuzzGuided(reader, seconds) {
  const corpus = join(root, ".fuzz", reader);
  mkdirSync(corpus, { recursive: true });
  const { folder, ending } = SEEDS[reader];
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(ending) || /\.(?:ts|mjs|json)$/.test(entry.name)) continue;
    copyFileSync(join(entry.parentPath, entry.name), join(corpus, `vector-${entry.name}`));
  }
  const { status } = spawnSync(
    "npm",
    [
      "exec",
      "--yes",
      `--package=${JAZZER}`,
      "--",
      "jazzer",
      join(import.meta.dirname, `${reader}.mjs`),
      ...["--includes", "verifier-lib/dist/", "--includes", "shared/dist/"],
      ...["--timeout", String(MAX_MS)],
      corpus,
      "--",
      `-max_total_time=${seconds}`,
      `-max_len=${MAX_INPUT_BYTES}`,
      `-artifact_prefix=${corpus}-`,
      "-print_final_stats=1",
    ],
    { stdio: "inherit" },
  );
  return status ?? 1;
}
