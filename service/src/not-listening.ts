import { StartError } from "./start-error.js";

/**
 * Says why a server cannot listen.
 *
 * @param prefix of the settings that name its host and port.
 */
export function notListening(
  error: NodeJS.ErrnoException,
  prefix: "SVC_HTTP" | "SVC_OPS",
  host: string,
  port: number,
): StartError {
  if (error.code === "EADDRINUSE") return new StartError(`${prefix}_PORT: port ${port} of ${host} is in use`);
  return new StartError(
    `${prefix}_HOST, ${prefix}_PORT: cannot listen at ${host}, port ${port}: ${error.message}`,
  );
}
