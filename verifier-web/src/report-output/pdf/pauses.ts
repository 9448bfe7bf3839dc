/** Long enough to get on, short enough that a page still answers its reader. */
const TURN_MS = 40;

/** @returns a function for loops: after some work it lets the page do its own before it resolves. */
export function pauses(): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < TURN_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  };
}
