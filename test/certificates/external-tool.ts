import { spawnSync } from "node:child_process";

/**
 * A third-party program, by its name. Null, with a logged line, if it is not installed; CI requires
 * it.
 * @returns a function that runs it and returns its status and output.
 */
export function externalTool(
  name: string,
  probe: string,
): ((...words: readonly string[]) => { readonly status: number | null; readonly output: Buffer }) | null {
  const { error } = spawnSync(name, [probe], { stdio: "ignore" });
  if (error !== undefined) {
    if (process.env["CI"] === "true") throw new Error(`${name} is missing`);
    console.warn(`SKIPPED: ${name} is not installed`);
    return null;
  }
  return (...words) => {
    const { status, stdout, stderr } = spawnSync(name, words, { timeout: 60_000, maxBuffer: 1 << 28 });
    return { status, output: status === 0 ? stdout : Buffer.concat([stdout, stderr]) };
  };
}
