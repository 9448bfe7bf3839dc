/**
 * The EVM chains that are known by name: what they are, how they date blocks, when a block is final.
 *
 * @module
 */

/**
 * Reduces a name to what it looks like. A casual reader cannot tell apart two names with the same key.
 *
 * The characters below resemble letters in the names of `evm-chains.ts`. Sources: Unicode's confusables.txt
 * (Unicode Technical Standard 39, section 4), and letters with strokes, which decomposition leaves whole.
 */
const CONFUSABLES: readonly (readonly [letter: string, drawnAlike: string])[] = [
  ["a", "ɑΑαАаᎪᗅ⍺ꓮ𐊠𖽀"],
  ["b", "ßƄΒВЬвьᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁"],
  ["d", "đԁᎠᏧᑯᗞᗪꓒꓓ"],
  ["e", "ΕεЕеҽᎬ℮⋿ⴹꓰꬲ𐊆𑢦𑢮"],
  ["g", "ƍɡԌցᏀᏳᶃꓖ"],
  ["h", "ħΗНнһհᎻᏂᕼⲎꓧ𐋏"],
  ["l", "ıłƖǀɩɪΙιІіӀӏ۱ᎥᏞᒪᛁ∣⍳⏽ⲒⳐⵏꓡꓲꙇꭵ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𑣃𖼖𖼨𝈪"],
  ["m", "ΜϺМмᎷᗰᛖⲘꓟ𐊰𐌑𑜀𑣣"],
  ["n", "ΝηпոռⲚꓠ𐔓"],
  ["o", "øΟοσОоՕօ۵०০੦૦ଠ୦௦ం౦ಂ೦ംഠ൦ං๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠"],
  ["p", "ΡρРрᏢᑭ⍴Ⲣⲣꓑ𐊕"],
  ["r", "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵𝈖"],
  ["s", "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺"],
  ["t", "ΤτТтᎢ⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨"],
  ["u", "ʋμυиՍսሀᑌᴜ∪⋃ꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂"],
  ["v", "νѴѵ۷Ꮩᐯᴠ∨⋁ⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈𝈍"],
  ["y", "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃"],
  // These look the same in many typefaces: I, l, 1, |.
  ["l", "iI1|"],
  ["o", "0"],
];

/** Made when first needed, so that a bundle that compares no names has no table of letters. */
let letters: ReadonlyMap<string, string> | undefined;

function letterOf(character: string): string {
  letters ??= new Map(
    CONFUSABLES.flatMap(([letter, drawnAlike]) => [...drawnAlike].map((one) => [one, letter] as const)),
  );
  return letters.get(character) ?? character;
}

/** The key of a name: no case, marks, spaces, punctuation or invisible characters; look-alike letters are merged. */
export function lookAlikeKey(name: string): string {
  // Map before lowering the case, because an upper-case letter may resemble a different letter than its
  // lower-case form, and again after it.
  return mapped(mapped(name.normalize("NFKD")).toLowerCase())
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("rn", "m");
}

function mapped(text: string): string {
  return Array.from(text, letterOf).join("");
}

// The EVM chains that svc-proof knows by name.
//
// The `network` of an anchor is a label for people. For a chain in this table, it must match the name given
// here exactly: a proof that shows one chain's number under another chain's name would mislead its reader.
// Names come from the public chain list (chainid.network), shortened to common usage. Chains outside the
// table work too: their label is not checked, and the verifier says so.

/** What kind of evidence a chain provides. */
export type EvmChainKind = "public" | "testnet" | "development";

/** What is known of an EVM chain by its identifier. */
export interface EvmChain {
  /** EIP-155 identifier. */
  readonly chainId: number;
  /** Name of the chain in proofs and reports. */
  readonly network: string;
  readonly kind: EvmChainKind;
  /** URL prefix of a transaction page; the transaction hash is appended. Null if there is no public explorer. */
  readonly explorerTransactionUrl: string | null;
  /**
   * How far a block timestamp since the merge may deviate from true time, in seconds, by the chain's
   * consensus rules; null if the rules set no bound or leave it to the sequencer. Before the merge, miners
   * chose the time without such a bound.
   */
  readonly timestampAccuracySeconds: number | null;
  /** When a block counts as final. */
  readonly finality: EvmFinality;
  /**
   * The first block whose hash is the Keccak-256 of a header by Ethereum's rules; 0 if this holds for all
   * blocks. The time of an older block rests on the word of the source.
   */
  readonly headersSince: number;
}

