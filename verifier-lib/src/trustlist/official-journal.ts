/**
 * Whom the whole chain rests on: the certificates with which the European Commission signs the list of lists, as the
 * Official Journal of the European Union publishes them.
 */

export interface OfficialJournal {
  /** Reference of the notice. */
  readonly reference: string;
  /** As the list of lists names it. Pivots that it names before this notice came later. */
  readonly uri: string;
  /** SHA-256 of each certificate, lower-case hexadecimal. */
  readonly certificates: readonly string[];
}

/** Information on the list of lists, OJ C, C/2026/1944. Successors come by the pivots of the list of lists. */
export const OFFICIAL_JOURNAL: OfficialJournal = {
  reference: "OJ C, C/2026/1944",
  uri: "https://eur-lex.europa.eu/eli/C/2026/1944/oj",
  certificates: [
    "236103f03a8031ae8f47f9059bf8de38564cdbfebedde4a597d50f8980aa653b",
    "b63d416744e7098bf9ec2caa596a93bc2468e37f8284ba65ecc061711bcbaa18",
    "c0641c4f7d56c431b1c924742db7fce9c1eef7d7fd212113a2768486b3abcdc5",
    "d2064fdd70f6982dcc516b86d9d5c56aea939417c624b2e478c0b29de54f8474",
    "df7e29360c34b2b8d6d5f40325c1d4d12c9922cecd33b7407674a74b2b3ca1e5",
    "e0a620fbb6747362bb933ac44169d676a553444716cf5f31605f12a22b8396b1",
  ],
};

/** Where the European Commission publishes the list of lists. */
export const LOTL_URI = "https://ec.europa.eu/tools/lotl/eu-lotl.xml";
