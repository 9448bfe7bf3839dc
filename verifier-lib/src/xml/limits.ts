/** Limits of this folder. The measures are of the trusted lists of the European Union in 2026. */

/** The longest list has 3 MB. */
export const MAX_XML_BYTES = 16_777_216;

/** Levels of nesting; the root counts 1. Lists have 17. */
export const MAX_XML_DEPTH = 100;

/** Elements, attributes, pieces of text, instructions and comments. The longest list has about 70,000. */
export const MAX_XML_NODES = 500_000;

/** Attributes of one element, namespace declarations included. Lists have 10. */
export const MAX_XML_ATTRIBUTES = 128;

/** Characters of one name, prefix included. Lists have 40. */
export const MAX_XML_NAME_CHARACTERS = 256;
