/** Limits of this folder. The measures are of the trusted lists of the European Union in 2026. */

/** The longest list has 3 MB. */
export const MAX_XML_BYTES = 16_777_216;

/** Levels of nesting; the root counts 1. Lists have 16. */
export const MAX_XML_DEPTH = 100;

/** Elements, attributes, pieces of text, instructions and comments. The longest list has 68,000. */
export const MAX_XML_NODES = 500_000;

/** Attributes of one element, namespace declarations included. Lists have 8. */
export const MAX_XML_ATTRIBUTES = 128;

/** Characters of one name, prefix included. Lists have 32. */
export const MAX_XML_NAME_CHARACTERS = 256;

/**
 * Characters of one piece of text between markup, or of an instruction. Lists have 5,000. With
 * these limits, reading and canonicalisation pause often enough.
 */
export const MAX_XML_TEXT_CHARACTERS = 262_144;

/** Characters of the value of an attribute. Lists have 72. */
export const MAX_XML_VALUE_CHARACTERS = 65_536;
