/** `onLinks`: what is known before the time sources are. */

import { type Check, verify } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { original, PROOF, packed, TIMESTAMP } from "../evidence-packages.js";

const LINKS = ["format", "content", "leaf", "merkle", "payload"];

async function linksOf(input: Uint8Array, options: object) {
  const calls: (readonly Check[])[] = [];
  const report = await verify(input, { ...options, onLinks: (checks) => void calls.push(checks) });
  return { calls, report };
}

test.each([
  ["alone", () => PROOF.content as Uint8Array],
  ["in a package", () => packed(PROOF, TIMESTAMP)],
])("of a proof %s, the links are told once, as the report has them", async (_, input) => {
  for (const given of [original, new Uint8Array(1)]) {
    const { calls, report } = await linksOf(await input(), { original: given });
    expect(calls).toHaveLength(1);
    expect(calls[0]!.map(({ id }) => id)).toEqual(LINKS);
    expect(calls[0]).toEqual(report.checks.filter(({ id }) => LINKS.includes(id)));
    expect(await verify(await input(), { original: given, now: new Date(report.checked_at) })).toEqual(
      report,
    );
  }
});

test("what is no proof has no links", async () => {
  expect((await linksOf(new TextEncoder().encode("{"), {})).calls).toEqual([]);
  expect((await linksOf(TIMESTAMP.content as Uint8Array, {})).calls).toEqual([]);
});

test("the rest waits for what is awaited, and an abort there ends it", async () => {
  const controller = new AbortController();
  const aborted = verify(PROOF.content as Uint8Array, {
    signal: controller.signal,
    onLinks: async () => controller.abort(new Error("enough")),
  });
  await expect(aborted).rejects.toThrow("enough");
  await expect(verify(PROOF.content as Uint8Array, { onLinks: 1 as never })).rejects.toThrow(TypeError);
});
