/** WebAuthn. */

import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { auditEntry } from "../audit/audit.js";
import { isLoopback } from "../config/formats.js";
import type { PeopleStore } from "../records/records.js";
import type { PasskeyRecord, PersonRecord } from "../records/types.js";
import { ownUuidToBytes } from "../store/rows.js";
import { hashSecret, newSecret, personActor } from "./sign-in.js";

// Public keys of passkeys: COSE_Key, RFC 9053.

/** Those that are asked for and taken: EdDSA with Ed25519, ES256 with P-256, RS256. Node 20 verifies no ML-DSA. */
export const PASSKEY_ALGORITHMS: number[] = [-8, -7, -257];

const MIN_RSA_BITS = 2_048;
/** Verifying takes a millisecond then. */
const MAX_RSA_BITS = 8_192;

/**
 * Whether signatures can be verified by a key: it has the form of its algorithm, its point is on the curve, its modulus is of a
 * sound length.
 *
 * @param cose the map as the library's reader gives it.
 */
export function isUsableKey(cose: unknown): boolean {
  if (!(cose instanceof Map)) return false;
  const jwk = jwkOf(cose);
  if (jwk === null) return false;
  try {
    return isSound(createPublicKey({ key: jwk, format: "jwk" }), jwk);
  } catch {
    // OpenSSL refuses a point that is not on P-256.
    return false;
  }
}

function jwkOf(cose: ReadonlyMap<unknown, unknown>): JsonWebKey | null {
  const text = (label: number, bytes?: number): string | undefined => {
    const value = cose.get(label);
    const isFit = value instanceof Uint8Array && (bytes === undefined || value.length === bytes);
    return isFit ? Buffer.from(value).toString("base64url") : undefined;
  };
  switch (`${cose.get(1)} ${cose.get(3)}`) {
    case "1 -8":
      return given({ kty: "OKP", crv: cose.get(-1) === 6 ? "Ed25519" : undefined, x: text(-2, 32) });
    case "2 -7":
      return given({
        kty: "EC",
        crv: cose.get(-1) === 1 ? "P-256" : undefined,
        x: text(-2, 32),
        y: text(-3, 32),
      });
    case "3 -257":
      return given({ kty: "RSA", n: text(-1), e: text(-2) });
    default:
      return null;
  }
}

/** Null where a part is missing. */
function given(parts: Readonly<Record<string, string | undefined>>): JsonWebKey | null {
  return Object.values(parts).includes(undefined) ? null : (parts as JsonWebKey);
}

function isSound({ asymmetricKeyDetails }: KeyObject, { kty, n, x }: JsonWebKey): boolean {
  if (kty === "OKP") return isOnEdwards25519(Buffer.from(x!, "base64url"));
  if (kty === "EC") return true;
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  const isOdd = (Buffer.from(n!, "base64url").at(-1)! & 1) === 1;
  return (
    modulusLength >= MIN_RSA_BITS && modulusLength <= MAX_RSA_BITS && isOdd && isExponent(publicExponent)
  );
}

/** RFC 8017, section 3.1: odd, from 3; FIPS 186-5, section A.1.1: below 2^256. */
function isExponent(exponent: bigint): boolean {
  return exponent >= 3n && exponent < 1n << 256n && (exponent & 1n) === 1n;
}

/** RFC 8032, section 5.1.3. OpenSSL looks at the point when it verifies. */
function isOnEdwards25519(encoded: Uint8Array): boolean {
  const p = (1n << 255n) - 19n;
  const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
  const littleEndian = Buffer.from(encoded).reverse().toString("hex");
  const y = BigInt(`0x${littleEndian}`) & ((1n << 255n) - 1n);
  if (y >= p) return false;
  const square = (y * y) % p;
  const u = (square - 1n + p) % p;
  const v = (d * square + 1n) % p;
  // Euler's criterion for u / v, which is a square where u * v is one.
  let power = 1n;
  let base = (u * v) % p;
  for (let exponent = (p - 1n) / 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) power = (power * base) % p;
    base = (base * base) % p;
  }
  return power !== p - 1n;
}

// Passkeys: WebAuthn Level 3, with credentials that the authenticator finds by itself and that ask for a PIN or a finger, so that
// each of them is possession and knowledge or biometrics at once. The library checks what is signed.

/** Of a person: more than anyone has devices. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;
/** WebAuthn recommends 5 to 10 minutes where a person is verified. */
const CHALLENGE_MS = 5 * 60_000;

/** Loaded once the service listens: it is a tenth of what the service would load at its start. */
const webauthn = () => import("@simplewebauthn/server");

