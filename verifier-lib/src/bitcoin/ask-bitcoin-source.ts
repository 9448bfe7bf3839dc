/** What one source says of Bitcoin attestations. */
import {
  type BlockHeader,
  HEADER_BYTES,
  judgeHeaders,
  parseBlockHeader,
  workBits,
} from "@svc-proof/shared/bitcoin";
import type { BitcoinSource, BitcoinSourceRequest, BitcoinTip } from "../source/bitcoin-source.js";
import { SourceError } from "../source/source-error.js";
import { unlessAborted } from "../source/unless-aborted.js";
import type { AttestationVerdict, AttestationVerdictCode, StatedBlock } from "./attestation-verdict.js";
import { hasRoot } from "./headers-at-hand.js";

/** A verdict, and how settled the block is. */
export interface SourceVerdict extends AttestationVerdict {
  /** Blocks from that block to the tip, both counted. */
  readonly confirmations: number | null;
}

export interface BitcoinQuestion {
  /** Below which a block is not taken as settled. */
  readonly minConfirmations: number;
  /** The verifier's clock. */
  readonly now: Date;
}

/** Bitcoin Core's name of the main chain. */
const MAIN = "main";

/**
 * Asks one source about blocks, each height once.
 *
 * @returns a verdict for each block, in their order.
 * @throws only what aborted `request.signal`.
 */
export async function askBitcoinSource(
  source: BitcoinSource,
  blocks: readonly StatedBlock[],
  question: BitcoinQuestion,
  request: BitcoinSourceRequest,
): Promise<SourceVerdict[]> {
  const headers = new Map<number, Promise<BlockHeader | SourceVerdict>>();
  const tip = settle(source.fetchTip(request), request);
  return Promise.all(
    blocks.map(async (stated) => {
      const end = await tip;
      if ("kind" in end) return end;
      let asked = headers.get(stated.height);
      if (asked === undefined) {
        asked = askHeader(source, stated.height, end, question, request);
        headers.set(stated.height, asked);
      }
      const header = await asked;
      return "kind" in header ? header : judge(stated, header, end, question);
    }),
  );
}

async function askHeader(
  source: BitcoinSource,
  height: number,
  { chain }: BitcoinTip,
  { now }: BitcoinQuestion,
  request: BitcoinSourceRequest,
): Promise<BlockHeader | SourceVerdict> {
  if (chain !== null && chain !== MAIN) return open("source_wrong_chain");
  const bytes = await settle(source.fetchHeader(height, request), request);
  if (bytes === null) return open("block_unknown_to_source");
  if ("kind" in bytes) return bytes;
  if (!(bytes instanceof Uint8Array) || bytes.length !== HEADER_BYTES) return open("source_invalid_answer");
  const header = parseBlockHeader(bytes);
  const [judged] = judgeHeaders([{ height, header }], now.getTime() / 1000);
  if (judged!.fault !== null) return open(judged!.fault);
  // It has another block than the checkpoint at that height.
  return judged!.standing === "off-chain" ? open("source_inconsistent") : header;
}

function judge(
  stated: StatedBlock,
  header: BlockHeader,
  tip: BitcoinTip,
  { minConfirmations, now }: BitcoinQuestion,
): SourceVerdict {
  const confirmations = tip.height - stated.height + 1;
  if (!Number.isSafeInteger(confirmations) || confirmations < 1) return open("source_inconsistent");
  if (confirmations < minConfirmations) return { ...open("too_few_confirmations"), confirmations };
  if (!hasRoot(header, stated)) {
    return {
      kind: "contradicted",
      code: "bitcoin_root_mismatch",
      block: null,
      isProven: false,
      confirmations,
    };
  }
  const [judged] = judgeHeaders([{ height: stated.height, header }], now.getTime() / 1000);
  const { work, successors, checkpointHeight } = judged!;
  const block = { header, workBits: workBits(work), successors, checkpointHeight };
  return { kind: "stands", code: "ok", block, isProven: false, confirmations };
}

/** An answer, or that there is none. */
async function settle<Answer>(
  answer: Promise<Answer>,
  request: BitcoinSourceRequest,
): Promise<Answer | SourceVerdict> {
  try {
    // A source of a caller's own may not heed the signal.
    return await unlessAborted(answer, request.signal);
  } catch (error) {
    request.signal?.throwIfAborted();
    // A source passed in by a caller may throw anything; that is its failure, not the proof's.
    return open(error instanceof SourceError ? error.code : "source_error");
  }
}

function open(code: AttestationVerdictCode): SourceVerdict {
  return { kind: "open", code, block: null, isProven: false, confirmations: null };
}
