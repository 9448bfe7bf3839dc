/** Files added together, in any order and under any name: only fingerprints match them. */

import { encodePortableProof } from "@svc-proof/shared/proof";
import { encodeEvmWitness } from "@svc-proof/verifier-lib/evm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anchored } from "../../../verifier-lib/src/judge/anchored.testing.js";
import { chromiumPath } from "../browser.js";
import { batchOf } from "./batch.js";
import { openSessionSite, type SessionPage, type SessionSite } from "./session-page.js";

const [fox, dog, cat] = batchOf([
  "The quick brown fox",
  "jumps over the lazy dog",
  "while the cat sleeps",
]) as [
  ReturnType<typeof batchOf>[number],
  ReturnType<typeof batchOf>[number],
  ReturnType<typeof batchOf>[number],
];

const proofOf = ({ proofJson }: typeof fox, name = "proof.json") => ({ name, content: proofJson });
const originalOf = ({ content }: typeof fox, name = "original.txt") => ({ name, content });

describe.skipIf(chromiumPath === null)("matching", () => {
  let site: SessionSite;
  let session: SessionPage;

  beforeAll(async () => {
    site = await openSessionSite();
  }, 60_000);
  afterAll(() => site?.close());
  beforeEach(async () => {
    session = await site.open();
    return () => session.close();
  });

  const contentOf = ({ report }: Awaited<ReturnType<SessionPage["items"]>>[number]) =>
    report?.checks.find(({ id }) => id === "content")?.code;

  test("an original is matched to its proof whatever their names", async () => {
    await session.choose(
      originalOf(dog, "proof.json"),
      proofOf(fox, "holiday.jpg"),
      originalOf(fox, "a.zip"),
      proofOf(dog, "b.pdf"),
      proofOf(cat),
    );
    const items = await session.settled(3);
    expect(items.map(({ title }) => title)).toEqual(["a.zip", "b.pdf", "proof.json"]);
    expect(items.map(contentOf)).toEqual(["ok", "ok", "none_is_original"]);
    expect(items[0]!.files.map(({ name, role, hash }) => [name, role, hash])).toMatchObject(
      [
        ["holiday.jpg", "proof", /^[0-9a-f]{64}$/],
        ["a.zip", "original", fox.hash],
      ].map(([name, role, hash]) => [
        name,
        role,
        hash instanceof RegExp ? expect.stringMatching(hash) : hash,
      ]),
    );
  });

  test("a witness is recognised, joins the proof of its batch, or is verified alone", async () => {
    const world = anchored();
    const other = anchored({ input: new TextEncoder().encode("another batch") });
    await session.choose(
      { name: "any.dat", content: encodeEvmWitness(world.witness) },
      { name: "p", content: encodePortableProof(world.proof) },
      { name: "stray.json", content: encodeEvmWitness(other.witness) },
    );
    const items = await session.settled(2);
    const anchorOf = ({ report }: (typeof items)[number]) =>
      report?.checks.find(({ id }) => id === "anchor")?.code;
    expect(items.map(({ title }) => title)).toEqual(["p", "stray.json"]);
    expect(items.map(anchorOf)).toEqual(["witness_unconfirmed", "witness_unconfirmed"]);
    expect(items[0]!.files.map(({ name, role }) => [name, role])).toEqual([
      ["p", "proof"],
      ["any.dat", "witness"],
    ]);
    expect(items[1]!.report?.input.type).toBe("evm-witness");
  });

  test("an original that comes first waits for its proof, and is not hashed again", async () => {
    await session.choose(originalOf(fox));
    const [alone] = await session.settled(1);
    expect(alone).toMatchObject({
      wanted: "proof",
      report: null,
      fingerprint: { algorithm: "SHA-256", hash: fox.hash },
    });
    await session.page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      window.session.items.subscribe((items) => {
        for (const { phase } of items) seen.push(phase);
      });
    });
    await session.choose(proofOf(fox), proofOf(dog));
    const items = await session.settled(2);
    expect(items.map(contentOf)).toEqual(["ok", "none_is_original"]);
    expect(await session.page.evaluate(() => (window as never as { seen: string[] }).seen)).not.toContain(
      "hashing",
    );
  });
});
