/** Bitcoin's first three headers in every form of docs/formats/bitcoin-headers.md, and with a fault each. */

import type { StatedCase } from "../published/stated-case.js";
import { faultOf } from "../reader-fault.js";

export interface MadeHeaders {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly about: string;
  readonly outcome: StatedCase["outcome"];
  readonly says: string;
}

/** Blocks 0, 1 and 2. */
export const HEADERS = [
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c",
  "010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000982051fd1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299",
  "010000004860eb18bf1b1620e37e9490fc8a427514416fd75159ab86688e9a8300000000d5fdcc541e25de1c7a5addedf24858b8bb665c9f36ef744ee42c316022c90f9bb0bc6649ffff001d08d2bd61",
] as const;

const [FIRST, SECOND, THIRD] = HEADERS;
const withoutPrevious = (header: string) => header.slice(0, 8) + header.slice(72);
const text = (value: string) => new TextEncoder().encode(value);
const json = (value: unknown) => text(JSON.stringify(value));
const document = (changed: Readonly<Record<string, unknown>> = {}) => ({
  format: "svc-bitcoin-headers/1",
  network: "bitcoin",
  height: 0,
  headers: [FIRST, withoutPrevious(SECOND), withoutPrevious(THIRD)],
  ...changed,
});
/** The first header with other bytes from a place of its hexadecimal on. */
const changed = (at: number, hex: string) => FIRST.slice(0, at) + hex + FIRST.slice(at + hex.length);

const STANDS = { outcome: "verified", says: "bitcoin passed ok" } as const;
/** Headers are only offers: what cannot be read proves nothing and disproves nothing. */
const refused = (reader: string) => {
  const { status, code } = faultOf(reader);
  const became = status === "failed" ? "failed" : "unreadable";
  return { outcome: "indeterminate", says: `headers 0: ${became} ${code}` } as const;
};
/** A header that is read and impossible. */
const impossible = (code: string) =>
  ({ outcome: "indeterminate", says: `headers 0: failed ${code}` }) as const;
const open = (code: string) => ({ outcome: "indeterminate", says: `bitcoin indeterminate ${code}` }) as const;

/** Given beside a timestamp of the root of block 0. */
export const madeHeaders: readonly MadeHeaders[] = [
  {
    file: "good/document.json",
    bytes: json(document()),
    about: "Three headers, two without the hash before.",
    ...STANDS,
  },
  {
    file: "good/whole-headers.json",
    bytes: json(document({ headers: HEADERS })),
    about: "Three headers of 80 bytes.",
    ...STANDS,
  },
  {
    file: "good/unknown-field.json",
    bytes: json(document({ note: "from a node" })),
    about: "A field that nobody knows.",
    ...STANDS,
  },
  {
    file: "good/lines.txt",
    bytes: text(`2 ${THIRD}\n\n0 ${FIRST}\n1 ${SECOND}\n`),
    about: "Lines, in any order.",
    ...STANDS,
  },
  {
    file: "good/capitals.txt",
    bytes: text(`0 ${FIRST.toUpperCase()}\n`),
    about: "A line with capitals.",
    ...STANDS,
  },
  {
    file: "good/of-other-blocks.txt",
    bytes: text(`1 ${SECOND}\n2 ${THIRD}\n`),
    about: "The headers of other blocks.",
    ...open("no_bitcoin_header"),
  },
  {
    file: "good/regtest.json",
    bytes: json(document({ network: "regtest" })),
    about: "Bitcoin's headers, said to be of a development network.",
    ...open("header_of_regtest"),
  },
  {
    file: "bad/format.json",
    bytes: json(document({ format: "svc-bitcoin-headers/2" })),
    about: "Another format.",
    ...refused("unsupported_format"),
  },
  {
    file: "bad/network.json",
    bytes: json(document({ network: "testnet" })),
    about: "An unknown network.",
    ...refused("network_unknown"),
  },
  {
    file: "bad/no-height.json",
    bytes: json(document({ height: undefined })),
    about: "No height.",
    ...refused("missing_field"),
  },
  {
    file: "bad/no-headers.json",
    bytes: json(document({ headers: [] })),
    about: "No header.",
    ...refused("no_headers"),
  },
  {
    file: "bad/short-header.json",
    bytes: json(document({ headers: [FIRST.slice(2)] })),
    about: "A header of 79 bytes.",
    ...refused("header_malformed"),
  },
  {
    file: "bad/first-without-previous.json",
    bytes: json(document({ headers: [withoutPrevious(FIRST)] })),
    about: "The first header without the hash before.",
    ...refused("header_malformed"),
  },
  {
    file: "bad/capitals-in-document.json",
    bytes: json(document({ headers: [FIRST.toUpperCase()] })),
    about: "Capitals in a document.",
    ...refused("header_malformed"),
  },
  {
    file: "bad/line.txt",
    bytes: text(`0 ${FIRST.slice(2)}\n`),
    about: "A line with 79 bytes.",
    ...refused("headers_line_malformed"),
  },
  {
    file: "bad/height.txt",
    bytes: text(`2147483648 ${FIRST}\n`),
    about: "A line with too large a height.",
    ...refused("headers_line_malformed"),
  },
  {
    file: "bad/twice.json",
    bytes: text(`{"format":"svc-bitcoin-headers/1","format":"svc-bitcoin-headers/1"}`),
    about: "A name twice.",
    ...refused("duplicate_key"),
  },
  {
    file: "bad/no-work.txt",
    bytes: text(`0 ${changed(152, "00000000")}\n`),
    about: "A header whose hash is above its target.",
    ...impossible("header_work_missing"),
  },
  {
    file: "bad/easy-target.txt",
    bytes: text(`0 ${changed(144, "ffff7f20")}\n`),
    about: "A header with a target that its epoch does not have.",
    ...impossible("header_target_wrong"),
  },
  {
    file: "bad/negative-target.txt",
    bytes: text(`0 ${changed(144, "ffff801d")}\n`),
    about: "A header with a negative target.",
    ...impossible("header_target_invalid"),
  },
];
