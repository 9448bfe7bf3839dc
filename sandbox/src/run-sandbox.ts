/**
 * The sandbox: starts a chain, a calendar, a timestamping authority and a mail server on this machine, and then the service with
 * ordinary settings that name them. Nothing that is proven here has any evidential value.
 *
 * The service marks the store as the sandbox's (`StoreMarks`): the service by itself takes it never, and the sandbox no other.
 */

import { join } from "node:path";
import type { Config } from "@svc-proof/service/config/settings";
import { StartError } from "@svc-proof/service/errors";
import type { Addresses } from "@svc-proof/service/http/site";
import { createLog, type Log } from "@svc-proof/service/log";
import { type Records, recordsOn } from "@svc-proof/service/records/records";
import { openMarkedStore, type StoreMarks } from "@svc-proof/service/records/store-marks";
import { retry } from "@svc-proof/service/retry";
import { type Program, runProgram } from "@svc-proof/service/run-program";
import { Service } from "@svc-proof/service/service";
import { acquireExclusiveLock, type DataDir, openDataDir } from "@svc-proof/service/store/sqlite/data-dir";
import { StoreUnavailableError } from "@svc-proof/service/store/store";
import { type SandboxCalendar, startSandboxCalendar } from "./calendar/server.js";
import { type SandboxChain, startSandboxChain } from "./chain.js";
import { sandboxNotice, writeSandboxCredentials } from "./credentials.js";
import { type Desk, startDesk } from "./desk.js";
import { type MailServer, startMailServer } from "./mail.js";
import {
  custodyKeyFile,
  OWN_SETTINGS,
  type OwnSettings,
  type SandboxSettings,
  sandboxMarks,
  sandboxSettings,
} from "./settings.js";
import type { SandboxTsa } from "./tsa/server.js";

/** What runs beside the service; null where the settings name something else. */
interface Parts {
  readonly chain: SandboxChain;
  readonly calendar: SandboxCalendar | null;
  readonly tsa: SandboxTsa | null;
  readonly mail: MailServer | null;
  readonly desk: Desk;
}

class Sandbox implements Program {
  readonly #settings: SandboxSettings;
  /** Of the service, without the parts. */
  readonly #config: Config;
  readonly #log: Log;
  /** Ends what was started, last first. */
  readonly #closers: (() => Promise<void> | void)[] = [];
  readonly #stopping = new AbortController();
  #starting: Promise<{ readonly running: Promise<never> }> | undefined;

  constructor(settings: SandboxSettings) {
    this.#settings = settings;
    this.#config = settings.config;
    this.#log = createLog(this.#config.logLevel);
  }

  async run(): Promise<never> {
    this.#starting = this.#start();
    const { running } = await this.#starting;
    return running;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting?.catch(() => {});
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }

