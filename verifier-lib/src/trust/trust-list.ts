/** A list that answers; the shipped one. */

import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import type { Certificate } from "../x509/certificate.js";
import { nameKey } from "../x509/names.js";
import { parseCertificate } from "../x509/parse-certificate.js";
import {
  isTrustedAt,
  type ListedMatch,
  type Qualification,
  qualifyMatches,
  type TrustList,
} from "./qualify.js";
import {
  encodeTrustSnapshot,
  type ListedService,
  type ListFacts,
  parseTrustSnapshot,
  type SnapshotList,
  shortHash,
  type TrustSnapshot,
  territoriesOf,
} from "./snapshot.js";

// Answers the verifier's questions from a trust snapshot.

/** A listed service with its list. */
interface Listed {
  readonly service: ListedService;
  readonly list: SnapshotList;
}

/** A certificate that a list has in full. */
interface ListedCertificate extends Listed {
  readonly certificate: Certificate;
}

/**
 * Opens a snapshot, which takes some 50 ms; each question then takes less than 2 ms.
 *
 * @throws FormatError (`X509ErrorCode`) if a certificate in it is malformed: never for one that `parseTrustSnapshot` or
 * `compileTrustSnapshot` made.
 *
 * @example
 * const trustList = openTrustList(parseTrustSnapshot(await readFile("trust.json")));
 */
export function openTrustList(snapshot: TrustSnapshot): TrustList {
  return new OpenTrustList(snapshot);
}

class OpenTrustList implements TrustList {
  readonly lotl: ListFacts;
  readonly lists: readonly ListFacts[];
  readonly sha256: string;
  readonly snapshot: TrustSnapshot;
  readonly #bySha256 = new Map<string, Listed[]>();
  readonly #byKey = new Map<string, Listed[]>();
  readonly #bySki = new Map<string, Listed[]>();
  readonly #issuersByKey = new Map<string, ListedCertificate[]>();
  readonly #issuersByName = new Map<string, ListedCertificate[]>();
  readonly #others = new Map<string, SnapshotList>();
  readonly #digests = new WeakMap<Certificate, Digests>();

