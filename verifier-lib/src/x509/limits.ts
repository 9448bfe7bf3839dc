/** Limits of this folder. */
import type { DerLimits } from "../der/limits.js";

/**
 * A certificate. Those of public authorities have 1 to 3 kB; 64 kB leave room for hundreds of names. The longest nesting
 * that RFC 5280 has (name constraints of directory names) is 12.
 */
export const CERTIFICATE_LIMITS: DerLimits = { maxBytes: 65_536, maxDepth: 24, maxElements: 16_384 };

/** A revocation list: 8 MB hold some 200,000 entries, at four or more values each. */
export const CRL_LIMITS: DerLimits = { maxBytes: 8_388_608, maxDepth: 24, maxElements: 2_000_000 };

/** One entry of a list: its extensions are a reason, a date, in an indirect list the name of an authority. */
export const CRL_ENTRY_LIMITS: DerLimits = { maxBytes: 65_536, maxDepth: 22, maxElements: 4_096 };

/** An OCSP response: one answer, and a few certificates of some 150 values each. */
export const OCSP_LIMITS: DerLimits = { maxBytes: 131_072, maxDepth: 28, maxElements: 16_384 };

/** A public key, or a signature with r and s. RSA-8192 takes some 1,060 bytes. */
export const KEY_LIMITS: DerLimits = { maxBytes: 4096, maxDepth: 8, maxElements: 64 };

/** A bundle: the trusted roots of a whole operating system take some 230 kB in 150 certificates. */
export const MAX_PEM_CHARACTERS = 4_194_304;
export const MAX_PEM_CERTIFICATES = 1024;

/** The longest RSA modulus, in bits, and the longest exponent: OpenSSL's, beyond which a signature takes seconds. */
export const MAX_RSA_BITS = 8192;
export const MAX_RSA_EXPONENT_BITS = 64;

/** The shortest RSA modulus, in bits, where the caller sets none: NIST SP 800-57, ETSI TS 119 312. */
export const DEFAULT_MIN_RSA_BITS = 2048;

/** Intermediates that are not self-issued, where the caller sets no bound; public chains have one to three. */
export const DEFAULT_MAX_INTERMEDIATES = 16;

/** Certificates of one path, self-issued ones included. */
export const MAX_PATH_CERTIFICATES = 40;

/** Signatures that one search verifies, at some 0.1 to 0.5 ms each; a usual path takes two or three. */
export const MAX_SEARCH_SIGNATURES = 128;

/** Candidates that one search looks at, and paths to an anchor that it judges. */
export const MAX_SEARCH_STEPS = 8192;
export const MAX_JUDGED_PATHS = 64;

/** Comparisons of one name with one constraint, on one path. Some 10 ms; OpenSSL allows four times as many. */
export const MAX_NAME_COMPARISONS = 262_144;

/** Policies of one level of the policy graph, and edges between two: else mappings multiply (CVE-2023-0464). */
export const MAX_POLICY_NODES = 512;
