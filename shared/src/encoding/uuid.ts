const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Whether a text is a UUID in the one spelling that svc-proof allows: RFC 9562 section 4, lower case.
 *
 * Upper case is refused because the leaf commits to the text of the identifier, not to its 16 bytes: two
 * spellings of one identifier would be two leaves. Version and variant are not looked at.
 */
export function isUuid(text: string): boolean {
  return text.length === 36 && UUID.test(text);
}
