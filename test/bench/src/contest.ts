/**
 * Alternatives measured side by side, each in a process of its own. In one process, the garbage of
 * one is collected during the next: that halved the measured cost of `crypto.hash()` and doubled
 * ours.
 */
import { fileURLToPath } from "node:url";
import { runChild } from "./child.js";
import { median } from "./median.js";

/** Prepares an alternative and returns its work, to be run many times. */
export type Alternative = () => () => unknown;
export type Alternatives = Readonly<Record<string, Alternative>>;

const ROUNDS = 5;
const program = fileURLToPath(new URL("./contestant.js", import.meta.url));

/**
 * Milliseconds per run of each alternative: the processes take turns, `ROUNDS` times; the medians
 * count.
 * @param moduleName name of the module beside this file that exports `alternatives`.
 */
export async function contest<Name extends string>(
  moduleName: string,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const timesMs = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const { stdout } = await runChild(process.execPath, [program, moduleName, name]);
      timesMs.get(name)!.push(Number(stdout));
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(timesMs.get(name)!)])) as Record<Name, number>;
}
