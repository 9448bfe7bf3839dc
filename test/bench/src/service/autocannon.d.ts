/** The part of autocannon 9 that is used here; the package brings no types. */
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  export interface LoadRequest {
    method?: "GET" | "POST";
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }

  export interface LoadOptions {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly requests: readonly { setupRequest(request: LoadRequest): LoadRequest }[];
  }

  /** Emits `response` (client, status code, bytes, response time in ms). Resolves at the end. */
  export default function autocannon(options: LoadOptions): EventEmitter & Promise<unknown>;
}
