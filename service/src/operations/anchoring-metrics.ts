/** Metrics of anchoring. The label `chain` is the EIP-155 identifier of a chain of the settings. */
import { Counter, Gauge, type Registry } from "prom-client";

export class AnchoringMetrics {
  readonly held: Gauge<"chain" | "reason">;
  readonly disagreements: Counter<"chain">;
  readonly endpointOutages: Gauge<"chain">;
  readonly reopened: Counter<"chain">;
  readonly reopenedBatches: Gauge<"chain">;
  readonly nonceGaps: Gauge<"chain">;
  readonly unexplained: Gauge<"chain">;
  readonly sent: Counter<"chain" | "kind">;
  readonly balance: Gauge<"chain">;

  constructor(registry: Registry) {
    const registers = [registry];
    const gauge = (name: string, help: string) =>
      new Gauge({ name, help, labelNames: ["chain"] as const, registers });
    const counter = (name: string, help: string) =>
      new Counter({ name, help, labelNames: ["chain"] as const, registers });
    this.held = new Gauge({
      name: "svc_anchors_held",
      help: "1 while the anchors of a chain are held for this reason, as the instance that anchors last saw it.",
      labelNames: ["chain", "reason"],
      registers,
    });
    this.disagreements = counter(
      "svc_anchor_endpoint_disagreements_total",
      "Rounds that ended because endpoints of a chain disagreed.",
    );
    this.endpointOutages = gauge(
      "svc_anchor_endpoint_outages",
      "Endpoints of a chain that fail, as this instance last saw them; for chains with several.",
    );
    this.reopened = counter(
      "svc_anchors_reopened_total",
      "Confirmed anchors that a reorganisation deeper than the confirmations removed.",
    );
    this.reopenedBatches = gauge(
      "svc_reopened_batches",
      "Batches whose confirmed anchor was removed and is not confirmed again yet.",
    );
    this.nonceGaps = gauge(
      "svc_anchor_nonce_gaps",
      "Free nonces before those of the anchors, which are being filled.",
    );
    this.unexplained = gauge(
      "svc_anchors_unexplained",
      "Anchors that wait because their nonce is used by a transaction that was not found, that was reverted, or that the verifier does not accept.",
    );
    this.sent = new Counter({
      name: "svc_anchor_transactions_total",
      help: "Transactions sent by kind: first, replacement, again (the chain had lost it), or filler of a free nonce.",
      labelNames: ["chain", "kind"],
      registers,
    });
    this.balance = gauge(
      "svc_anchor_balance_coins",
      "Balance of the address that pays for the anchors, in the chain's coin.",
    );
  }
}
