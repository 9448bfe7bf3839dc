/**
 * Calendars and Bitcoin sources that are down, slow, wrong or hostile: nothing of theirs is stored
 * without replay and checks, each outage is logged once, and everything recovers afterwards.
 */

import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { encodeBlockHeader, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import {
  type Attestation,
  type Attested,
  encodeTimestamp,
  parseTimestamp,
  replay,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { type BitcoinSource, SourceError } from "@svc-proof/verifier-lib/source";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TooFewCalendarsError } from "../../service/src/opentimestamps/attest.js";
import { LeaseLostError } from "../../service/src/store/store.js";
import { until } from "./anchoring-world.js";
import type { CalendarFault } from "./faulty-calendar.js";
import { OpenTimestampsWorld } from "./opentimestamps-world.js";

const DAY_MS = 86_400_000;
/** Of the sandbox's chain while it has attested nothing: two confirmations and two spare blocks, counted from 0. */
const HEIGHT_AT_REST = 3;

let world: OpenTimestampsWorld;
/** Stands for an internal address of our own network. */
const inside = { hits: 0, server: createServer(), url: "" };

beforeEach(async () => {
  world = await OpenTimestampsWorld.create();
  inside.hits = 0;
  inside.server = createServer((_, response) => {
    inside.hits++;
    response.end(pendingWith("https://inside.example"));
  });
  await new Promise<void>((resolve) => inside.server.listen(0, "127.0.0.1", resolve));
  inside.url = `http://127.0.0.1:${(inside.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  inside.server.close();
  inside.server.closeAllConnections();
  await world.end();
});

function pendingWith(uri: string): Uint8Array {
  return encodeTimestamp({ branches: [{ attestation: { kind: "pending", uri } }] });
}

function attestedWith(...attestations: Attestation[]): Uint8Array {
  return encodeTimestamp(
    timestampAlong([{ kind: "append", argument: randomBytes(8) }, { kind: "sha256" }], {
      branches: attestations.map((attestation) => ({ attestation })),
    }),
  );
}

const html = "<!doctype html><title>Sign in to the network</title>";

const silent = (fault: CalendarFault): CalendarFault => Object.assign(fault, { isSilent: true });

/** Faults of any answer. */
const FAULTS: Readonly<Record<string, CalendarFault>> = {
  "is reset": (response) => response.destroy(),
  "never comes": silent(() => {}),
  "comes too slowly": silent((response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("\xf0"), 50);
    response.on("close", () => clearInterval(timer));
  }),
  "breaks off": (response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("x", () => response.destroy());
  },
  "is HTML": (response) => response.writeHead(200, { "content-type": "text/html" }).end(html),
  "is an error in HTML": (response) => response.writeHead(502).end(html),
  "is an error around a timestamp": (response) =>
    response.writeHead(500).end(pendingWith(world.calendars[0].url)),
  "is empty": (response) => response.writeHead(200).end(),
  "is too large": (response) => response.writeHead(200).end(Buffer.alloc(20_000, 0xff)),
  "has no end": (response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on("drain", more);
    more();
  },
  "is a redirect into our own network": (response) =>
    response.writeHead(302, { location: `${inside.url}/` }).end(),
  "is a timestamp with bytes after it": (response) =>
    response.writeHead(200).end(Buffer.concat([pendingWith(world.calendars[0].url), Buffer.from([0])])),
};

const SUBMISSION_FAULTS: Readonly<Record<string, CalendarFault>> = {
  ...FAULTS,
  "waits for another calendar": (response) => response.end(pendingWith(inside.url)),
  "claims that a block contains it already": (response) =>
    response.end(attestedWith({ kind: "bitcoin", height: 0 })),
  "makes more promises than any calendar": (response) =>
    response.end(
      encodeTimestamp({
        branches: [1, 2, 3, 4, 5].map((byte) => ({
          operation: { kind: "append", argument: Uint8Array.of(byte) } as const,
          next: { branches: [{ attestation: { kind: "pending", uri: world.calendars[0].url } }] },
        })),
      }),
    ),
  "is deeper than a proof can be": (response) =>
    response.end(
      encodeTimestamp(
        timestampAlong(
          Array.from({ length: 250 }, () => ({ kind: "sha256" }) as const),
          { branches: [{ attestation: { kind: "pending", uri: world.calendars[0].url } }] },
        ),
      ),
    ),
};

describe("a submission", () => {
  test("serves all that is due: one digest to each calendar, and a block confirms each batch", async () => {
    const batches = [await world.newBatch(), await world.newBatch(3), await world.newBatch(2)];
    await world.round();
    expect(world.calendars.map(({ submissions }) => submissions)).toEqual([1, 1]);
    const nonces = new Set<string>();
    for (const id of batches) {
      const { blockHeight } = await world.untilConfirmed(id);
      const [first] = (await world.attested(id)).filter(({ attestation }) => attestation.kind === "bitcoin");
      const header = parseBlockHeader(await world.header(blockHeight!));
      expect(Buffer.from(first!.message)).toEqual(Buffer.from(header.merkleRoot));
      const { timestamp } = await world.attestation(id);
      expect(timestamp![0], "a nonce is appended first").toBe(0xf0);
      nonces.add(bytesToHex(timestamp!.subarray(2, 18)));
    }
    expect(nonces.size).toBe(3);
    expect(world.calendars.map(({ submissions }) => submissions)).toEqual([1, 1]);
    expect(world.logged(/./).every(({ level }) => level === "info")).toBe(true);
  });

  test.each(Object.entries(SUBMISSION_FAULTS))(
    "whose answer from one calendar %s: only the other's is stored",
    async (_, fault) => {
      world.calendars[0].faults.digest = fault;
      const batch = await world.newBatch();
      await world.round();
      const attested = await world.attested(batch);
      expect(attested.map(({ attestation }) => attestation)).toEqual([
        { kind: "pending", uri: world.calendars[1].url },
      ]);
      expect((await world.untilConfirmed(batch)).blockHeight).not.toBeNull();
      expect(inside.hits).toBe(0);
      expect(world.logged(/accepts no digests/)).toHaveLength(1);
    },
  );

  test.each(Object.entries(SUBMISSION_FAULTS))(
    "whose answer from too many calendars %s: nothing is stored, and it is tried again",
    async (_, fault) => {
      for (const calendar of world.calendars) calendar.faults.digest = fault;
      const batch = await world.newBatch();
      for (let i = 0; i < 2; i++) await expect(world.round()).rejects.toThrow(TooFewCalendarsError);
      expect(await world.attestation(batch)).toMatchObject({ state: "pending", timestamp: null });
      expect(inside.hits).toBe(0);
      expect(world.logged(/accepts no digests/), "once a calendar").toHaveLength(2);
      world.calendars[1].faults.digest = null;
      await expect(world.round({ minCalendars: 2 })).rejects.toThrow(TooFewCalendarsError);
      expect(await world.attestation(batch)).toMatchObject({ state: "pending", timestamp: null });
      world.calendars[0].faults.digest = null;
      await world.round({ minCalendars: 2 });
      expect(await world.attestation(batch)).toMatchObject({ state: "submitted" });
      expect(world.logged(/recovered/)).toHaveLength(2);
    },
  );

  test("to the address of a pool, whose calendars promise in their own names, is refused, and the log names them", async () => {
    const own = "https://alice.btc.calendar.example";
    world.calendars[0].faults.digest = (response) => response.end(pendingWith(own));
    await world.newBatch();
    await world.round();
    const [told] = world.logged(/accepts no digests/);
    expect(told?.fields["reason"]).toBe(`${world.calendars[0].url}: got a pending attestation of ${own}`);
  });

  test("that no block has after three days is repeated, while the first still counts", async () => {
    for (const calendar of world.calendars)
      calendar.faults.timestamp = (response) => response.writeHead(404).end();
    const batch = await world.newBatch();
    await world.round();
    const before = await world.attestation(batch);
    const submittedAt = new Date(Date.now() - 4 * DAY_MS);
    const lease = (await world.lease())!;
    await world.api.store.attestations.replace(lease, batch, "submitted", { ...before, submittedAt });
    await until("it is submitted again", async () => {
      await world.round();
      return (await world.attestation(batch)).submittedAt!.getTime() > submittedAt.getTime();
    });
    expect(world.calendars.map(({ submissions }) => submissions)).toEqual([2, 2]);
    expect(await world.attested(batch)).toHaveLength(4);
    for (const calendar of world.calendars) calendar.faults.timestamp = null;
    await world.untilConfirmed(batch);
    expect(world.calendars.map(({ submissions }) => submissions)).toEqual([2, 2]);
  });

  test("belongs to another instance that has taken over: nothing is sent", async () => {
    const batch = await world.newBatch();
    const former = (await world.lease())!;
    await world.api.store.leases.release(former);
    expect(await world.lease("another instance")).not.toBeNull();
    world.lease = async () => former;
    await expect(world.round()).rejects.toThrow(LeaseLostError);
    expect(world.calendars.map(({ submissions }) => submissions)).toEqual([0, 0]);
    expect(await world.attestation(batch)).toMatchObject({ state: "pending" });
  });
});

const COMPLETION_FAULTS: Readonly<Record<string, CalendarFault>> = {
  ...FAULTS,
  "attests another chain": (response) => response.end(attestedWith({ kind: "litecoin", height: 1 })),
  "is pending at another calendar": (response) => response.end(pendingWith(`${inside.url}`)),
  "is another digest's timestamp": (response) => response.end(attestedWith({ kind: "bitcoin", height: 0 })),
  "has more attestations than any calendar gives": (response) =>
    response.end(
      attestedWith(...Array.from({ length: 9 }, (_, height) => ({ kind: "bitcoin", height }) as const)),
    ),
  "attests something of another length": (response) =>
    response.end(
      encodeTimestamp(
        timestampAlong([{ kind: "sha1" }], {
          branches: [{ attestation: { kind: "bitcoin", height: 0 } }],
        }),
      ),
    ),
};

describe("a completion", () => {
  test.each(Object.entries(COMPLETION_FAULTS))(
    "that %s: nothing of it is stored, it is logged once per calendar, and requested again",
    async (_, fault) => {
      const batch = await world.newBatch();
      await world.round();
      const before = (await world.attestation(batch)).timestamp!;
      for (const calendar of world.calendars) calendar.faults.timestamp = fault;
      await until("both were asked three times", async () => {
        await world.round();
        const warnings = world.log.filter(({ level }) => level === "warn").length;
        return warnings >= 2 && world.calendars.every(({ asked }) => asked.length >= 4);
      });
      for (let i = 0; i < 3; i++) await world.round();
      const after = await world.attestation(batch);
      expect(after.state).toBe("submitted");
      expect(Buffer.from(after.timestamp!)).toEqual(Buffer.from(before));
      expect(inside.hits).toBe(0);
      expect(world.log.filter(({ level }) => level === "warn")).toHaveLength(2);
      for (const calendar of world.calendars) calendar.faults.timestamp = null;
      await world.untilConfirmed(batch);
      expect(world.logged(/recovered/)).toHaveLength(2);
    },
  );

  test("that is right for another batch, and comes again: nothing of it is stored", async () => {
    const first = await world.newBatch();
    await world.round();
    await world.untilConfirmed(first);
    const messageOf = async (batch: string) =>
      bytesToHex(
        (await world.attested(batch)).find(({ attestation }) => attestation.kind === "pending")!.message,
      );
    const right = await fetch(`${world.own.url}/timestamp/${await messageOf(first)}`);
    const bytes = new Uint8Array(await right.arrayBuffer());
    expect(right.status).toBe(200);
    const second = await world.newBatch();
    await world.round();
    const before = (await world.attestation(second)).timestamp!;
    for (const calendar of world.calendars)
      calendar.faults.timestamp = (response) => void response.writeHead(200).end(bytes);
    await until("both were asked three times", async () => {
      await world.round();
      return (await world.attestation(second)).tries >= 3;
    });
    const after = await world.attestation(second);
    expect([after.state, Buffer.from(after.timestamp!).equals(Buffer.from(before))]).toEqual([
      "submitted",
      true,
    ]);
    expect(world.logged(/attested a digest that is not in the block/)).toHaveLength(2);
    for (const calendar of world.calendars) calendar.faults.timestamp = null;
    await world.untilConfirmed(second);
  });

  test("comes only from configured calendars: an address in a timestamp is not followed", async () => {
    const batch = await world.newBatch();
    await world.round();
    const before = await world.attestation(batch);
    const lease = (await world.lease())!;
    const timestamp = pendingWith(inside.url);
    await world.api.store.attestations.replace(lease, batch, "submitted", { ...before, timestamp });
    for (let tries = (await world.attestation(batch)).tries; tries < 3; ) {
      await world.round();
      ({ tries } = await world.attestation(batch));
    }
    expect(inside.hits).toBe(0);
    expect(await world.attestation(batch)).toMatchObject({ state: "submitted" });
  });

  test.each([
    ["", null],
    [
      ", in a block of its own",
      (async (_, pass) => {
        const [source] = world.options.bitcoin.sources;
        await until(
          "the first one has its block",
          async () => (await source!.fetchTip()).height > HEIGHT_AT_REST,
        );
        await pass();
      }) satisfies CalendarFault,
    ],
  ])(
    "from a second calendar%s is added when it comes, after the first has confirmed the batch",
    async (_, digest) => {
      world.calendars[1].faults.digest = digest;
      world.calendars[1].faults.timestamp = (response) => response.writeHead(404).end("Pending confirmation");
      const batch = await world.newBatch();
      await world.round();
      const confirmed = await world.untilConfirmed(batch);
      const heights = async () =>
        (await world.attested(batch)).filter(({ attestation }) => attestation.kind === "bitcoin").length;
      for (let i = 0; i < 3; i++) await world.round();
      expect(await heights()).toBe(1);
      world.calendars[1].faults.timestamp = null;
      await until("both are there and nothing is due any more", async () => {
        await world.round();
        return (await world.attestation(batch)).dueAt === null;
      });
      expect(await heights()).toBe(2);
      expect(await world.attestation(batch)).toMatchObject({ blockHeight: confirmed.blockHeight });
      const asked = world.calendars.map((calendar) => calendar.asked.length);
      await world.round();
      expect(world.calendars.map((calendar) => calendar.asked.length)).toEqual(asked);
    },
  );
});

describe("a source of Bitcoin", () => {
  /** Three requests to calendars that have answers, about blocks that are deep enough. */
  async function askedOften(changes: Parameters<OpenTimestampsWorld["round"]>[0]): Promise<string> {
    const batch = await world.newBatch();
    await world.round();
    // Each calendar's digest may have a block of its own. A block that is not deep enough would count as an answer.
    const heights = await Promise.all(
      (await world.attested(batch)).map(({ message }) =>
        until("the block is there", async () => {
          const answer = await fetch(`${world.own.url}/timestamp/${bytesToHex(message)}`);
          if (!answer.ok) return null;
          const timestamp = parseTimestamp(new Uint8Array(await answer.arrayBuffer()), message.length);
          const [{ attestation }] = replay(timestamp, message) as [Attested];
          return attestation.kind === "bitcoin" ? attestation.height + 1 : null;
        }),
      ),
    );
    const height = Math.max(...heights);
    await until("they are deep enough", async () => (await truth().fetchTip()).height >= height);
    await until("it was asked for three times", async () => {
      await world.round(changes);
      return (await world.attestation(batch)).tries >= 3;
    });
    expect(await world.attestation(batch)).toMatchObject({ state: "submitted", blockHeight: null });
    return batch;
  }
  const sourced = (...sources: BitcoinSource[]) => ({ bitcoin: { ...world.options.bitcoin, sources } });
  const truth = () => world.options.bitcoin.sources[0]!;
  const lying = (fetchHeader: BitcoinSource["fetchHeader"]): BitcoinSource => ({
    name: "a liar",
    fetchTip: (request) => truth().fetchTip(request),
    fetchHeader,
  });

  test("that does not answer confirms nothing, is logged once, and confirms the batch when it answers", async () => {
    const dead: BitcoinSource = {
      name: "a dead one",
      fetchTip: async () => {
        throw new SourceError("source_unreachable", "no connection");
      },
      fetchHeader: async () => null,
    };
    const batch = await askedOften(sourced(dead));
    expect(world.logged(/no usable answer/)).toHaveLength(1);
    await world.untilConfirmed(batch, sourced(dead, truth()));
  });

  test("whose header lacks the work is not believed", async () => {
    await askedOften(
      sourced(
        lying(async (height, request) => {
          const header = parseBlockHeader((await truth().fetchHeader(height, request))!);
          // No nonce that is easily found meets this target.
          return encodeBlockHeader({ ...header, bits: 0x1d00ffff });
        }),
      ),
    );
    expect(world.logged(/no usable answer/)).toHaveLength(1);
  });

  test("whose block is older than the batch is not believed: old work is cheap", async () => {
    await askedOften(
      sourced(
        lying(async (height, request) => {
          const of = parseBlockHeader((await truth().fetchHeader(height, request))!);
          const time = of.time - 2 * (DAY_MS / 1000);
          for (let nonce = 0; ; nonce++) {
            const header = parseBlockHeader(encodeBlockHeader({ ...of, time, nonce }));
            if (header.hash[31]! < 0x7f) return header.bytes;
          }
        }),
      ),
    );
    expect(world.logged(/no usable answer/).map(({ fields }) => fields["reason"])).toEqual([
      "a liar: got a block older than its contents",
    ]);
  });

  test("that contradicts another leaves the batch as it is", async () => {
    const other = lying(async (height) => {
      const of = parseBlockHeader((await truth().fetchHeader(height))!);
      for (let nonce = 0; ; nonce++) {
        const merkleRoot = createHash("sha256").update("another block").digest();
        const header = parseBlockHeader(encodeBlockHeader({ ...of, merkleRoot, nonce }));
        if (header.hash[31]! < 0x7f) return header.bytes;
      }
    });
    const batch = await askedOften(sourced(truth(), other));
    expect(world.logged(/disagree/)).toHaveLength(1);
    await world.untilConfirmed(batch);
  });

  test("of another network is not believed", async () => {
    const main: BitcoinSource = {
      ...lying((height) => truth().fetchHeader(height)),
      fetchTip: async () => ({ height: 1_000_000, chain: "main" }),
    };
    await askedOften(sourced(main));
    expect(world.logged(/no usable answer/)).toHaveLength(1);
  });

  test("in which the block is not deep enough yet lets the batch wait", async () => {
    await askedOften({ bitcoin: { ...world.options.bitcoin, confirmations: 1_000 } });
    expect(world.log.every(({ level }) => level === "info")).toBe(true);
  });

  test("of Bitcoin itself is never satisfied by the sandbox's headers", async () => {
    await askedOften({ bitcoin: { ...world.options.bitcoin, network: "bitcoin" } });
    expect(world.logged(/no usable answer/)).toHaveLength(1);
  });
});
