import type { EndpointGroup } from "@svc-proof/ui/asking";
import type { Check, Report } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import type { EpochState } from "../model/epoch.js";
import type { Item, ItemFile } from "../model/item.js";
import { nextStep } from "./next-step.js";

const EVM: EndpointGroup = {
  kind: "evm",
  chainId: 1,
  network: "Ethereum",
  endpoints: ["https://rpc.example"],
};
const BITCOIN: EndpointGroup = {
  kind: "bitcoin",
  chainId: null,
  network: "Bitcoin",
  endpoints: ["https://explorer.example"],
};
const SEAL = { id: "seal", status: "indeterminate", code: "no_trust_anchor" } as Check;
const authority = (isTrusted: boolean) => ({ role: "authority", isTrusted }) as ItemFile;

interface Given {
  readonly item?: Partial<Item>;
  readonly report?: Partial<Report>;
  readonly states?: readonly (readonly [number, EpochState])[];
  readonly hasSite?: boolean;
}

function stepOf({ item = {}, report = {}, states = [], hasSite = true }: Given) {
  return nextStep(
    { files: [], onlineOffer: [], wantedEpochs: [], sandboxRoot: null, ...item },
    { outcome: "indeterminate", reason: "missing", checks: [], ...report } as unknown as Report,
    new Map(states),
    hasSite,
  );
}

test.each<[string, Given, ReturnType<typeof nextStep>]>([
  ["a chain is asked", { item: { onlineOffer: [EVM] } }, "ask"],
  [
    "a chain and Bitcoin are asked together",
    { item: { onlineOffer: [EVM, BITCOIN], wantedEpochs: [1] } },
    "ask",
  ],
  [
    "Bitcoin alone: this site's headers first",
    { item: { onlineOffer: [BITCOIN], wantedEpochs: [1] } },
    "headers",
  ],
  [
    "headers that this site does not have: its sources are asked",
    { item: { onlineOffer: [BITCOIN], wantedEpochs: [1, 2] }, states: [[2, "absent"]] },
    "ask",
  ],
  [
    "a site that cannot be reached: the sources are asked",
    { item: { onlineOffer: [BITCOIN], wantedEpochs: [1] }, states: [[1, "unreachable"]] },
    "ask",
  ],
  [
    "a page from a disk has no site",
    { item: { onlineOffer: [BITCOIN], wantedEpochs: [1] }, hasSite: false },
    "ask",
  ],
  ["the sandbox's authority", { item: { sandboxRoot: "offered" }, report: { checks: [SEAL] } }, "ask"],
  [
    "certificates that were given",
    { item: { files: [authority(false)] }, report: { checks: [SEAL] } },
    "trust",
  ],
  ["certificates that nobody gave", { report: { checks: [SEAL] } }, "authority"],
  [
    "certificates that are trusted, and are others",
    { item: { files: [authority(true)] }, report: { checks: [SEAL] } },
    "authority",
  ],
  ["a chain without a source", { item: { onlineOffer: [{ ...EVM, endpoints: [] }] } }, "source"],
  ["nothing to ask yet", {}, null],
])("%s", (_, given, step) => {
  expect(stepOf(given)).toBe(step);
});

test.each<[string, Partial<Report>]>([
  ["verified", { outcome: "verified", reason: null }],
  ["failed", { outcome: "failed", reason: null }],
  ["contradicted", { reason: "contradictory" }],
  ["unusable", { reason: "unusable" }],
])("nothing settles what is %s", (_, report) => {
  expect(stepOf({ item: { onlineOffer: [EVM] }, report })).toBeNull();
});
