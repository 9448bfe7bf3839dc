/** The calendars and Bitcoin sources of the settings. */
import {
  type BitcoinSource,
  createCoreBitcoinSource,
  createEsploraBitcoinSource,
} from "@svc-proof/verifier-lib/source";
import { createHttpCalendar } from "../clients/calendars/http-calendar.js";
import type { Config } from "../config/config.js";
import { StartError } from "../start-error.js";
import type { AttestRoundOptions } from "./attest-round.js";

export type CalendarsConfig = Pick<
  Config,
  | "calendarUrls"
  | "calendarMin"
  | "calendarTimeoutMs"
  | "calendarPollMs"
  | "bitcoinNetwork"
  | "esploraUrls"
  | "bitcoinRpcUrls"
  | "bitcoinConfirmations"
>;

/**
 * Opens the calendars and Bitcoin sources.
 *
 * @param isRehearsal whether regtest is allowed.
 * @returns null if nothing is submitted.
 * @throws StartError when the settings contradict each other.
 */
export function openCalendars(config: CalendarsConfig, isRehearsal: boolean): AttestRoundOptions | null {
  const { calendarMin: minCalendars, calendarTimeoutMs: timeoutMs, calendarPollMs: pollMs } = config;
  const { bitcoinNetwork: network, bitcoinConfirmations: confirmations } = config;
  if (network === "regtest" && !isRehearsal) {
    throw new StartError("SVC_BITCOIN_NETWORK: expected bitcoin, because SVC_REHEARSAL is off, got regtest");
  }
  if (config.calendarUrls.length === 0) return null;
  if (config.calendarUrls.length < minCalendars) {
    throw new StartError(
      `SVC_CALENDAR_MIN: expected at most ${config.calendarUrls.length}, the number of SVC_CALENDAR_URLS, got ${minCalendars}`,
    );
  }
  const sources: BitcoinSource[] = [
    ...config.esploraUrls.map((url) => createEsploraBitcoinSource({ url, timeoutMs, retries: 0 })),
    ...config.bitcoinRpcUrls.map((url) => createCoreBitcoinSource({ url, timeoutMs, retries: 0 })),
  ];
  if (sources.length === 0) {
    throw new StartError(
      "SVC_ESPLORA_URLS, SVC_BITCOIN_RPC_URLS: expected an endpoint in one of them, because SVC_CALENDAR_URLS is not off, got none",
    );
  }
  return {
    calendars: config.calendarUrls.map((url) => createHttpCalendar({ url, timeoutMs })),
    minCalendars,
    bitcoin: { network, sources, confirmations },
    pollMs,
  };
}
