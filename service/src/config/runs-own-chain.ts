/** Whether no chain is configured, so that the sandbox runs its own. */
export function runsOwnChain(config: {
  readonly rpcUrl?: string | null;
  readonly anchors?: readonly unknown[] | null;
}): boolean {
  return (config.rpcUrl ?? null) === null && (config.anchors ?? null) === null;
}
