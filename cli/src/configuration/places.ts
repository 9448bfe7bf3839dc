/** Where `svc-proof` keeps its configuration: https://specifications.freedesktop.org/basedir-spec/latest/ */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The path of the configuration file. */
export function configurationPath(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  return join(configurationFolder(environment, platform), "svc-proof", "config.json");
}

function configurationFolder(environment: Environment, platform: NodeJS.Platform): string {
  // "All paths set in these environment variables must be absolute. If … a relative path … consider the path invalid and ignore it."
  const given = environment[platform === "win32" ? "APPDATA" : "XDG_CONFIG_HOME"] ?? "";
  if (isAbsolute(given)) return given;
  const home = environment["HOME"] ?? "";
  return join(isAbsolute(home) ? home : homedir(), ".config");
}
