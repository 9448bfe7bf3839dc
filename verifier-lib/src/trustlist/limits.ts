/** Limits of trust snapshots and trusted lists. */
import type { JsonLimits } from "@svc-proof/shared/encoding";

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
