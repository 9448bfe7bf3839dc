/** Kills a process that is not a child of this one. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended already.
  }
}
