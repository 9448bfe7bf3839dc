/** Statuses of a service over time: ETSI TS 119 612, sections 5.5.4 and D.5. */
import type { ListedService, StatusPeriod } from "./trust-snapshot.js";

/** Status in a period in which the service had another type. */
export const OTHER_TYPE = "othertype";

export const GRANTED = "granted";

/** Supervised or accredited under Directive 1999/93/EC, before qualified time stamps existed. */
const BEFORE_EIDAS: readonly string[] = ["undersupervision", "supervisionincessation", "accredited"];

/**
 * Regulation (EU) No 910/2014 applies from 1 July 2016 (Article 52). Lists give the midnight of their country, the earliest
 * that of Greece, Finland and the Baltic states.
 */
const EIDAS_BEGINS: number = Date.parse("2016-06-30T21:00:00Z");
/** The last midnight of the Union, that of the Azores. Until then a supervision of before counts. */
const EIDAS_EVERYWHERE: number = Date.parse("2016-07-01T00:00:00Z");

/** The period that holds at a time; null before the first. */
export function statusAt({ history }: ListedService, time: Date): StatusPeriod | null {
  return history.find(({ since }) => Date.parse(since) <= time.getTime()) ?? null;
}

export function isSupervised({ status }: StatusPeriod): boolean {
  return BEFORE_EIDAS.includes(status);
}

/** Whether `granted` makes a timestamp of this time a qualified one. */
export function isGrantedAt({ status }: StatusPeriod, time: Date): boolean {
  return status === GRANTED && time.getTime() >= EIDAS_BEGINS;
}

/** Whether the service may anchor a seal of this time. */
export function isTrustedAt(service: ListedService, time: Date): boolean {
  const period = statusAt(service, time);
  if (period === null || period.unknownExtension !== undefined) return false;
  return period.status === GRANTED || (isSupervised(period) && time.getTime() < EIDAS_EVERYWHERE);
}