  constructor(snapshot: TrustSnapshot) {
    this.snapshot = snapshot;
    this.lotl = snapshot.lotl;
    this.lists = snapshot.lists;
    this.sha256 = bytesToHex(sha256(new TextEncoder().encode(encodeTrustSnapshot(snapshot))));
    for (const list of snapshot.lists) {
      for (const service of list.services) this.#add({ service, list });
      for (const hash of list.otherServices) if (!this.#others.has(hash)) this.#others.set(hash, list);
    }
  }

  anchorsFor(certificates: readonly Certificate[], genTime: Date): readonly Certificate[] {
    const anchors = new Map<string, Certificate>();
    const add = ({ service, certificate }: Listed & { readonly certificate: Certificate }) => {
      if (isTrustedAt(service, genTime)) anchors.set(this.#digestsOf(certificate).certificate, certificate);
    };
    for (const certificate of certificates) {
      const digests = this.#digestsOf(certificate);
      for (const listed of this.#bySha256.get(digests.certificate) ?? []) add({ ...listed, certificate });
      // Another certificate for the same key may say anything: the one in the list is the anchor.
      for (const listed of this.#issuersByKey.get(digests.key) ?? []) add(listed);
      for (const listed of this.#issuersByName.get(nameKey(certificate.issuer)) ?? []) add(listed);
    }
    return [...anchors.values()];
  }

  qualify(chain: readonly Certificate[], genTime: Date, existedBy: Date): Qualification {
    if (chain.length === 0) throw new RangeError('"chain" expected the signer, got no certificate');
    const matches = chain.flatMap((certificate) =>
      this.#servicesOf(certificate).map((listed): ListedMatch => ({ ...listed, certificate })),
    );
    return (
      qualifyMatches(matches, genTime, existedBy) ??
      this.#ofOtherType(chain, genTime) ??
      this.#notListed(chain, genTime)
    );
  }

  #add(listed: Listed): void {
    for (const { sha256: hash, keySha256, ski, der } of listed.service.identities) {
      push(this.#bySha256, hash, listed);
      if (keySha256 !== null) push(this.#byKey, keySha256, listed);
      if (ski !== null) push(this.#bySki, ski, listed);
      if (der === null) continue;
      const certificate = parseCertificate(der);
      push(this.#issuersByKey, this.#digestsOf(certificate).key, { ...listed, certificate });
      push(this.#issuersByName, nameKey(certificate.subject), { ...listed, certificate });
    }
  }

  /** Services that the certificate identifies. */
  #servicesOf(certificate: Certificate): readonly Listed[] {
    const { certificate: hash, key } = this.#digestsOf(certificate);
    const found = new Map<ListedService, Listed>();
    const known = [this.#bySha256.get(hash), this.#byKey.get(key), this.#bySki.get(this.#skiOf(certificate))];
    for (const listed of known.flatMap((some) => some ?? [])) found.set(listed.service, listed);
    return [...found.values()];
  }

  /** Computed from the key (RFC 5280, section 4.2.1.2, method 1): what a certificate claims, anyone can write. */
  #skiOf({ spki }: Certificate): string {
    return this.#bySki.size === 0 ? "" : bytesToHex(sha1(spki.publicKey));
  }

  #ofOtherType(chain: readonly Certificate[], genTime: Date): Qualification | null {
    for (const certificate of chain) {
      const { certificate: hash, key } = this.#digestsOf(certificate);
      const list = this.#others.get(shortHash(key)) ?? this.#others.get(shortHash(hash));
      if (list === undefined) continue;
      const isOld = isPast(list, genTime);
      return {
        ...NO_SERVICE,
        result: isOld ? "indeterminate" : "not-qualified",
        code: isOld ? "trusted_list_too_old" : "service_of_other_type",
        list,
        territory: list.territory,
        identity: certificate.subject.text,
      };
    }
    return null;
  }

  /**
   * A provider is listed where it is established, and that country stands in the names of its certificates (ETSI EN 319
   * 412-2 and -3). So the list of each country in the chain must have been at hand.
   */
  #notListed(chain: readonly Certificate[], genTime: Date): Qualification {
    const known = territoriesOf(chain).filter((one) => this.snapshot.territories.includes(one));
    const lists = known.map((territory) => ({
      territory,
      list: this.snapshot.lists.find((one) => one.territory === territory) ?? null,
    }));
    const missing = lists.find(({ list }) => list === null);
    if (missing !== undefined) {
      return { ...NO_SERVICE, result: "indeterminate", code: "trusted_list_missing", ...missing };
    }
    const old = lists.find(({ list }) => isPast(list!, genTime));
    if (old !== undefined) {
      return { ...NO_SERVICE, result: "indeterminate", code: "trusted_list_too_old", ...old };
    }
    const [first] = lists;
    if (first === undefined) {
      return {
        ...NO_SERVICE,
        result: "not-qualified",
        code: "service_not_listed",
        territory: null,
        list: null,
      };
    }
    // No signature covers the certificates in a token: whoever takes one out must not turn a yes into a no.
    if (!chain.at(-1)!.isSelfIssued) {
      return { ...NO_SERVICE, result: "indeterminate", code: "chain_incomplete", ...first };
    }
    return { ...NO_SERVICE, result: "not-qualified", code: "service_not_listed", ...first };
  }

  #digestsOf(certificate: Certificate): Digests {
    const known = this.#digests.get(certificate);
    if (known !== undefined) return known;
    const digests = {
      certificate: bytesToHex(sha256(certificate.der)),
      key: bytesToHex(sha256(certificate.spki.der)),
    };
    this.#digests.set(certificate, digests);
    return digests;
  }
}

interface Digests {
  readonly certificate: string;
  readonly key: string;
}

const NO_SERVICE = { service: null, identity: null, atGenTime: null, atExistence: null } as const;

function isPast({ nextUpdate }: ListFacts, time: Date): boolean {
  return nextUpdate !== null && time.getTime() > Date.parse(nextUpdate);
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

let opened: Promise<TrustList> | undefined;

/**
 * Opens the snapshot that ships with this package, once. It is loaded by `import()`, so that a bundler can keep its 400 kB
 * apart until they are needed.
 *
 * @throws what `import()` throws, for example without a network; the next call tries again.
 *
 * @example
 * const { lists, sha256 } = await defaultTrustList();
 */
export function defaultTrustList(): Promise<TrustList> {
  opened ??= open();
  return opened;
}

async function open(): Promise<TrustList> {
  try {
    const { DEFAULT_SNAPSHOT } = await import("./default-snapshot.js");
    return openTrustList(parseTrustSnapshot(DEFAULT_SNAPSHOT));
  } catch (error) {
    opened = undefined;
    throw error;
  }
}
