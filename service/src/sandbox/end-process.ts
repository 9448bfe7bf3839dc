/** Ends a process that is not a child of this one, at once. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already, which was the purpose.
  }
}
