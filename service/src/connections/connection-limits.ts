/** How much of the service one connection may hold, and for how long. */
import type { Config } from "../config/config.js";
import { connectionsByOpenFiles } from "../open-files-limit.js";

export interface ConnectionLimits {
  /** Connections that are open at once. For one more, another is closed on which no request is under way, or itself. */
  readonly maxConnections: number;
  /** Those of one address; behind a trusted proxy, its requests under way. 0 sets no limit. */
  readonly maxConnectionsPerIp: number;
  /** From the start of a connection, or of its next request, to the end of the request's headers. */
  readonly headersTimeoutMs: number;
  /** Idle time between two requests of one connection. */
  readonly keepAliveMs: number;
  readonly uploads: PaceLimits;
  readonly downloads: PaceLimits;
}

/** The pace that a peer must keep while it sends a body or reads an answer. */
export interface PaceLimits {
  /** From the first byte to the last one. */
  readonly timeoutMs: number;
  readonly minBytesPerSecond: number;
  /** Time by which a peer may lag behind that rate. A peer that stops is cut after this time. */
  readonly stallMs: number;
}

/** Why a peer was cut: the name of the server's event, and of the label in the metrics. */
export type Cut = (typeof CUTS)[number];

export const CUTS = [
  "slow_upload",
  "late_upload",
  "slow_download",
  "late_download",
  "too_many_connections",
] as const;

/** The server event emitted for each cut. */
export const CUT_EVENT = "cut";

/** The limits of the settings. */
export function connectionLimits(config: Config): ConnectionLimits {
  const { maxConnectionsPerIp, headersTimeoutMs, keepAliveMs, minBytesPerSecond, stallMs } = config;
  return {
    maxConnections: Math.min(config.maxConnections, connectionsByOpenFiles()),
    maxConnectionsPerIp,
    headersTimeoutMs,
    keepAliveMs,
    uploads: { timeoutMs: config.uploadTimeoutMs, minBytesPerSecond, stallMs },
    downloads: { timeoutMs: config.downloadTimeoutMs, minBytesPerSecond, stallMs },
  };
}
