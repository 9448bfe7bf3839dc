import type { Certificate } from "@svc-proof/verifier-lib/x509";
import { expect, it } from "vitest";
import type { TsaAnswer, TsaRequest } from "../clients/tsa/tsa.js";
import { Metrics } from "./metrics.js";
import { observedTsa } from "./observed-tsa.js";

const REQUEST: TsaRequest = {
  hash: "00".repeat(32),
  nonce: new Uint8Array(8),
  deadline: AbortSignal.timeout(10_000),
};
const ISSUED: TsaAnswer = {
  kind: "issued",
  response: new Uint8Array(),
  authority: "An authority",
  genTime: new Date(0),
  serialNumber: "1",
  policyOid: "1.2.3",
  chain: [{} as Certificate],
  qualification: null,
};

it("passes answers on, counts them, and logs outages when they begin, change and end", async () => {
  const told: string[] = [];
  const write = (level: string) => (fields: object, message: string) => {
    told.push(`${level} ${(fields as { subject: string }).subject}: ${message}`);
  };
  const metrics = new Metrics();
  const answers: TsaAnswer[] = [
    ISSUED,
    { kind: "unavailable", reason: "HTTP status 500" },
    { kind: "unavailable", reason: "HTTP status 500" },
    { kind: "refused", reason: "rejection badAlg" },
    ISSUED,
    ISSUED,
  ];
  const coming = [...answers];
  const tsa = observedTsa({ name: "https://tsa.example", issue: async () => coming.shift()! }, metrics, {
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  });
  const text = () => metrics.registry.metrics();
  expect(await text()).toContain('svc_tsa_exchange_duration_seconds_count{answer="refused"} 0');
  for (const answer of answers) expect(await tsa.issue(REQUEST)).toBe(answer);
  expect(tsa.name).toBe("https://tsa.example");
  expect(told).toEqual([
    "warn https://tsa.example: the timestamping authority issued no token: HTTP status 500",
    "warn https://tsa.example: the timestamping authority issued no token: rejection badAlg",
    "info https://tsa.example: recovered",
  ]);
  for (const [answer, count] of [
    ["issued", 3],
    ["unavailable", 2],
    ["refused", 1],
  ])
    expect(await text()).toContain(`svc_tsa_exchange_duration_seconds_count{answer="${answer}"} ${count}`);
});
