/** Third-party OpenTimestamps implementations, as programs that read and judge. */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { installCrate, installedOracle, oracleFolder, runInstaller } from "../installed-oracle.js";

const here = import.meta.dirname;

/** An implementation's reading of a file. */
export interface Judgement {
  readonly error?: string;
  /** Tag, payload and message of every attestation, in hexadecimal. */
  readonly attested?: readonly (readonly [tag: string, payload: string, message: string])[];
  /** The file as it writes it again. */
  readonly encoded?: string;
}

export interface Oracle {
  readonly name: string;
  /** Operations that it lacks. */
  readonly lacks: readonly string[];
  /** Whether it writes branches in the order in which it read them. */
  readonly keepsOrder: boolean;
  judge(files: readonly Uint8Array[]): Judgement[];
}

interface Recipe extends Omit<Oracle, "judge"> {
  install(folder: string): void;
  command(folder: string): readonly [program: string, ...words: string[]];
}

const RECIPES: readonly Recipe[] = [
  {
    name: "opentimestamps-0.4.5-python",
    lacks: [],
    keepsOrder: false,
    install(folder) {
      runInstaller("python3", ["-m", "venv", folder]);
      const packages = ["opentimestamps==0.4.5", "opentimestamps-client==0.7.2"];
      runInstaller(join(folder, "bin/python"), [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        ...packages,
      ]);
    },
    command: (folder) => [join(folder, "bin/python"), join(here, "oracle.py")],
  },
  {
    name: "opentimestamps-0.4.9-npm",
    // `hexlify` is a stub there and returns nothing.
    lacks: ["hexlify", "keccak256"],
    keepsOrder: false,
    install(folder) {
      // Its dependency `fs` is a placeholder that the registry no longer serves in an installable
      // form.
      const manifest = { private: true, overrides: { fs: "npm:empty-npm-package@1.0.0" } };
      writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
      const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
      runInstaller("npm", ["install", "--prefix", folder, ...quiet, "opentimestamps@0.4.9"]);
    },
    command: (folder) => [process.execPath, "--no-deprecation", join(here, "oracle.cjs"), folder],
  },
  {
    name: "opentimestamps-0.2.0-rust",
    lacks: ["keccak256"],
    keepsOrder: true,
    install(folder) {
      installCrate(join(here, "rust"), folder);
    },
    command: (folder) => [join(folder, "bin/opentimestamps-oracle")],
  },
];

/** The client of the Python reference, as its users run it; null if not installed. */
export function stockClient(): string | null {
  const client = join(oracleFolder(RECIPES[0]!.name), "bin/ots");
  return existsSync(client) ? client : null;
}

/** The installed ones; null, with a logged line, for the others. */
export const oracles: readonly { readonly name: string; readonly oracle: Oracle | null }[] = RECIPES.map(
  (recipe) => ({ name: recipe.name, oracle: prepare(recipe) }),
);

function prepare(recipe: Recipe): Oracle | null {
  const folder = installedOracle(recipe.name, (into) => recipe.install(into));
  if (folder === null) return null;
  const { name, lacks, keepsOrder } = recipe;
  const [program, ...words] = recipe.command(folder);
  return {
    name,
    lacks,
    keepsOrder,
    judge(files) {
      const input = files.map((file) => `${bytesToHex(file)}\n`).join("");
      const options = { input, encoding: "utf8", maxBuffer: 1 << 30, timeout: 200_000 } as const;
      const { status, stdout, stderr } = spawnSync(program, words, options);
      if (status !== 0) throw new Error(`${name} ended with status ${status}: ${stderr}`);
      const judgements = stdout
        .trim()
        .split("\n")
        .map((line): Judgement => JSON.parse(line));
      if (judgements.length !== files.length) throw new Error(`${name} judged ${judgements.length} files`);
      return judgements;
    },
  };
}
