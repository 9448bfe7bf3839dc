/** Names of ETSI EN 319 162-1, section 4.3.3 and annex A.1. */

/** The content of the entry `mimetype`, and the media type of the file. */
export const ASIC_S_MEDIA_TYPE = "application/vnd.etsi.asic-s+zip";

export const MIMETYPE_NAME = "mimetype";
export const META_INF = "META-INF";
/** The token of a time-stamped container. */
export const TIMESTAMP_NAME = "META-INF/timestamp.tst";