const BASE64URL = /^[A-Za-z0-9_-]{1,1400}$/;
/** Browsers send some 150 characters. */
const MAX_CLIENT_DATA = 4_000;
/**
 * Characters. Browsers send some 250 to 700; room for an identifier of 1,023 bytes (WebAuthn, section 4), and for a key and a
 * signature of ML-DSA.
 */
const MAX_ATTESTATION_OBJECT = 8_000;
/** A browser's whole answer: what is bounded above, and some of it twice. */
export const MAX_ANSWER_BYTES = 32_768;
const TRANSPORT = /^[a-z-]{1,20}$/;

export interface PasskeysOptions {
  readonly people: PeopleStore;
  /** Null where browsers offer no passkeys. */
  readonly relyingParty: () => RelyingParty | null;
  readonly siteName: string;
}

export class Passkeys {
  readonly #people: PeopleStore;
  readonly #relyingParty: () => RelyingParty | null;
  readonly #siteName: string;

  constructor({ people, relyingParty, siteName }: PasskeysOptions) {
    this.#people = people;
    this.#relyingParty = relyingParty;
    this.#siteName = siteName;
  }

  get areAvailable(): boolean {
    return this.#relyingParty() !== null;
  }

  /** What the browser needs to make a passkey; null where there are none. */
  async registrationOptions(
    person: PersonRecord,
    now: Date,
  ): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
    const party = this.#relyingParty();
    if (party === null) return null;
    const own = await this.#people.listPasskeys(person.id);
    const { generateRegistrationOptions } = await webauthn();
    return generateRegistrationOptions({
      rpName: this.#siteName,
      rpID: party.id,
      userID: Uint8Array.from(ownUuidToBytes(person.id)),
      userName: person.email,
      userDisplayName: person.email,
      challenge: await this.#challenge(person.id, now),
      timeout: CHALLENGE_MS,
      attestationType: "none",
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
      excludeCredentials: own.map(({ id, transports }) => ({ id, transports: [...transports] })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  }

  /**
   * Stores a passkey that a browser made.
   *
   * @param given what the browser sent.
   * @returns `refused` when it does not answer a challenge of this person, or is not valid; `full` when the person has too many, or it
   * exists.
   */
  async register(
    person: PersonRecord,
    given: unknown,
    name: string,
    now: Date,
  ): Promise<"added" | "refused" | "full"> {
    const party = this.#relyingParty();
    const challenge = challengeOf(given);
    if (party === null || challenge === null) return "refused";
    const token = await this.#people.useToken(hashSecret(challenge), "passkey", now);
    if (token?.personId !== person.id) return "refused";
    if (!(await hasNoCertificate(given))) return "refused";
    const { verifyRegistrationResponse } = await webauthn();
    const verified = await quietly(() =>
      verifyRegistrationResponse({
        response: given as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: [...party.origins],
        expectedRPID: party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
      }),
    );
    if (!verified?.verified) return "refused";
    const { credential, credentialBackedUp } = verified.registrationInfo;
    if (!BASE64URL.test(credential.id) || (await this.usable([credential])).length === 0) return "refused";
    const passkey: PasskeyRecord = {
      id: credential.id,
      personId: person.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: (credential.transports ?? [])
        .filter((one) => typeof one === "string" && TRANSPORT.test(one))
        .slice(0, 10),
      name: name.slice(0, MAX_PASSKEY_NAME),
      backedUp: credentialBackedUp,
      createdAt: now,
      lastUsedAt: null,
    };
    const audit = auditEntry({
      accountId: person.accountId,
      actor: personActor(person),
      action: "passkey.add",
      subject: person.id,
      details: { name: passkey.name },
    });
    return (await this.#people.addPasskey(passkey, MAX_PASSKEYS, audit)) ? "added" : "full";
  }

  /** Identifiers of those whose signatures can be verified. */
  async usable(passkeys: readonly Pick<PasskeyRecord, "id" | "publicKey">[]): Promise<string[]> {
    const { decodeCredentialPublicKey } = await import("@simplewebauthn/server/helpers");
    const keys = await Promise.all(
      passkeys.map(({ publicKey }) =>
        quietly(async () => decodeCredentialPublicKey(Uint8Array.from(publicKey))),
      ),
    );
    return passkeys.filter((_, i) => isUsableKey(keys[i])).map(({ id }) => id);
  }

  /** What the browser needs to sign somebody in; null where there are no passkeys. */
  async authenticationOptions(now: Date): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
    const party = this.#relyingParty();
    if (party === null) return null;
    const { generateAuthenticationOptions } = await webauthn();
    return generateAuthenticationOptions({
      rpID: party.id,
      challenge: await this.#challenge(null, now),
      timeout: CHALLENGE_MS,
      userVerification: "required",
    });
  }

  /**
   * The person whose passkey answered a challenge; null when none did.
   *
   * @param given what the browser sent.
   */
  async authenticate(given: unknown, now: Date): Promise<PersonRecord | null> {
    const party = this.#relyingParty();
    const challenge = challengeOf(given);
    if (party === null || challenge === null) return null;
    const token = await this.#people.useToken(hashSecret(challenge), "passkey", now);
    // A challenge of a registration signs nobody in.
    if (token === null || token.personId !== null) return null;
    const response = given as AuthenticationResponseJSON;
    if (typeof response.id !== "string" || !BASE64URL.test(response.id)) return null;
    const passkey = await this.#people.findPasskey(response.id);
    if (passkey === null) return null;
    const { verifyAuthenticationResponse } = await webauthn();
    const verified = await quietly(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: [...party.origins],
        expectedRPID: party.id,
        requireUserVerification: true,
        // The store compares the counter: of two parallel answers one is refused.
        credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
      }),
    );
    if (!verified?.verified) return null;
    if (!isOfPerson(response, passkey.personId)) return null;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    if (!(await this.#people.usePasskey(passkey.id, newCounter, credentialBackedUp, now))) return null;
    return this.#people.findPerson(passkey.personId);
  }

  /** @param personId whom it is for; null for anyone. @returns base64url of 32 bytes, as the browser sends it back. */
  async #challenge(personId: string | null, now: Date): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = newSecret();
    await this.#people.putToken({
      secretHash: hashSecret(challenge),
      purpose: "passkey",
      email: null,
      accountId: null,
      role: null,
      personId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CHALLENGE_MS),
    });
    return Uint8Array.from(Buffer.from(challenge, "base64url"));
  }
}

