/** Formats of settings: how the text of an environment variable becomes a value. */
import { isIP } from "node:net";

export interface Format<Value> {
  /** What is expected, as error messages show it after "expected". */
  readonly expected: string;
  /** The value, or undefined when the text does not match the format. */
  readonly parse: (text: string) => Value | undefined;
  /** What is wrong with a text that does not match, without a secret. Default: `expected`. */
  readonly explain?: (text: string) => string;
}

/** A decimal integer, bounds included. */
export function integer(min: number, max: number): Format<number> {
  return {
    expected: `an integer from ${min} to ${max}`,
    parse: (text) => {
      if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return undefined;
      const value = Number(text);
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** A decimal integer, bounds included, or a word instead. */
export function integerOr<const Word extends string>(
  word: Word,
  min: number,
  max: number,
): Format<number | Word> {
  const number = integer(min, max);
  return {
    expected: `${number.expected} or \`${word}\``,
    parse: (text) => (text === word ? word : number.parse(text)),
  };
}

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(...words: Words): Format<Words[number]> {
  return {
    expected: words
      .map((word) => `\`${word}\``)
      .join(", ")
      .replace(/, ([^,]*)$/, " or $1"),
    parse: (text) => (words.includes(text) ? text : undefined),
  };
}

/** A text that must match a pattern. */
export function text(expected: string, pattern: RegExp): Format<string> {
  return { expected, parse: (given) => (pattern.test(given) ? given : undefined) };
}

/** One label of a host name: RFC 1123, section 2.1. */
const HOST_LABEL = /^[0-9a-z](?:[0-9a-z-]{0,61}[0-9a-z])?$/i;

/** An address to listen on: IPv4, IPv6 without a zone, or a host name. A host name does not end in a number, as 1.2.3.999 does. */
export function hostAddress(): Format<string> {
  return {
    expected: "an IP address or a host name",
    parse: (given) => {
      if (isIP(given) !== 0 && !given.includes("%")) return given;
      const labels = given.split(".");
      const isName = given.length <= 253 && labels.every((label) => HOST_LABEL.test(label));
      return isName && !/^(?:\d+|0x[0-9a-f]*)$/i.test(labels.at(-1)!) ? given : undefined;
    },
  };
}

/** Whether a host of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Order of the group of secp256k1: SEC 2, section 2.4.1. */
const SECP256K1_ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;

/** A private key of an Ethereum account. */
export function privateKey(): Format<string> {
  return {
    expected: "a secp256k1 private key: 0x and 64 hexadecimal characters",
    parse: (given) => {
      if (!/^0x[0-9a-fA-F]{64}$/.test(given)) return undefined;
      const scalar = BigInt(given);
      return scalar > 0n && scalar < SECP256K1_ORDER ? given : undefined;
    },
  };
}

/** More than any key rotation needs. */
const MAX_KEYS = 10;

/** 256-bit keys, separated by commas, in lower case. A text that repeats one byte is a placeholder and refused. */
export function symmetricKeys(): Format<readonly string[]> {
  return {
    expected: `1 to ${MAX_KEYS} different keys of 64 random hexadecimal characters, separated by commas`,
    parse: (given) => {
      const keys = given.split(",").map((key) => key.trim().toLowerCase());
      const isRight = keys.every((key) => /^[0-9a-f]{64}$/.test(key) && !/^(..)\1*$/.test(key));
      return isRight && new Set(keys).size === keys.length && keys.length <= MAX_KEYS ? keys : undefined;
    },
  };
}

/** The URL of a site: `http` or `https`, without secrets. A trailing slash is removed. */
export function siteAddress(): Format<string> {
  return {
    expected: "an http or https URL without user, query and fragment",
    parse: (given) => {
      if (!isHttpUrl(given) || /[?#\s]/.test(given)) return undefined;
      const url = new URL(given);
      return url.username === "" && url.password === "" ? url.href.replace(/\/+$/, "") : undefined;
    },
  };
}

/** The URL at which people open the service. */
export function publicAddress(): Format<string> {
  const { parse } = siteAddress();
  return {
    expected:
      "an https URL without user, query and fragment (http for localhost alone: without TLS no browser keeps a sign-in)",
    parse: (given) => {
      const address = parse(given);
      if (address === undefined) return undefined;
      const { protocol, hostname } = new URL(address);
      return protocol === "https:" || isLoopback(hostname) ? address : undefined;
    },
  };
}

/** The URL of an endpoint, kept as given: users, paths and queries may contain access keys. */
export function endpointAddress(): Format<string> {
  return { expected: "an http or https URL", parse: (given) => (isHttpUrl(given) ? given : undefined) };
}

/** More endpoints than any service uses. */
const MAX_ENDPOINTS = 10;
/** More certificate bundles than any authority has. */
const MAX_FILES = 10;

/** URLs of sites, separated by commas, or a word for none. Two spellings of one URL count as one. */
export function siteAddresses(none: string): Format<readonly string[]> {
  const { parse } = siteAddress();
  return {
    expected: `1 to ${MAX_ENDPOINTS} different http or https URLs without user, query and fragment, separated by commas, or \`${none}\``,
    parse: (given) => {
      if (given === none) return [];
      const items = given.split(",").map((item) => parse(item.trim()));
      const sites = items.filter((item) => item !== undefined);
      const isRight = sites.length === items.length && new Set(sites).size === sites.length;
      return isRight && sites.length <= MAX_ENDPOINTS ? sites : undefined;
    },
  };
}

/** URLs of endpoints, separated by commas, or a word for none. */
export function endpointAddresses(none: string): Format<readonly string[]> {
  return {
    expected: `1 to ${MAX_ENDPOINTS} different http or https URLs, separated by commas, or \`${none}\``,
    parse: (given) => {
      if (given === none) return [];
      const items = given.split(",").map((item) => item.trim());
      const isRight = items.every(isHttpUrl) && new Set(items).size === items.length;
      return isRight && items.length <= MAX_ENDPOINTS ? items : undefined;
    },
  };
}

/** Paths of files, separated by commas. */
export function filePaths(): Format<readonly string[]> {
  return {
    expected: `1 to ${MAX_FILES} different paths of PEM files, separated by commas`,
    parse: (given) => {
      const items = given.split(",").map((item) => item.trim());
      const isRight = items.every((item) => /^[^\0]+$/.test(item)) && new Set(items).size === items.length;
      return isRight && items.length <= MAX_FILES ? items : undefined;
    },
  };
}

/** A dotted object identifier. Only the third root may have more than 40 arcs: X.660. */
export function objectIdentifier(): Format<string> {
  return {
    expected: "an object identifier such as 1.2.3",
    parse: (given) =>
      given.length <= 200 &&
      /^(?:[01]\.[1-3]?[0-9]|2\.(?:0|[1-9][0-9]*))(?:\.(?:0|[1-9][0-9]*))*$/.test(given)
        ? given
        : undefined,
  };
}

/** The URL of a mail server. */
export function smtpUrl(): Format<string> {
  return {
    expected: "smtps:// or smtp:// with a host, and a user, a password and a port if needed",
    parse: (given) =>
      /^smtps?:\/\/(?:[^\s@/?#]+@)?[^\s@/?#]+$/i.test(given) && URL.canParse(given) ? given : undefined,
  };
}

/** The address of a sender. */
export function emailAddress(): Format<string> {
  return {
    expected: "an e-mail address such as proofs@example.org, without a name",
    parse: (given) =>
      given.length <= 254 && /^[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}$/i.test(given)
        ? given
        : undefined,
  };
}

/** MongoDB reserves these databases. */
const DATABASE = /^(?!(?:admin|local|config)$)[\w-]{1,63}$/i;

/**
 * A MongoDB connection string: scheme, credentials, hosts, database, options. The driver judges
 * hosts and options. Other texts are refused here, before anything is opened, and so are invalid database names, which
 * the server reports only at the first write. The accepted names need no escaping anywhere.
 */
export function mongodbUrl(): Format<string> {
  return {
    expected:
      "a mongodb:// or mongodb+srv:// connection string; the database in its path, if any, of 1 to 63 letters, digits, _ and -, and not admin, local or config",
    parse: (given) => {
      const parts =
        /^mongodb(?:\+srv)?:\/\/(?:[^\s@/?#]+@)?[^\s@/?#]+(?:\/([^\s@/?#]*))?(?:\?[^\s#]*)?$/.exec(given);
      if (parts === null) return undefined;
      const [, database = ""] = parts;
      return database === "" || DATABASE.test(database) ? given : undefined;
    },
  };
}

/** More than any chain of proxies needs; each request is compared with all. */
const MAX_NETWORKS = 100;

const MAX_PATHS = 20;

/** Paths of files, separated by commas. */
export function paths(): Format<readonly string[]> {
  return {
    expected: `1 to ${MAX_PATHS} paths of files, separated by commas`,
    parse: (given) => {
      const items = given.split(",").map((item) => item.trim());
      return items.length <= MAX_PATHS && items.every((item) => /^[^\0]+$/.test(item)) ? items : undefined;
    },
  };
}

/** IP addresses and networks in CIDR notation, separated by commas. */
export function networks(): Format<readonly string[]> {
  return {
    expected: `1 to ${MAX_NETWORKS} IP addresses or networks (10.0.0.0/8), separated by commas`,
    parse: (given) => {
      const items = given.split(",").map((item) => item.trim());
      return items.length <= MAX_NETWORKS && items.every(isNetwork) ? items : undefined;
    },
  };
}

function isNetwork(item: string): boolean {
  const [, address, length] = /^([^/%]+)(?:\/(0|[1-9][0-9]{0,2}))?$/.exec(item) ?? [];
  const version = isIP(address ?? "");
  return version !== 0 && Number(length ?? 0) <= (version === 4 ? 32 : 128);
}

function isHttpUrl(given: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(given) && URL.canParse(given);
}
