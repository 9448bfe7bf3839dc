/** The examples beside the packed packages that they name, and nothing else. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../e2e/sandbox.js";
import { install } from "./packed-library.js";
import { type SampleEvidence, sampleEvidence } from "./sample-evidence.js";

const folder = join(root, "docs/examples");

export interface ExampleManifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The folders of the examples. */
export const EXAMPLES: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !["sample", "node_modules"].includes(entry.name))
  .map(({ name }) => name);

export function manifestOf(example: string): ExampleManifest {
  return JSON.parse(readFileSync(join(folder, example, "package.json"), "utf8"));
}

export interface ExampleProject {
  /** Each example is a folder in it. */
  readonly folder: string;
  readonly sample: SampleEvidence;
  /** Paths of files to verify. */
  readonly files: Readonly<Record<"original" | "otherOriginal" | "evidence" | "brokenEvidence", string>>;
  remove(): void;
}

/** Copies examples, installs what they name, and writes files to verify. */
export async function installExamples(examples: readonly string[]): Promise<ExampleProject> {
  const project = mkdtempSync(join(tmpdir(), "svc-proof-examples-"));
  for (const example of examples) {
    cpSync(join(folder, example), join(project, example), { recursive: true });
    for (const name of Object.keys(manifestOf(example).dependencies)) install(name, folder, project);
  }
  const sample = await sampleEvidence();
  const write = (name: string, bytes: Uint8Array) => {
    const path = join(project, name);
    writeFileSync(path, bytes);
    return path;
  };
  return {
    folder: project,
    sample,
    files: {
      original: write("original.bin", sample.original),
      otherOriginal: write("other.bin", Uint8Array.of(...sample.original, 0)),
      evidence: write("evidence.svc.zip", sample.evidence),
      brokenEvidence: write("broken.svc.zip", sample.evidence.subarray(0, 500)),
    },
    remove: () => rmSync(project, { recursive: true, force: true }),
  };
}
