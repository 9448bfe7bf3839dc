import { expect, it } from "vitest";
import { Readiness } from "../operations/health.js";
import { Metrics } from "../operations/metrics.js";
import { watchAnchors } from "./watch.js";

it("tells how anchors stand, in metrics and in notes that end when it is over", async () => {
  const metrics = new Metrics();
  const readiness = new Readiness();
  const watch = watchAnchors(metrics.anchoring, readiness);
  const sample = async (name: string) =>
    (await metrics.registry.metrics())
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1];
  watch.begin(1);
  for (const name of [
    'svc_anchors_reopened_total{chain="1"}',
    'svc_reopened_batches{chain="1"}',
    'svc_anchor_endpoint_disagreements_total{chain="1"}',
    'svc_anchor_transactions_total{chain="1",kind="filler"}',
    'svc_anchors_held{chain="1",reason="disagreement"}',
  ]) {
    expect(await sample(name), name).toBe("0");
  }
  expect(readiness.notes).toEqual([]);

  watch.reopened(1);
  watch.stands(1, { reopened: 2, gaps: 1, unexplained: 0 });
  watch.sent(1, "filler");
  watch.balance(1, 15n * 10n ** 17n);
  watch.held(1, "disagreement");
  expect(await sample('svc_anchors_reopened_total{chain="1"}')).toBe("1");
  expect(await sample('svc_reopened_batches{chain="1"}')).toBe("2");
  expect(await sample('svc_anchor_nonce_gaps{chain="1"}')).toBe("1");
  expect(await sample('svc_anchor_transactions_total{chain="1",kind="filler"}')).toBe("1");
  expect(await sample('svc_anchor_balance_coins{chain="1"}')).toBe("1.5");
  expect(await sample('svc_anchors_held{chain="1",reason="disagreement"}')).toBe("1");
  expect(await sample('svc_anchor_endpoint_disagreements_total{chain="1"}')).toBe("1");
  expect(readiness.notes).toEqual([
    expect.stringMatching(/^chain 1: 2 confirmed batches lost their block .*; 1 nonces before those/),
    "chain 1: its anchors are held: disagreement",
  ]);

  watch.held(1, "unavailable");
  expect(await sample('svc_anchors_held{chain="1",reason="disagreement"}')).toBe("0");
  expect(await sample('svc_anchors_held{chain="1",reason="unavailable"}')).toBe("1");
  watch.held(1, null);
  watch.stands(1, { reopened: 0, gaps: 0, unexplained: 0 });
  expect(await sample('svc_anchors_held{chain="1",reason="unavailable"}')).toBe("0");
  expect(readiness.notes).toEqual([]);

  watch.held(1, "too_dear");
  watch.stands(1, { reopened: 1, gaps: 0, unexplained: 0 });
  expect(readiness.notes).toHaveLength(2);
  watch.leave(1);
  expect(await sample('svc_anchors_held{chain="1",reason="too_dear"}')).toBe("0");
  expect(await sample('svc_reopened_batches{chain="1"}')).toBe("0");
  expect(await sample('svc_anchor_balance_coins{chain="1"}')).toBeUndefined();
  expect(readiness.notes).toEqual([]);
});
