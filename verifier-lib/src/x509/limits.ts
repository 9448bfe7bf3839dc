/** Limits of this folder. */
import type { DerLimits } from "../der/limits.js";

/**
 * A certificate. Those of public authorities have 1 to 3 kB; 64 kB leave room for hundreds of names. The
 * deepest nesting in RFC 5280 (name constraints of directory names) is 12.
 */
export const CERTIFICATE_LIMITS: DerLimits = { maxBytes: 65_536, maxDepth: 24, maxElements: 16_384 };

/** A revocation list. 8 MB hold about 200,000 entries of four or more values each. */
export const CRL_LIMITS: DerLimits = { maxBytes: 8_388_608, maxDepth: 24, maxElements: 2_000_000 };

/** One entry of a list. Its extensions are a reason, a date and, in an indirect list, the name of an authority. */
export const CRL_ENTRY_LIMITS: DerLimits = { maxBytes: 65_536, maxDepth: 22, maxElements: 4_096 };

/** An OCSP response: one answer and a few certificates of about 150 values each. */
export const OCSP_LIMITS: DerLimits = { maxBytes: 131_072, maxDepth: 28, maxElements: 16_384 };

/** A public key, or a signature with r and s. RSA-8192 takes about 1,060 bytes. */
export const KEY_LIMITS: DerLimits = { maxBytes: 4096, maxDepth: 8, maxElements: 64 };

/** A bundle. The trusted roots of an operating system take about 230 kB in 150 certificates. */
export const MAX_PEM_CHARACTERS = 4_194_304;
export const MAX_PEM_CERTIFICATES = 1024;

/** The longest RSA modulus and exponent, in bits. As in OpenSSL; beyond these, a signature takes seconds. */
export const MAX_RSA_BITS = 8192;
export const MAX_RSA_EXPONENT_BITS = 64;

/** The default minimum RSA modulus, in bits: NIST SP 800-57, ETSI TS 119 312. */
export const DEFAULT_MIN_RSA_BITS = 2048;

/** The default maximum of intermediates that are not self-issued. Public chains have one to three. */
export const DEFAULT_MAX_INTERMEDIATES = 16;

/** Certificates of one path, including self-issued ones. */
export const MAX_PATH_CERTIFICATES = 40;

/** Signatures one search verifies, about 0.1 to 0.5 ms each. A usual path takes two or three. */
export const MAX_SEARCH_SIGNATURES = 128;

/** Candidates one search examines, and paths to an anchor that it judges. */
export const MAX_SEARCH_STEPS = 8192;
export const MAX_JUDGED_PATHS = 64;

/** Comparisons of names with constraints on one path, about 10 ms. OpenSSL allows four times as many. */
export const MAX_NAME_COMPARISONS = 262_144;

/**
 * Policies of one level of the policy graph, and edges between two levels. Without a limit, mappings multiply
 * (CVE-2023-0464).
 */
export const MAX_POLICY_NODES = 512;
