const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Whether a text is a UUID in the one spelling svc-proof allows: RFC 9562 section 4, lower case.
 *
 * The leaf commits to the text of the identifier, not to its 16 bytes. Two spellings would be two leaves, so
 * upper case is refused. Version and variant are not checked.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
