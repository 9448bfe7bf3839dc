/**
 * E-mail addresses in one form, so that an address is one person. The form is what is stored, compared and written to.
 */
import { domainToASCII } from "node:url";

/** RFC 5321, sections 4.5.3.1.1 and 4.5.3.1.3: a path of 256 octets has its brackets. */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** RFC 5322, section 3.2.3: `dot-atom`. Quoted local parts are refused: no one has them, and they are a way into headers. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** RFC 1123, section 2.1, with at least two labels; the last one is not a number, as in an IP address. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The normal form of an address: lower case, the domain in ASCII (IDNA). Null when it is not an address that mail can be
 * sent to everywhere. Providers that tell `Ana@` from `ana@` do not exist in practice; people who type both do.
 */
export function normalEmail(given: string): string | null {
  // Before anything is converted, so that a long text costs nothing.
  if (given.length > 4 * MAX_ADDRESS) return null;
  const text = given.normalize("NFC").trim();
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at).toLowerCase();
  const domain = domainToASCII(text.slice(at + 1));
  const address = `${local}@${domain}`;
  const isRight =
    at > 0 &&
    local.length <= MAX_LOCAL &&
    address.length <= MAX_ADDRESS &&
    LOCAL.test(local) &&
    DOMAIN.test(domain);
  return isRight ? address : null;
}
