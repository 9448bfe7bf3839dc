/** The address that a request is counted by: docs/interface.md, "Limits", rule 3. */
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

/** Length of `X-Forwarded-For` that is read, from its end: proxies append, and clients can forge the beginning. */
const MAX_FORWARDED_LENGTH = 4_096;

const MAPPED_IPV4 = /^(?:0{0,4}:){0,5}:?ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Proxies whose statement of a client's address is trusted. */
export interface TrustedProxies {
  has(address: string): boolean;
}

/**
 * @param entries addresses and CIDR ranges of IPv4 and IPv6.
 * @throws RangeError when one is neither.
 */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix, ...rest] = entry.split("/");
    const family = isIP(address);
    const bits =
      prefix === undefined ? (family === 4 ? 32 : 128) : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (family === 0 || rest.length > 0 || bits < 0 || bits > (family === 4 ? 32 : 128)) {
      throw new RangeError(`"${entry}" expected an IP address or a CIDR range`);
    }
    list.addSubnet(address, bits, family === 4 ? "ipv4" : "ipv6");
  }
  return { has: (address) => list.check(address, isIPv4(address) ? "ipv4" : "ipv6") };
}

/**
 * The client's address: the peer's, or, behind a trusted proxy, the right-most one of `X-Forwarded-For` that is not a
 * trusted proxy. A list with anything but addresses before that one is ignored entirely.
 *
 * @param forwardedFor the header; several lines joined by commas.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  proxies: TrustedProxies,
): string {
  const peerAddress = plainAddress(peer) ?? peer;
  if (forwardedFor === undefined || isIP(peerAddress) === 0 || !proxies.has(peerAddress)) return peerAddress;
  const hops = forwardedFor.slice(-MAX_FORWARDED_LENGTH).split(",").reverse();
  let client = peerAddress;
  for (const hop of hops) {
    const address = plainAddress(hop.trim());
    if (address === null) return peerAddress;
    client = address;
    if (!proxies.has(address)) break;
  }
  return client;
}

/** `X-Forwarded-For`; several lines joined by commas. */
export function forwardedFor(headers: IncomingHttpHeaders): string | undefined {
  const header = headers["x-forwarded-for"];
  return typeof header === "object" ? header.join() : header;
}

/** The unit of counting: an IPv4 address, or an IPv6 /64 network, which one subscriber usually has to itself. */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  return `${ipv6Groups(address).slice(0, 4).join(":")}::/64`;
}

/** An address without brackets, port or zone; IPv4-mapped IPv6 as IPv4. Null when it is not an IP address. */
function plainAddress(text: string): string | null {
  const bare = /^\[(.*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, "");
  const ipv4 = MAPPED_IPV4.exec(address)?.[1] ?? address;
  return isIP(ipv4) === 0 ? null : ipv4;
}

/** The eight groups of a valid IPv6 address, lower-case hexadecimal without leading zeros. */
function ipv6Groups(address: string): string[] {
  const groupsOf = (part: string) =>
    part
      .split(":")
      .filter((group) => group !== "")
      .flatMap((group) => {
        if (!group.includes(".")) return [Number.parseInt(group, 16).toString(16)];
        const [a, b, c, d] = group.split(".").map(Number) as [number, number, number, number];
        return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
      });
  const [head = "", tail] = address.split("::");
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  return [...before, ...Array(8 - before.length - after.length).fill("0"), ...after];
}
