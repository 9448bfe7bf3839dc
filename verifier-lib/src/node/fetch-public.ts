/**
 * Sends one HTTP request to the public Internet, to an address that somebody else has chosen: docs/design/threats.md.
 *
 * The address that is connected to is the one that was checked: the name is resolved here, and the connection is given the
 * result, so that a name cannot change its meaning in between.
 */

import { lookup as systemLookup } from "node:dns";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { readBody } from "../source/bounded-fetch.js";
import { type BoundedAnswer, SourceError, unlessAborted } from "../source/index.js";
import type { SendBounded } from "../source/revocation.js";

/**
 * Which addresses belong to the public Internet: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and its
 * updates). Whatever may lead into a network of its own is not public.
 */
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

/** Options of `createPublicFetch`. */
export interface FetchPublicOptions {
  /** Origins (`http://127.0.0.1:8318`) that may be asked although their address is not public. */
  readonly allowedOrigins?: readonly string[];
  /** Resolves a name to all its addresses. Default: the system's resolver. */
  readonly resolve?: (
    name: string,
  ) => Promise<readonly { readonly address: string; readonly family: 4 | 6 }[]>;
}

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Below these are other protocols, whose servers could take a request for one of theirs. */
const FIRST_FREE_PORT = 1024;

/**
 * Creates a `send` for `createRevocationSource`. It asks http and https addresses, without credentials, cookies or proxies,
 * follows three redirects of a GET, each checked in the same way, and reads no more than the limit of the request.
 *
 * @throws TypeError if an origin is malformed.
 */
export function createPublicFetch(options: FetchPublicOptions = {}): SendBounded {
  const allowed = new Set((options.allowedOrigins ?? []).map(originOf));
  const { resolve = resolveBySystem } = options;

  const sendOnce = async (
    question: string,
    url: URL,
    request: Parameters<SendBounded>[2],
  ): Promise<Answer> => {
    const isAllowed = allowed.has(url.origin);
    checkAddress(question, url, isAllowed);
    const sent = open(url, request, isAllowed ? undefined : publicLookup(question, resolve));
    const { signal, maxBytes } = request;
    try {
      const answer = await unlessAborted(answerTo(sent), signal);
      const { statusCode: status = 0, headers } = answer;
      if (REDIRECTS.has(status))
        return { status, location: headers.location ?? null, body: new Uint8Array(0) };
      const encoding = answer.headers["content-encoding"] ?? "identity";
      if (encoding !== "identity") {
        throw new SourceError("source_invalid_answer", `${question}: the answer is encoded`);
      }
      // Into one array: kept apart, parts of one byte would take a hundred times as much.
      const stream = Readable.toWeb(answer) as ReadableStream<Uint8Array>;
      return { status, location: null, body: await readBody(question, stream, maxBytes, signal) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SourceError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      throw new SourceError(
        "source_unreachable",
        `${question}: the connection failed (${code ?? "no code"})`,
        error,
      );
    } finally {
      sent.destroy();
    }
  };

  return async (question, url, request) => {
    let at = url;
    for (let redirects = 0; ; redirects++) {
      request.signal.throwIfAborted();
      const { status, body, location } = await sendOnce(question, at, request);
      if (!REDIRECTS.has(status)) return { status, body };
      if (request.method === "POST" || redirects === MAX_REDIRECTS || !canFollow(location, at)) {
        throw new SourceError("source_error", `${question}: HTTP status ${status}`, undefined, status);
      }
      at = new URL(location, at);
    }
  };
}

interface Answer extends BoundedAnswer {
  /** Of a redirect. */
  readonly location: string | null;
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isHttp(url) || url.href !== `${url.origin}/`) {
    throw new TypeError(`"allowedOrigins" expected origins such as http://ca.example:8080`);
  }
  return url.origin;
}

function canFollow(location: string | null, from: URL): location is string {
  return location !== null && URL.canParse(location, from.href);
}

function isHttp({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

/** Names are checked when they are resolved. A literal address is never resolved, so it is checked here. */
function checkAddress(question: string, url: URL, isAllowed: boolean): void {
  if (!isHttp(url) || url.username !== "" || url.password !== "")
    refuse(question, "expected a plain http address");
  if (isAllowed) return;
  const { hostname, port } = url;
  if (port !== "" && Number(port) < FIRST_FREE_PORT) refuse(question, `port ${port} is not asked`);
  // The parser of URLs has brought every notation of IPv4 (0x7f.1, 2130706433) into four decimal parts.
  const literal = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) refuse(question, "its address is not public");
}

/** Gives the connection the public addresses of a name only. */
function publicLookup(question: string, resolve: NonNullable<FetchPublicOptions["resolve"]>): LookupFunction {
  return (name, options, answer) => {
    resolve(name).then(
      (all) => {
        const known = all.filter(({ address }) => isPublicAddress(address));
        const [first] = known;
        if (first === undefined) {
          const why = all.length === 0 ? "its name has no address" : "its address is not public";
          answer(refusal(question, why), "", 0);
        } else if (options.all === true) answer(null, [...known]);
        else answer(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, "", 0),
    );
  };
}

interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

function resolveBySystem(name: string): Promise<readonly ResolvedAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(name, { all: true, verbatim: true }, (error, found) => {
      if (error !== null) reject(error);
      else resolve(found as readonly ResolvedAddress[]);
    });
  });
}

function open(
  url: URL,
  { method = "GET", headers, body }: Parameters<SendBounded>[2],
  lookup: LookupFunction | undefined,
): ClientRequest {
  const parameters = {
    method,
    headers: { "accept-encoding": "identity", "user-agent": "svc-proof", ...headers },
    // A connection of its own, that no other request has opened to an address of its own.
    agent: false as const,
    lookup,
  };
  const sent = url.protocol === "https:" ? httpsRequest(url, parameters) : httpRequest(url, parameters);
  return sent.end(body);
}

function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  // Keeps listening: a destroyed request may emit another error.
  return new Promise((resolve, reject) => sent.once("response", resolve).on("error", reject));
}

/** Not `source_unreachable`: another try would be refused too. */
function refusal(question: string, why: string): SourceError {
  return new SourceError("source_error", `${question}: not asked, because ${why}`);
}

function refuse(question: string, why: string): never {
  throw refusal(question, why);
}
