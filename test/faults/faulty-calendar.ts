/**
 * A calendar and explorer between the service and the sandbox's own. It passes everything on until
 * a test gives it a fault.
 */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { encodeTimestamp, parseTimestamp, type Timestamp } from "@svc-proof/shared/opentimestamps";

/** Answers instead of the calendar; `pass` gives the calendar's own answer. */
export interface CalendarFault {
  (response: ServerResponse, pass: () => Promise<void>): void;
  /** Whether an answer never ends. */
  readonly isSilent?: boolean;
}

function named(answer: Uint8Array, uri: string): Uint8Array {
  const rename = ({ branches }: Timestamp): Timestamp => ({
    branches: branches.map((branch) =>
      "next" in branch
        ? { ...branch, next: rename(branch.next) }
        : { attestation: { kind: "pending", uri } as const },
    ),
  });
  return encodeTimestamp(rename(parseTimestamp(answer, 32)));
}

export class FaultyCalendar {
  readonly #server: Server;
  /** For submissions, for requests of completions, and for lists of blocks. */
  readonly faults: Record<"digest" | "timestamp" | "blocks", CalendarFault | null> = {
    digest: null,
    timestamp: null,
    blocks: null,
  };
  /** Requested paths, in order. */
  readonly asked: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(upstreamUrl: string): Promise<FaultyCalendar> {
    const server = createServer();
    const calendar = new FaultyCalendar(server);
    server.on("request", async (request, response) => {
      const path = request.url!;
      calendar.asked.push(path);
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const pass = async () => {
        const body = request.method === "POST" ? { body: Buffer.concat(parts) } : {};
        const answer = await fetch(`${upstreamUrl}${path}`, { method: request.method!, ...body });
        const bytes = new Uint8Array(await answer.arrayBuffer());
        // Its promises carry its own name.
        response.writeHead(answer.status).end(path === "/digest" ? named(bytes, calendar.url) : bytes);
      };
      const kind = /^\/(digest|timestamp|blocks)(?!\/tip)/.exec(path)?.[1];
      const fault = kind === undefined ? null : calendar.faults[kind as keyof FaultyCalendar["faults"]];
      if (fault === null) await pass();
      else fault(response, pass);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return calendar;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get submissions(): number {
    return this.asked.filter((path) => path === "/digest").length;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
