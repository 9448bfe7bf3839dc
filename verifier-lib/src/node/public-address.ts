/**
 * Which addresses belong to the public Internet: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and its
 * updates). Whatever may lead into a network of its own is not public.
 */
import { BlockList, isIPv4, isIPv6 } from "node:net";

const SPECIAL_V4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved and broadcast.
  ["224.0.0.0", 3],
];

/** Only 2000::/3 is global unicast. These parts of it are not, or hold an IPv4 address. */
const SPECIAL_V6: readonly (readonly [network: string, prefix: number])[] = [
  // Teredo, benchmarking, ORCHID and other protocol assignments.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

const specialV4 = blockList(SPECIAL_V4, "ipv4");
const specialV6 = blockList(SPECIAL_V6, "ipv6");
const globalV6 = blockList([["2000::", 3]], "ipv6");
const mappedV4 = blockList([["::ffff:0:0", 96]], "ipv6");
/** RFC 6052: how a host without IPv4 reaches one that has nothing else. */
const translatedV4 = blockList([["64:ff9b::", 96]], "ipv6");

/**
 * Whether an address is public.
 *
 * @param address IPv4 in four decimal parts, or IPv6 in any notation, without brackets. Anything else is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, "ipv4");
  // With a zone (`fe80::1%eth0`) it is an address of a link.
  if (!isIPv6(address) || address.includes("%")) return false;
  if (mappedV4.check(address, "ipv6") || translatedV4.check(address, "ipv6")) {
    return isPublicAddress(lastFourBytes(address));
  }
  return globalV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}

/** The IPv4 address at the end of an IPv6 address. */
function lastFourBytes(address: string): string {
  // The parser of URLs writes the last 32 bits as two groups, however they were written, or none where they are zero.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(":").slice(-2);
  const [a = 0, b = 0] = groups.map((group) => Number.parseInt(group, 16) || 0);
  return [a >> 8, a & 0xff, b >> 8, b & 0xff].join(".");
}

function blockList(
  networks: readonly (readonly [network: string, prefix: number])[],
  family: "ipv4" | "ipv6",
): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}