/** The challenge that a browser's answer names, base64url; null if it is no answer. */
function challengeOf(given: unknown): string | null {
  const { clientDataJSON } = Object((Object(given) as { response?: unknown }).response) as {
    clientDataJSON?: unknown;
  };
  if (typeof clientDataJSON !== "string" || clientDataJSON.length > MAX_CLIENT_DATA) return null;
  try {
    const { challenge } = Object(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"))) as {
      challenge?: unknown;
    };
    return typeof challenge === "string" && challenge.length <= 100 ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Whether an answer is attested by nobody (`none`), or by the passkey itself (`packed` without `x5c`), which is what a browser sends that is
 * asked for no attestation (WebAuthn, section 5.4.7). The library follows the addresses of revocation lists in certificates of all others, before
 * it knows whom they are of. It is asked here with its own reader, so that it finds the same in the same bytes.
 */
async function hasNoCertificate(given: unknown): Promise<boolean> {
  const { attestationObject } = (given as { response: { attestationObject?: unknown } }).response;
  if (typeof attestationObject !== "string" || attestationObject.length > MAX_ATTESTATION_OBJECT)
    return false;
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const decoded: unknown = await quietly(async () =>
    decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)),
  );
  if (!(decoded instanceof Map) || decoded.size !== 3) return false;
  const [format, statement]: unknown[] = [decoded.get("fmt"), decoded.get("attStmt")];
  if (!(statement instanceof Map)) return false;
  return format === "none" ? statement.size === 0 : format === "packed" && !statement.has("x5c");
}

/** WebAuthn, section 7.2, step 6: the user handle names the owner of the credential. */
function isOfPerson({ response }: AuthenticationResponseJSON, personId: string): boolean {
  const { userHandle } = response;
  return (
    typeof userHandle === "string" &&
    Buffer.from(ownUuidToBytes(personId)).equals(Buffer.from(userHandle, "base64url"))
  );
}

/** The library throws on whatever a browser would not send. */
async function quietly<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

/** What a passkey is bound to: WebAuthn Level 3, section 4, "Relying Party Identifier". */
export interface RelyingParty {
  /** A domain. */
  readonly id: string;
  /** Origins of pages that may ask for a passkey. */
  readonly origins: readonly string[];
}

/**
 * The relying party of a site; null if it has none, because its host is an IP address, or it is served without TLS. A service
 * that listens on this machine is its own `localhost`.
 */
export function relyingParty(siteUrl: string): RelyingParty | null {
  const { protocol, hostname, port, origin } = new URL(siteUrl);
  if (isLoopback(hostname)) {
    const local = `${protocol}//localhost${port === "" ? "" : `:${port}`}`;
    return { id: "localhost", origins: [local] };
  }
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return isAddress || protocol !== "https:" ? null : { id: hostname, origins: [origin] };
}

/** Where a person on this machine opens the site so that passkeys work. */
export function openableSiteUrl(siteUrl: string): string {
  const url = new URL(siteUrl);
  if (isLoopback(url.hostname)) url.hostname = "localhost";
  return url.href.replace(/\/$/, "");
}
