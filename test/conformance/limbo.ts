/** The paths of C2SP/x509-limbo and their expected results: vectors/x509/INDEX.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** All text, so that it can be passed to a page. */
export interface LimboCase {
  readonly id: string;
  readonly isExpected: boolean;
  readonly leafPem: string;
  readonly intermediatePems: readonly string[];
  readonly anchorPems: readonly string[];
  readonly crlPems: readonly string[];
  /** ISO 8601; null for now. */
  readonly time: string | null;
  /** Dotted decimal; null for any. */
  readonly purpose: string | null;
  readonly maxIntermediates: number | null;
}

interface VectorCase {
  readonly id: string;
  readonly trusted_certs: readonly string[];
  readonly untrusted_intermediates: readonly string[];
  readonly peer_certificate: string;
  readonly validation_time: string | null;
  readonly key_usage: readonly string[];
  readonly extended_key_usage: readonly string[];
  readonly expected_result: "SUCCESS" | "FAILURE";
  readonly max_chain_depth: number | null;
  readonly crls: readonly string[];
}

const PURPOSES: Readonly<Record<string, string>> = { serverAuth: "1.3.6.1.5.5.7.3.1" };

const KEY_IDENTIFIER = "key identifiers help to find a path; section 6.1 finds it by names and signatures";
const SERIAL_NUMBER = "section 4.1.2.2: readers handle such numbers; section 6.1 does not look at them";

/**
 * Cases whose outcome differs from that of the suite, each with its reason, as the vectors'
 * INDEX.md permits.
 */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  "rfc5280::root-non-critical-basic-constraints":
    "criticality alone; published anchors break the rule: SSC Qualified Class 3 CA of the Lithuanian list, FreeTSA",
  "rfc5280::root-missing-basic-constraints":
    "section 6.1.1 d: of an anchor, name and key count; a root of version 1 cannot say that it is an authority",
  "crl::crlnumber-missing":
    "section 6.3.3 has no such step; a list of version 1 has no number, and OpenSSL writes one unless it is asked for version 2",
  "rfc5280::aki::leaf-missing-aki": KEY_IDENTIFIER,
  "rfc5280::aki::intermediate-missing-aki": KEY_IDENTIFIER,
  "rfc5280::ski::root-missing-ski": KEY_IDENTIFIER,
  "rfc5280::ski::intermediate-missing-ski": KEY_IDENTIFIER,
  "rfc5280::serial::too-long": SERIAL_NUMBER,
  "rfc5280::serial::negative": SERIAL_NUMBER,
};

export function limboCases(folder: string): LimboCase[] {
  const cases = JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")) as VectorCase[];
  return cases.map((vector) => {
    const [purpose, ...others] = vector.extended_key_usage;
    if (others.length > 0 || vector.key_usage.length > 0)
      throw new Error(`${vector.id} asks for more than one use`);
    const oid = purpose === undefined ? null : PURPOSES[purpose];
    if (oid === undefined) throw new Error(`${vector.id} asks for ${purpose}`);
    return {
      id: vector.id,
      isExpected: (vector.expected_result === "SUCCESS") !== vector.id in EXCEPTIONS,
      leafPem: vector.peer_certificate,
      intermediatePems: vector.untrusted_intermediates,
      anchorPems: vector.trusted_certs,
      crlPems: vector.crls,
      time: vector.validation_time,
      purpose: oid,
      maxIntermediates: vector.max_chain_depth,
    };
  });
}
