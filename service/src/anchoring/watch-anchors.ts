/** What the metrics and `/readyz` say of anchoring. */
import type { AnchoringMetrics } from "../operations/anchoring-metrics.js";
import type { Readiness } from "../operations/readiness.js";
import { type AnchorWatch, HELD_REASONS, SENT_KINDS } from "./anchor-watch.js";

const WEI_PER_COIN = 1e18;

/** What an operator should know though requests are answered. */
export function watchAnchors(
  metrics: AnchoringMetrics,
  readiness: Pick<Readiness, "note">,
): AnchorWatch & { begin(chainId: number): void; leave(chainId: number): void } {
  const clear = (chainId: number) => {
    const chain = `${chainId}`;
    for (const reason of HELD_REASONS) metrics.held.set({ chain, reason }, 0);
    for (const gauge of [metrics.reopenedBatches, metrics.nonceGaps, metrics.unexplained])
      gauge.set({ chain }, 0);
  };
  return {
    /** A series that begins with its first event has no increase that an alert could see. */
    begin: (chainId) => {
      const chain = `${chainId}`;
      clear(chainId);
      for (const kind of SENT_KINDS) metrics.sent.inc({ chain, kind }, 0);
      metrics.reopened.inc({ chain }, 0);
      metrics.disagreements.inc({ chain }, 0);
      metrics.endpointOutages.set({ chain }, 0);
    },
    /** Another instance anchors now, and tells. */
    leave: (chainId) => {
      clear(chainId);
      metrics.balance.remove({ chain: `${chainId}` });
      readiness.note(`chain ${chainId}`, null);
      readiness.note(`chain ${chainId} held`, null);
    },
    stands: (chainId, { reopened, gaps, unexplained }) => {
      const chain = `${chainId}`;
      metrics.reopenedBatches.set({ chain }, reopened);
      metrics.nonceGaps.set({ chain }, gaps);
      metrics.unexplained.set({ chain }, unexplained);
      const notes = [
        [reopened, "confirmed batches lost their block in a deep reorganisation and are anchored again"],
        [gaps, "nonces before those of the anchors are free and are being filled"],
        [
          unexplained,
          "anchors wait: their nonce is used, by a transaction that no endpoint shows, that was reverted, or that the verifier does not accept",
        ],
      ] as const;
      const told = notes.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
      readiness.note(`chain ${chain}`, told.length === 0 ? null : `chain ${chain}: ${told.join("; ")}`);
    },
    held: (chainId, reason) => {
      const chain = `${chainId}`;
      for (const one of HELD_REASONS) metrics.held.set({ chain, reason: one }, one === reason ? 1 : 0);
      if (reason === "disagreement") metrics.disagreements.inc({ chain });
      readiness.note(
        `chain ${chain} held`,
        reason === null ? null : `chain ${chain}: its anchors are held: ${reason}`,
      );
    },
    reopened: (chainId) => metrics.reopened.inc({ chain: `${chainId}` }),
    sent: (chainId, kind) => metrics.sent.inc({ chain: `${chainId}`, kind }),
    balance: (chainId, wei) => metrics.balance.set({ chain: `${chainId}` }, Number(wei) / WEI_PER_COIN),
  };
}
