import { bytesToHex } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { Work } from "../work/work.js";
import type { Certificate } from "./certificate.js";
import { CertificateIndex } from "./certificate-index.js";
import { certificate, named } from "./made-up.testing.js";

const identified = (identifier: Uint8Array | null, name = "Authority") =>
  certificate({ subject: name }, { subjectKeyIdentifier: identifier });
const asking = (keyIdentifier: Uint8Array | null) =>
  certificate(
    { subject: "Unit", issuer: "Authority" },
    { authorityKeyIdentifier: { keyIdentifier, issuer: null, serialNumber: null } },
  );
const index = (anchors: readonly Certificate[], others: readonly Certificate[] = [], work = new Work()) =>
  CertificateIndex.of(anchors, others, work);

test("certificates are found by name, anchors first, each once", async () => {
  const [a, b, c] = [identified(null), identified(null), identified(null, "Other")];
  const all = await index([b], [a, c, b, a]);
  expect(all.named(named("Authority"))).toEqual([
    { certificate: b, isAnchor: true, entity: expect.any(String) },
    { certificate: a, isAnchor: false, entity: expect.any(String) },
  ]);
  expect(all.named(named("Other"))).toMatchObject([{ certificate: c }]);
  expect(all.named(named("Nobody"))).toEqual([]);
  expect([a, b, c].map((one) => all.isAnchor(one))).toEqual([false, true, false]);
  expect(all.isAnchor(identified(null))).toBe(false);
  // The same bytes, parsed anew.
  expect(all.isAnchor({ ...b })).toBe(true);
});

test("an entity is a name and a key", async () => {
  const all = await index([]);
  const of = (subject: string, key: string) => all.entityOf(certificate({ subject, key }));
  expect(of("A", "key")).toBe(of("A", "key"));
  expect(of("A", "key")).not.toBe(of("A", "another"));
  expect(of("A", "key")).not.toBe(of("B", "key"));
});

describe("possible issuers", () => {
  const [x, y] = [Uint8Array.of(1), Uint8Array.of(2)];
  const orderOf = async (
    asked: Certificate,
    anchors: readonly Certificate[],
    others: readonly Certificate[],
  ) => (await index(anchors, others)).issuersOf(asked).map((found) => found.certificate);

  test("with the key asked for come first, and anchors before others", async () => {
    const anchors = [identified(y), identified(x)];
    const others = [identified(y), identified(x)];
    expect(await orderOf(asking(x), anchors, others)).toEqual([anchors[1], others[1], anchors[0], others[0]]);
    expect(await orderOf(asking(y), anchors, others)).toEqual([anchors[0], others[0], anchors[1], others[1]]);
    expect(await orderOf(asking(x), [], others)).toEqual([others[1], others[0]]);
  });

  test("without an identifier may be the one asked for, after those that are", async () => {
    const others = [identified(y), identified(null), identified(x)];
    expect(await orderOf(asking(x), [], others)).toEqual([others[2], others[1], others[0]]);
  });

  test("stay in order if no key is asked for", async () => {
    const others = [identified(y), identified(null), identified(x)];
    expect(await orderOf(asking(null), [], others)).toEqual(others);
    const silent = certificate({ subject: "Unit", issuer: "Authority" });
    expect(await orderOf(silent, [], others)).toEqual(others);
    expect(await orderOf(silent, [others[2]!], others)).toEqual([others[2], others[0], others[1]]);
  });

  test("are compared by the first 64 bytes of the identifier", async () => {
    const long = (last: number) => Uint8Array.of(...new Array(64).fill(1), last);
    const short = new Uint8Array(64).fill(1);
    const differing = short.slice();
    differing[63] = 2;
    const others = [identified(differing), identified(long(2)), identified(short)];
    expect(await orderOf(asking(long(1)), [], others)).toEqual([others[1], others[2], others[0]]);
    expect(bytesToHex(long(1))).toHaveLength(130);
  });

  test("are the same for each certificate that asks alike, and others for another key or name", async () => {
    const others = [identified(x), identified(y), identified(y, "Other"), identified(x, "Other")];
    const all = await index([], others);
    const first = all.issuersOf(asking(y));
    expect(first.map((found) => found.certificate)).toEqual([others[1], others[0]]);
    expect(all.issuersOf(asking(y))).toBe(first);
    expect(all.issuersOf(asking(x)).map((found) => found.certificate)).toEqual([others[0], others[1]]);
    const ofOther = { ...asking(y), issuer: named("Other") };
    expect(all.issuersOf(ofOther).map((found) => found.certificate)).toEqual([others[2], others[3]]);
  });
});

describe("the work", () => {
  const sized = (der: number, spki: number, subject = "Authority") =>
    ({
      ...certificate({ subject }),
      der: new Uint8Array(der),
      spki: { der: new Uint8Array(spki) },
    }) as Certificate;
  async function spent(run: (work: Work) => unknown): Promise<number> {
    const work = new Work();
    const { left } = work;
    await run(work);
    return left - work.left;
  }

  test("of a certificate is 16 units, and one for each 64 bytes that are hashed, begun or not", async () => {
    expect(await spent((work) => index([sized(64, 64)], [], work))).toBe(16 + 2 + 2);
    expect(await spent((work) => index([sized(65, 640)], [], work))).toBe(16 + 3 + 11);
    // A second one is hashed once to see that it is known.
    expect(await spent((work) => index([sized(64, 64)], [sized(64, 64)], work))).toBe(20 + 16 + 2);
  });

  test("of an entity is spent once", async () => {
    const work = new Work();
    const all = await index([], [], work);
    const one = sized(64, 128);
    const { left } = work;
    all.entityOf(one);
    expect(left - work.left).toBe(3);
    all.entityOf(one);
    expect(left - work.left).toBe(3);
  });

  test("of ordering is one unit for eight candidates, once, and none for a single one", async () => {
    const ordering = async (count: number, times = 1) => {
      const work = new Work();
      const others = Array.from({ length: count }, () => identified(Uint8Array.of(1)));
      const all = await index([], others, work);
      const { left } = work;
      for (let i = 0; i < times; i++) all.issuersOf(asking(Uint8Array.of(1)));
      return left - work.left;
    };
    expect(await ordering(0)).toBe(0);
    expect(await ordering(1)).toBe(0);
    expect(await ordering(2)).toBe(1);
    expect(await ordering(8)).toBe(1);
    expect(await ordering(9)).toBe(2);
    expect(await ordering(9, 5)).toBe(2);
  });

  test("of an index ends with the budget, and by an abort", async () => {
    const units = await spent((work) => index([identified(null)], [], work));
    await expect(index([identified(null)], [], new Work({ units: units - 1 }))).rejects.toMatchObject({
      code: "work_limit_exceeded",
    });
    const stop = new Work({ signal: AbortSignal.abort(new Error("enough")) });
    await expect(index([identified(null)], [], stop)).rejects.toThrow("enough");
  });
});
