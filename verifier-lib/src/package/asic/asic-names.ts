/** Names of ETSI EN 319 162-1, sections 4.3.3 and A.1. */

/** The content of the entry `mimetype`, and the media type of the file. */
export const ASIC_S_MEDIA_TYPE = "application/vnd.etsi.asic-s+zip";
/** Of containers with several files and a manifest. */
export const ASIC_E_MEDIA_TYPE = "application/vnd.etsi.asic-e+zip";

export const MIMETYPE_NAME = "mimetype";
export const META_INF = "META-INF";
/** The token of a time-stamped container. */
export const TIMESTAMP_NAME = "META-INF/timestamp.tst";