/**
 * `finalized`: the chain itself marks blocks as final, and nodes return the newest one for the block tag
 * `finalized` (Ethereum execution APIs). `confirmations`: the number of blocks from the block itself to the
 * head, both included.
 */
export type EvmFinality =
  | { readonly kind: "finalized" }
  | { readonly kind: "confirmations"; readonly count: number };

const FINALIZED: EvmFinality = { kind: "finalized" };

/**
 * For chains without finality and for unknown chains: what the service waits for before it reports
 * `confirmed`. Twelve is the convention of Ethereum users before finality existed, not a rule of any chain.
 */
const TWELVE_CONFIRMATIONS: EvmFinality = { kind: "confirmations", count: 12 };

/** The sandbox's local chain. */
export const DEVELOPMENT_CHAIN_ID = 31_337;

const CHAINS: readonly EvmChain[] = [
  // Since the merge, a block's timestamp is that of its slot (12 s), and validators do not attest to blocks
  // from the future: Ethereum consensus specs, bellatrix/beacon-chain.md, compute_timestamp_at_slot.
  {
    chainId: 1,
    network: "Ethereum",
    kind: "public",
    explorerTransactionUrl: "https://etherscan.io/tx/",
    timestampAccuracySeconds: 12,
    // Two epochs of 32 slots, about 13 minutes. Reverting a final block costs at least a third of all stake:
    // Ethereum consensus specs, phase0/beacon-chain.md, weigh_justification_and_finalization.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: 10,
    network: "OP Mainnet",
    kind: "public",
    explorerTransactionUrl: "https://optimistic.etherscan.io/tx/",
    timestampAccuracySeconds: null,
    // The L2 block derives from a final block of Ethereum: OP Stack specs, protocol/derivation.md,
    // "Finalization Guarantees". Blocks take 2 s, so twelve confirmations would be 24 s of the sequencer's
    // word. Before Bedrock (block 105,235,063), headers have geth's format too: l2geth, core/types/block.go.
    finality: FINALIZED,
    headersSince: 0,
  },
  // Ethereum's consensus rules, with slots of 5 s.
  {
    chainId: 100,
    network: "Gnosis",
    kind: "public",
    explorerTransactionUrl: "https://gnosisscan.io/tx/",
    timestampAccuracySeconds: 5,
    // Ethereum's rules, with epochs of 16 slots. Before the merge (8 December 2022), headers end with AuRa's
    // step and seal instead of mixHash and nonce: OpenEthereum, ethcore/engines/authority_round.
    finality: FINALIZED,
    headersSince: 25_349_537,
  },
  {
    chainId: 137,
    network: "Polygon",
    kind: "public",
    explorerTransactionUrl: "https://polygonscan.com/tx/",
    timestampAccuracySeconds: null,
    // Milestones, which validators sign on Heimdall: PIP-11, "Finality Tag". Before milestones, 157 blocks
    // were reverted on 22 February 2023. Headers have geth's format, with the signer's seal in extraData:
    // Bor, core/types/block.go, Hash.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: 8453,
    network: "Base",
    kind: "public",
    explorerTransactionUrl: "https://basescan.org/tx/",
    timestampAccuracySeconds: null,
    // As OP Mainnet.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: 42_161,
    network: "Arbitrum One",
    kind: "public",
    explorerTransactionUrl: "https://arbiscan.io/tx/",
    timestampAccuracySeconds: null,
    // The batch is in a final block of Ethereum: Nitro v2.0.10, "safe" and "finalized". Blocks take 0.25 s.
    // The hashes of blocks before Nitro's genesis do not match their contents: OffchainLabs/arbitrum-classic,
    // pull request 559.
    finality: FINALIZED,
    headersSince: 22_207_817,
  },
  {
    chainId: 80_002,
    network: "Polygon Amoy",
    kind: "testnet",
    explorerTransactionUrl: "https://amoy.polygonscan.com/tx/",
    timestampAccuracySeconds: null,
    // As Polygon.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: 84_532,
    network: "Base Sepolia",
    kind: "testnet",
    explorerTransactionUrl: "https://sepolia.basescan.org/tx/",
    timestampAccuracySeconds: null,
    // As OP Mainnet.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: 11_155_111,
    network: "Sepolia",
    kind: "testnet",
    explorerTransactionUrl: "https://sepolia.etherscan.io/tx/",
    timestampAccuracySeconds: 12,
    // As Ethereum.
    finality: FINALIZED,
    headersSince: 0,
  },
  {
    chainId: DEVELOPMENT_CHAIN_ID,
    network: "Anvil devnet (no evidential value)",
    kind: "development",
    explorerTransactionUrl: null,
    timestampAccuracySeconds: null,
    // Anvil makes a block on demand, so its `finalized` block means nothing.
    finality: TWELVE_CONFIRMATIONS,
    headersSince: 0,
  },
];

