import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Compiles the service, for tests that run it as a process. */
export function compileService(): void {
  compile("service");
}

/** Compiles the sandbox with the service in it. */
export function compileSandbox(): void {
  compile("sandbox");
}

function compile(workspace: string): void {
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
  execFileSync(process.execPath, [tsc, "-b", fileURLToPath(new URL(`../../${workspace}`, import.meta.url))]);
}

/** The folder of the compiled service. */
export const COMPILED_SERVICE: URL = new URL("../dist/", import.meta.url);
