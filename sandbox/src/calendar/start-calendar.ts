/** Starts the sandbox's calendar, or resumes the one in the folder on its former port. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closeAtOnce, listenLocally, localUrl, portOf } from "../local-server.js";
import { CalendarBook } from "./calendar-book.js";
import { createCalendarServer } from "./calendar-server.js";

/** Blocks beyond the required confirmations. */
const SPARE_BLOCKS = 2;

export interface SandboxCalendarOptions {
  /** Folder of the service's data; the calendar lives in `calendar/` below it. Must exist. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; 0 takes the last run's, which timestamps name, or a free one in the first run. */
  readonly port: number;
  /** Time between two blocks while any are needed. */
  readonly blockTimeMs: number;
  /** Confirmations that an attestation needs. This many blocks follow each block that attests something. */
  readonly confirmations: number;
  /** Called when the calendar can no longer write its journal. */
  readonly onFailure: (error: Error) => void;
}

export interface SandboxCalendar {
  /** Address of the calendar, and of the explorer of its chain. */
  readonly url: string;
  stop(): Promise<void>;
}

/** @throws Error when the port is in use or the folder cannot be written. */
export async function startSandboxCalendar(options: SandboxCalendarOptions): Promise<SandboxCalendar> {
  const { dataDir, port, blockTimeMs, confirmations, onFailure } = options;
  const folder = join(dataDir, "calendar");
  await mkdir(folder, { recursive: true });
  const book = await CalendarBook.open(join(folder, "journal.txt"));
  const server = createCalendarServer(book, () => localUrl(portOf(server)));
  try {
    await listenLocally(server, port === 0 ? (book.ports.at(-1) ?? 0) : port, false);
    await book.serve(portOf(server));
  } catch (error) {
    if (server.listening) await closeAtOnce(server);
    await book.close();
    throw error;
  }

  const stopping = new AbortController();
  const mining = (async () => {
    while (!stopping.signal.aborted) {
      const isShort =
        book.chain.height < Math.max(0, book.lastAttestingHeight + confirmations + SPARE_BLOCKS);
      if (book.isWaiting || isShort) await book.mine();
      await sleep(blockTimeMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })().catch(onFailure);

  return {
    url: localUrl(portOf(server)),
    stop: async () => {
      stopping.abort();
      await mining;
      await closeAtOnce(server);
      await book.close();
    },
  };
}
