/** What the parsers take of each format. Apart from them, so that none is loaded only to know a limit. */

import type { JsonLimits } from "@svc-proof/shared/encoding";
import type { DerLimits } from "./asn1/der.js";

// RFC 3161: timestamp tokens, requests and responses.

/**
 * Bytes of a response or token. Those of public authorities take 0.5 to 7 kB; one that carries the revocation lists of
 * its chain can take some hundreds.
 */
export const MAX_TIMESTAMP_RESPONSE_BYTES = 1_048_576;

/** A `TSTInfo` lies 12 deep in the response that is nested most, and has 5 levels of its own. */
export const RESPONSE_LIMITS: DerLimits = {
  maxBytes: MAX_TIMESTAMP_RESPONSE_BYTES,
  maxDepth: 32,
  maxElements: 65_536,
};

/** A request takes some 100 bytes; extensions are the only part of it that has no bound. */
export const REQUEST_LIMITS: DerLimits = { maxBytes: 16_384, maxDepth: 16, maxElements: 512 };

/** The content of a `TSTInfo`. */
export const TST_INFO_LIMITS: DerLimits = { maxBytes: 65_536, maxDepth: 24, maxElements: 4_096 };

/** Bytes of a nonce that is written: the longest hash and a sign. Those that are read may have any size. */
export const MAX_NONCE_BYTES = 65;

/** Elements of each list of a token: certificates, revocation data, attributes, algorithms. Authorities put in one to four. */
export const MAX_LISTED = 256;

/** Texts of a status that are reported, and bytes of its bits: CMP, which defines the most, has 27 bits. */
export const MAX_STATUS_TEXTS = 16;
export const MAX_FAILURE_BYTES = 8;

// Witnesses of EVM chains.

/**
 * A witness takes 2 to 4 kB. The limit leaves room for a header of 128 kB (Bor) and a transaction of 256 kB, twice
 * what nodes relay.
 */
export const EVM_WITNESS_LIMITS: JsonLimits = { maxBytes: 1_048_576, maxDepth: 8, maxMembers: 64 };

// ISO 32000-1: PDF files.

/** A certificate has about 40 kB, one with many fonts about 300 kB. Signing adds as much. */
export const MAX_PDF_BYTES = 8_388_608;

/** `startxref` must be within this many bytes of the end: ISO 32000-1, annex H, note 18. */
export const TAIL_BYTES = 1024;

/** Cross-reference sections: one for the file and one for each update. */
export const MAX_SECTIONS = 64;

/** Entries of all sections together. */
export const MAX_ENTRIES = 100_000;

/** Nesting depth of arrays and dictionaries. */
export const MAX_DEPTH = 32;

/** Bytes of a decompressed cross-reference or object stream. */
export const MAX_STRUCTURE_BYTES = 1_048_576;

/** Filters of a stream. Programs write one, or two if the file is to be text. */
export const MAX_FILTERS = 8;

/** Bytes of a row with a predictor. Only images have long rows. */
export const MAX_ROW_BYTES = 65_536;

/** Object streams to decompress. Attachments need very few objects. */
export const MAX_OBJECT_STREAMS = 16;

/**
 * Bytes of objects to read, repeated reads included. Without this limit, a large object with many references
 * would be read as often.
 */
export const MAX_READ_BYTES = 16_777_216;

/** Size of one object without its stream. It is read without a pause, in at most some hundredths of a second. */
export const MAX_OBJECT_BYTES = 1_048_576;

/** Numbers, names and other values in one object. */
export const MAX_VALUES = 100_000;

/** Bytes of a string. On the way to attachments there are only names and dates. */
export const MAX_STRING_BYTES = 65_536;

/** Characters of an attachment's name or key. */
export const MAX_ATTACHMENT_NAME_CHARACTERS = 1024;

/** Nodes in the name tree of attachments. */
export const MAX_NAME_NODES = 64;

export const MAX_ATTACHMENTS = 64;

/** Nodes in the tree of pages. A certificate has some ten pages; programs put ten into one node. */
export const MAX_PAGE_NODES = 1024;

/** Annotations of all pages together: links, signatures, comments. */
export const MAX_ANNOTATIONS = 4096;

// Trust snapshots and trusted lists.

/** The snapshot of seven lists, a quarter of all services, takes 0.5 MB. */
export const SNAPSHOT_JSON_LIMITS: JsonLimits = { maxBytes: 8_388_608, maxDepth: 10, maxMembers: 16 };

/** The list of lists names 31 territories. */
export const MAX_LISTS = 128;
/** The longest list has 560 services, 151 of time stamps. Each may have a provider of its own. */
export const MAX_SERVICES = 8192;
/** The longest history has 9 entries. */
export const MAX_PERIODS = 256;
/** A service has one certificate, rarely two. */
export const MAX_IDENTITIES = 256;
/** Services of all types in one list: 560 in the longest. */
export const MAX_OTHER_SERVICES = 65_536;
/** The longest name has 200 characters. */
export const MAX_NAME_CHARACTERS = 2048;

/** Pointers of one list. The list of lists has 44. */
export const MAX_POINTERS = 512;
/** Certificates of all pointers and services of one list. The longest list has some 1,700. */
export const MAX_LIST_CERTIFICATES = 32_768;
/** A certificate in a list. The longest that may be read otherwise has as many bytes. */
export const MAX_LIST_CERTIFICATE_BYTES = 65_536;

// RFC 5280: certificates, revocation lists, OCSP.

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