  async #start(): Promise<{ readonly running: Promise<never> }> {
    const { given, withParts } = this.#settings;
    const dataDir = await openDataDir(this.#config.dataDir);
    const lock = await acquireExclusiveLock(dataDir.lockPath, 0);
    try {
      const marks = await sandboxMarks(dataDir.path, this.#config.mongodbUrl !== null);
      // Before anything else is made in the folder: it may be somebody else's.
      const store = await this.#openStore(dataDir, marks);
      const own = await acquireExclusiveLock(join(dataDir.path, "sandbox.lock"), 0);
      this.#closers.push(() => own.release());
      const [parts] = await Promise.all([this.#startParts(dataDir), Service.load()]);
      const custodyKey =
        given.custodyKeys !== undefined || this.#config.custody === "off"
          ? null
          : Buffer.from(await custodyKeyFile(dataDir.path)).toString("hex");
      const { chain, calendar, tsa, mail } = parts;
      const service = new Service(
        withParts({
          chain,
          calendarUrl: calendar?.url ?? null,
          tsa,
          smtpUrl: mail?.url ?? null,
          custodyKey,
        }),
        marks.keeper,
      );
      this.#closers.push(() => service.stop());
      // The service takes it.
      lock.release();
      const running = service.run();
      const addresses = await Promise.race([service.listening, running]);
      await this.#announce(store, dataDir, parts, addresses);
      return { running };
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async #openStore({ databasePath }: DataDir, marks: StoreMarks): Promise<Records> {
    const { store } = await openMarkedStore(
      this.#config,
      this.#config.mongodbUrl === null ? databasePath : null,
      marks,
      { log: this.#log, signal: this.#stopping.signal },
    );
    this.#closers.push(() => store.close());
    return recordsOn(store);
  }

  async #startParts({ path: dataDir }: DataDir): Promise<Parts> {
    const { given, own } = this.#settings;
    const onFailure = (what: string) => (error: Error) => this.#log.error({ err: error }, what);
    // The chain is another process, which takes longest.
    const chain = this.#started(
      startSandboxChain({
        dataDir,
        port: own.rpcPort,
        blockTimeMs: own.blockMs,
        confirmations: this.#config.confirmations,
      }),
    );
    const calendar =
      given.calendarUrls !== undefined
        ? null
        : this.#started(
            startSandboxCalendar({
              dataDir,
              port: own.calendarPort,
              blockTimeMs: own.bitcoinBlockMs,
              confirmations: this.#config.bitcoinConfirmations,
              onFailure: onFailure("the sandbox's calendar mines no more"),
            }),
            "calendarPort",
          );
    const tsa = given.tsaUrl === undefined ? this.#started(this.#startTsa(dataDir), "tsaPort") : null;
    const mail = given.smtpUrl === undefined ? this.#started(startMailServer()) : null;
    // What starts while another fails is closed with the rest.
    await Promise.allSettled([chain, calendar, tsa, mail]);
    const opened = { chain: await chain, calendar: await calendar, tsa: await tsa, mail: await mail };
    const mails = opened.mail?.mails ?? [];
    return { ...opened, desk: await this.#started(startDesk({ port: own.mailPort, mails }), "mailPort") };
  }

  async #startTsa(dataDir: string): Promise<SandboxTsa> {
    const { startSandboxTsa } = await import("./tsa/server.js");
    return startSandboxTsa({
      dataDir,
      port: this.#settings.own.tsaPort,
      onFailure: (error) => this.#log.error({ err: error }, "the sandbox's timestamping authority failed"),
    });
  }

  /** @param setting of its port. */
  async #started<Part extends { stop(): Promise<void> }>(
    starting: Promise<Part>,
    setting?: keyof OwnSettings,
  ): Promise<Part> {
    try {
      const part = await starting;
      this.#closers.push(() => part.stop());
      return part;
    } catch (error) {
      const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
      if (setting === undefined || code !== "EADDRINUSE") throw error;
      throw new StartError(`${OWN_SETTINGS[setting].name}: port ${port} of 127.0.0.1 is in use`);
    }
  }

  /** Writes the credentials, and prints the notice. */
  async #announce(
    store: Records,
    { path: dataDir }: DataDir,
    parts: Parts,
    addresses: Addresses,
  ): Promise<void> {
    const { chain, calendar, tsa, mail, desk } = parts;
    const { rpcUrl, chainId } = chain;
    const facts = { addresses, rpcUrl, chainId, calendarUrl: calendar?.url ?? null, tsa };
    const credentials = await retry(() => writeSandboxCredentials({ ...facts, store, desk, dataDir }), {
      mayPass: (error) => error instanceof StoreUnavailableError,
      onWait: ({ message: reason }) => this.#log.warn({ reason }, "the store does not answer"),
      signal: this.#stopping.signal,
    });
    const mailsUrl = mail === null ? null : desk.mailsUrl;
    console.log(sandboxNotice({ ...facts, credentials, mailsUrl }));
  }
}

await runProgram((environment) => new Sandbox(sandboxSettings(environment)));
