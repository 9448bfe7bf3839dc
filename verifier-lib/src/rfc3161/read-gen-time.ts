/** The GeneralizedTime of RFC 3161, section 2.4.2: to the second or finer, in UTC. */
import { FormatError } from "@svc-proof/shared/encoding";
import { type DerElement, type DerErrorCode, expectTag, TAG } from "../der/index.js";

/** Digits after the second; nanoseconds are the finest that any clock of an authority shows. */
const MAX_FRACTION_DIGITS = 9;

export interface GenTime {
  /** To the millisecond, rounded up. */
  readonly time: Date;
  /** To the millisecond, rounded down: what bounds to the second are held against. */
  readonly timeRoundedDown: Date;
  /** ISO 8601, UTC, with as many digits as were read. */
  readonly text: string;
}

/** @throws FormatError (`der_time`) for an offset, a fraction that ends in zero, a time that does not exist. */
export function readGenTime(element: DerElement): GenTime {
  expectTag(element, TAG.generalizedTime);
  const stated = String.fromCharCode(...element.content.subarray(0, 32));
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d*[1-9]))?Z$/.exec(stated);
  if (match === null || element.content.length > 32) return fail(element, "expected a time in UTC");
  const [, year, month, day, hour, minute, second, fraction = ""] = match;
  if (fraction.length > MAX_FRACTION_DIGITS) {
    return fail(element, `expected at most ${MAX_FRACTION_DIGITS} digits after the second`);
  }
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const wholeMs = Date.parse(`${text}Z`);
  // Date.parse takes 24:00:00, and some engines a 31st of every month.
  if (Number.isNaN(wholeMs) || !new Date(wholeMs).toISOString().startsWith(text)) {
    return fail(element, "expected a time that exists");
  }
  const nanoseconds = Number(fraction.padEnd(MAX_FRACTION_DIGITS, "0"));
  return {
    time: new Date(wholeMs + Math.ceil(nanoseconds / 1_000_000)),
    timeRoundedDown: new Date(wholeMs + Math.floor(nanoseconds / 1_000_000)),
    text: `${text}${fraction === "" ? "" : `.${fraction}`}Z`,
  };
}

function fail(element: DerElement, message: string): never {
  const code: DerErrorCode = "der_time";
  throw new FormatError(code, message, element.offset);
}