const BY_ID: ReadonlyMap<number, EvmChain> = new Map(CHAINS.map((chain) => [chain.chainId, chain]));

/** The chain with this identifier, if known. */
export function evmChain(chainId: number): EvmChain | undefined {
  return BY_ID.get(chainId);
}

/** What the label of the development chain says in English, and verdicts say in the reader's language. */
const REMARK = / \(no evidential value\)$/;

/** What to call a chain of which only the identifier is known, before people. */
export function chainName(chainId: number): string {
  return BY_ID.get(chainId)?.network.replace(REMARK, "") ?? `EIP-155 ${chainId}`;
}

/**
 * What to call a chain before people. Whoever makes a proof chooses the label of a chain that is not known, which could be
 * "Bitcoin" or a whole sentence: it stands quoted, behind the number of the chain.
 *
 * @param unknown for such a chain, in the reader's language, with `{chain}` and `{label}`; quotes are its own.
 * @returns the label as it is given: making it safe to show is up to the caller.
 */
export function chainText(
  chainId: number,
  label: string,
  unknown = "unknown chain {chain} (“{label}”)",
): string {
  const known = BY_ID.get(chainId)?.network;
  if (known !== undefined) {
    const name = chainName(chainId);
    return known === label ? name : `${name} (“${label}”)`;
  }
  // A function: in a replacement text, "$&" of a label would have a meaning.
  const values: Readonly<Record<string, string>> = { chain: `${chainId}`, label };
  return unknown.replace(/\{(chain|label)\}/g, (_, name: string) => values[name]!);
}

/** When a block of a chain counts as final. Unknown chains use twelve confirmations. */
export function evmFinality(chainId: number): EvmFinality {
  return BY_ID.get(chainId)?.finality ?? TWELVE_CONFIRMATIONS;
}

/** The first block whose hash must match its header by Ethereum's rules; null for unknown chains. */
export function evmHeadersSince(chainId: number): number | null {
  return BY_ID.get(chainId)?.headersSince ?? null;
}

/** By the key of the name. */
let byKey: ReadonlyMap<string, EvmChain> | undefined;

/**
 * Compares an anchor's label with its chain: `match`; `mismatch` (a known chain under another label, or
 * another chain under a label that looks like a known one); or `unknown` (neither is in the table).
 */
export function networkLabel(chainId: number, network: string): "match" | "mismatch" | "unknown" {
  byKey ??= new Map(CHAINS.map((chain) => [lookAlikeKey(chain.network), chain]));
  const chain = BY_ID.get(chainId) ?? byKey.get(lookAlikeKey(network));
  if (chain === undefined) return "unknown";
  return chain.chainId === chainId && chain.network === network ? "match" : "mismatch";
}
