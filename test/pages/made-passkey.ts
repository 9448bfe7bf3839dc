/**
 * Answers of a browser that makes a passkey (WebAuthn Level 3, section 6.5), as an attacker writes them: with any attestation
 * statement, and with certificates of one's own that name an address for their revocation list.
 */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";

/** WebAuthn, section 8, and what is none of them. */
export const CERTIFIED_FORMATS = [
  "android-key",
  "packed",
  "fido-u2f",
  "tpm",
  "apple",
  "android-safetynet",
  "compound",
] as const;

export type AttestationFormat = (typeof CERTIFIED_FORMATS)[number] | "none" | "packed-self";

/** What the page's script sends as `answer`. */
export interface MadePasskey {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly clientExtensionResults: object;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
}

export interface PasskeyRequest {
  readonly format: AttestationFormat;
  /** Base64url, of the service. */
  readonly challenge: string;
  /** Of the site, as a browser writes it. */
  readonly origin: string;
  /** Address of the revocation list that certificates name. */
  readonly crlUrl: string;
  /** In place of the attestation object that the format has. */
  readonly attestationObject?: Uint8Array;
  /** In place of a sound key: a COSE_Key. */
  readonly cose?: ReadonlyMap<number, unknown>;
}

/** Makes a passkey whose every signature is right. */
export function makePasskey({
  format,
  challenge,
  origin,
  crlUrl,
  attestationObject,
  cose,
}: PasskeyRequest): MadePasskey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = createPublicKey(privateKey).export({ format: "jwk" });
  const point = [Buffer.from(x!, "base64url"), Buffer.from(y!, "base64url")] as const;
  const id = randomBytes(16);
  const clientData = Buffer.from(JSON.stringify({ type: "webauthn.create", challenge, origin }));
  const rpIdHash = sha256(Buffer.from(new URL(origin).hostname));
  // UP, UV and AT; a counter of 0; no AAGUID.
  const head = Buffer.concat([rpIdHash, Buffer.from([0x45, 0, 0, 0, 0]), Buffer.alloc(16)]);
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, point[0]],
    [-3, point[1]],
  ]);
  const authData = Buffer.concat([head, Buffer.from([0, id.length]), id, cbor(cose ?? key)]);
  const facts = { authData, clientDataHash: sha256(clientData), rpIdHash, id, point, privateKey, crlUrl };
  const made = new Map<string, unknown>([
    ["fmt", format === "packed-self" ? "packed" : format],
    ["attStmt", statement(format, facts)],
    ["authData", authData],
  ]);
  return {
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString("base64url"),
      attestationObject: Buffer.from(attestationObject ?? cbor(made)).toString("base64url"),
    },
  };
}

interface Facts {
  readonly authData: Buffer;
  readonly clientDataHash: Buffer;
  readonly rpIdHash: Buffer;
  readonly id: Buffer;
  readonly point: readonly [Buffer, Buffer];
  readonly privateKey: KeyObject;
  readonly crlUrl: string;
}

function statement(format: AttestationFormat, facts: Facts): Map<string, unknown> {
  const { authData, clientDataHash, rpIdHash, id, point, privateKey, crlUrl } = facts;
  if (format === "none") return new Map();
  const sig = sign("sha256", Buffer.concat([authData, clientDataHash]), privateKey);
  if (format === "packed-self")
    return new Map<string, unknown>([
      ["alg", -7],
      ["sig", sig],
    ]);
  const issuer = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const more = format === "android-key" ? [keyDescription(clientDataHash)] : [];
  const leaf = certificate(privateKey, issuer, "leaf", [crlAddress(crlUrl), ...more]);
  const root = certificate(issuer, issuer, "root", [crlAddress(crlUrl)]);
  if (format === "fido-u2f") {
    const signed = [Buffer.alloc(1), rpIdHash, clientDataHash, id, Buffer.from([4]), ...point];
    return new Map<string, unknown>([
      ["sig", sign("sha256", Buffer.concat(signed), privateKey)],
      ["x5c", [leaf]],
    ]);
  }
  return new Map<string, unknown>([
    ["alg", -7],
    ["sig", sig],
    ["x5c", [leaf, root]],
  ]);
}

/** The items that attestation objects have: RFC 8949, section 3, with definite lengths below 64 KiB. */
export function cbor(value: unknown): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
  throw new TypeError(`no item of CBOR: ${String(value)}`);
}

/** A certificate of version 3 (RFC 5280, section 4.1), with the names that packed attestation asks for. */
function certificate(
  subject: KeyObject,
  issuer: KeyObject,
  name: string,
  extensions: readonly Buffer[],
): Buffer {
  const algorithm = der(0x30, oid("2a8648ce3d040302"));
  const attribute = (type: string, text: string, tag = 0x0c) =>
    der(0x31, der(0x30, oid(type), der(tag, Buffer.from(text))));
  const nameOf = (commonName: string) =>
    der(
      0x30,
      attribute("550406", "DE", 0x13),
      attribute("55040a", "Example"),
      attribute("55040b", "Authenticator Attestation"),
      attribute("550403", commonName),
    );
  const time = (text: string) => der(0x17, Buffer.from(text));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    nameOf("root"),
    der(0x30, time("200101000000Z"), time("491231235959Z")),
    nameOf(name),
    createPublicKey(subject).export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, ...extensions)),
  );
  return der(0x30, body, algorithm, der(0x03, Buffer.alloc(1), sign("sha256", body, issuer)));
}

/** The extension CRLDistributionPoints (RFC 5280, section 4.2.1.13) with one address. */
function crlAddress(url: string): Buffer {
  const name = der(0xa0, der(0xa0, der(0x86, Buffer.from(url))));
  return extension("551d1f", der(0x30, der(0x30, name)));
}

/** The extension KeyDescription of Android, version 3, for a challenge. */
function keyDescription(challenge: Buffer): Buffer {
  const number = (tag: number) => der(tag, Buffer.from([3]));
  const level = der(0x0a, Buffer.from([1]));
  const nothing = der(0x30);
  const parts = [number(0x02), level, number(0x02), level, der(0x04, challenge), der(0x04), nothing, nothing];
  return extension("2b06010401d679020111", der(0x30, ...parts));
}

function extension(type: string, value: Buffer): Buffer {
  return der(0x30, oid(type), der(0x04, value));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

/** X.690: one octet of tag, definite length. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
