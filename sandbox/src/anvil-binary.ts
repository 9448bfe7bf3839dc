/** Finds the anvil binary of this platform. */
import { createRequire } from "node:module";

/**
 * The path of the binary itself, because the package's script would be an extra process in between.
 *
 * @throws Error when the package of this platform is not installed.
 */
export function anvilBinaryPath(): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const suffix = process.platform === "win32" ? ".exe" : "";
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`;
  // The platform's package is a dependency of the main one, so it is resolved from there.
  const require = createRequire(import.meta.url);
  const requireFromMain = createRequire(require.resolve("@foundry-rs/anvil/package.json"));
  try {
    return requireFromMain.resolve(`${name}/bin/anvil${suffix}`);
  } catch (error) {
    throw new Error(`${name} is not installed: the sandbox needs it, unless SVC_RPC_URL is given`, {
      cause: error,
    });
  }
}
