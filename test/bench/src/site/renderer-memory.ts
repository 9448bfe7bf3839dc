/** The browser's renderers that this process has started, and their memory by the kernel's count. */
import { readdirSync, readFileSync } from "node:fs";

export function rendererPids(): readonly number[] {
  const parents = new Map<number, number>();
  const renderers: number[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    const stat = read(`/proc/${name}/stat`);
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    if (read(`/proc/${name}/cmdline`).includes("--type=renderer")) renderers.push(pid);
  }
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === process.pid) return true;
    return false;
  };
  return renderers.filter(isOurs);
}

/**
 * Of the largest, in bytes: its own memory (`RssAnon`), without the program and the libraries that
 * it shares with other processes.
 */
export function largestRendererBytes(): number {
  const sizes = rendererPids().map((pid) => {
    const kilobytes = /RssAnon:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1];
    return kilobytes === undefined ? 0 : Number(kilobytes) * 1024;
  });
  return Math.max(0, ...sizes);
}

/** Processes may end while they are counted. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
