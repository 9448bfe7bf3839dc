/** Reads `TSTInfo`, what an authority signs: RFC 3161, section 2.4.2. */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import {
  contextConstructed,
  contextPrimitive,
  type DerElement,
  DerFields,
  parseDer,
  readBoolean,
  readObjectIdentifier,
  TAG,
} from "../der/index.js";
import { EXTENSION } from "../x509/object-identifiers.js";
import { readQcStatements } from "../x509/read-certificate-extensions.js";
import { readExtension, readExtensions } from "../x509/read-extensions.js";
import { readGeneralName } from "../x509/read-general-name.js";
import type { Rfc3161ErrorCode } from "./error-code.js";
import { TST_INFO_LIMITS } from "./limits.js";
import { readGenTime } from "./read-gen-time.js";
import { readInteger, readVersion } from "./read-integer.js";
import { readMessageImprint } from "./read-message-imprint.js";
import type { TstInfo } from "./timestamp-token.js";

/** @throws FormatError (`Rfc3161ErrorCode`), with the offset in these bytes. */
export function parseTstInfo(der: Uint8Array, work?: WorkBudget): TstInfo {
  const element = parseDer(der, TST_INFO_LIMITS, work);
  const fields = new DerFields(element);
  readVersion(fields.required());
  const policy = readObjectIdentifier(fields.required());
  const imprint = readMessageImprint(fields.required());
  const serialNumber = readInteger(fields.required());
  const genTime = readGenTime(fields.required());
  const accuracy = fields.optional(TAG.sequence);
  const ordering = fields.optional(TAG.boolean);
  const nonce = fields.optional(TAG.integer);
  const tsa = fields.optional(contextConstructed(0));
  const extensionList = fields.optional(contextConstructed(1));
  fields.end();
  const extensions = extensionList === null ? [] : readExtensions(extensionList, contextConstructed(1));
  return {
    der,
    policy,
    imprint,
    serialNumber,
    serialNumberHex: bytesToHex(serialNumber).toUpperCase(),
    genTime: genTime.time,
    genTimeRoundedDown: genTime.timeRoundedDown,
    genTimeText: genTime.text,
    accuracySeconds: accuracy === null ? null : readAccuracy(accuracy),
    ordering: ordering !== null && readBoolean(ordering),
    nonce: nonce === null ? null : readInteger(nonce),
    tsa: tsa === null ? null : readTsa(tsa),
    extensions,
    qcStatements:
      readExtension(extensions, EXTENSION.qcStatements, readQcStatements, { work: element.work }) ?? [],
  };
}

function readTsa(element: DerElement) {
  const fields = new DerFields(element, contextConstructed(0));
  const name = readGeneralName(fields.required());
  fields.end();
  return name;
}

/** Seconds without a bound of their own, thousandths and millionths of 1 to 999 each. */
function readAccuracy(element: DerElement): number {
  const fields = new DerFields(element);
  const seconds = fields.optional(TAG.integer);
  const millis = fields.optional(contextPrimitive(0));
  const micros = fields.optional(contextPrimitive(1));
  fields.end();
  return (
    (seconds === null ? 0 : readPart(seconds, 0, 2 ** 31 - 1)) +
    (millis === null ? 0 : readPart(millis, 1, 999) / 1e3) +
    (micros === null ? 0 : readPart(micros, 1, 999) / 1e6)
  );
}

function readPart({ content, offset }: DerElement, min: number, max: number): number {
  // Under a context tag nothing has been checked; one leading zero keeps a number from being negative. No byte at all is
  // below the least thousandth and millionth.
  const isShortest = content.length === 1 || content[0] !== 0 || content[1]! >= 0x80;
  const isNegative = content[0]! >= 0x80;
  const value = content.reduce((sum, byte) => sum * 256 + byte, 0);
  if (isShortest && !isNegative && value >= min && value <= max) return value;
  const code: Rfc3161ErrorCode = "tsp_accuracy";
  throw new FormatError(code, `expected an integer from ${min} to ${max}`, offset);
}
