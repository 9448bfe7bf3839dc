import { describe, expect, test } from "vitest";
import { type Creation, type ItemState, sentName, sentType } from "./creation.js";
import { creationWorld, folder, found, idle, sha256 } from "./creation.testing.js";

describe("creation", () => {
  function states(creation: Creation): Partial<Record<ItemState, number>> {
    const counts: Partial<Record<ItemState, number>> = {};
    for (const { state } of creation.items) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }

  const fingerprints = (count: number, name?: string) =>
    folder(count, name).map(({ path }) => sha256(path.replace("/", " ").replace(".txt", "")));

  test("five hundred files are registered in groups of at most a hundred, each once", async () => {
    const { open, service, journal } = creationWorld();
    const creation = await open();
    void creation.add(folder(500));
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 500 });
    expect(service.proofs.map(({ hash }) => hash).sort()).toEqual(fingerprints(500).sort());
    expect(Math.max(...service.groups.map(({ length }) => length))).toBe(100);
    expect(service.groups.length).toBeLessThan(12);
    expect(service.groups.flat().every(({ name }) => /^\d+\.txt$/.test(name))).toBe(true);
    expect(journal.entries.size).toBe(0);
  });

  test("an entry is in the journal with its token before it is sent, and its proof after", async () => {
    const { open, service, journal } = creationWorld();
    const creation = await open();
    service.onGroup = (items) => {
      for (const { token, hash } of items) {
        expect([...journal.entries.values()]).toContainEqual(
          expect.objectContaining({ token, hash, proof: null }),
        );
      }
    };
    service.plan.push("dropped", "lost");
    void creation.add([found("one.txt", "one")]);
    await idle(creation);
    expect(service.groups).toHaveLength(3);
    expect(new Set(service.groups.flat().map(({ token }) => token)).size).toBe(1);
    expect(service.proofs).toHaveLength(1);
  });

  test("lost answers are asked for again under the same tokens, also for bytes of another account", async () => {
    const { open, service, pauses } = creationWorld();
    for (const hash of fingerprints(250)) service.foreign.add(hash);
    service.plan.push("lost", "lost", "dropped", "lost");
    const creation = await open();
    void creation.add(folder(250));
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 250 });
    expect(service.proofs).toHaveLength(250);
    expect(creation.items.every(({ proof }) => proof?.isFirstRegistrant === false)).toBe(true);
    // Each pause is longer than the one before.
    expect(pauses.filter((ms) => ms > 1_000)).toEqual([2_000, 4_000, 8_000]);
  });

  test.each([0, 1, 7, 60, 150, 299])(
    "after a reload at file %i nothing is lost and nothing registered twice",
    async (at) => {
      const world = creationWorld();
      const { open, service, journal } = world;
      // Bytes of another account: any repetition without the token would make a second proof.
      for (const hash of fingerprints(300)) service.foreign.add(hash);
      let isGone = false;
      world.onHash = async (name) => {
        if (name === `${at}.txt`) isGone = true;
        // The page that was left never answers.
        if (isGone) await new Promise(() => undefined);
      };
      const left = await open();
      void left.add(folder(300));
      await expect.poll(() => isGone && journal.entries.size, { interval: 1 }).toBe(300);
      left.hindrance = { kind: "forbidden" };
      const kept = new Map(journal.entries);

      world.onHash = () => undefined;
      journal.entries.clear();
      for (const [id, entry] of kept) journal.entries.set(id, structuredClone(entry));
      const page = await open();
      await idle(page);
      const { registered = 0, missing = 0 } = states(page);
      expect(registered + missing).toBe(300);
      expect(missing).toBeGreaterThan(0);
      expect(service.proofs).toHaveLength(registered);
      void page.add(folder(300));
      await idle(page);
      expect(states(page)).toEqual({ registered: 300 });
      expect(service.proofs).toHaveLength(300);
      expect(new Set(service.proofs.map(({ hash }) => hash)).size).toBe(300);
      expect(journal.entries.size).toBe(0);
    },
  );

  test("after a reload between request and answer the same token is sent again", async () => {
    const { open, service } = creationWorld();
    for (const hash of fingerprints(3)) service.foreign.add(hash);
    const left = await open();
    let letGo: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // Registered, and the page is gone before the answer.
    const post = service.post.bind(service);
    let isFirst = true;
    service.post = async (items) => {
      const answer = await post(items);
      if (isFirst) {
        isFirst = false;
        letGo();
        await new Promise(() => undefined);
      }
      return answer;
    };
    void left.add(folder(3));
    await answered;
    expect(service.proofs).toHaveLength(3);
    const page = await open();
    await idle(page);
    // Without the files.
    expect(states(page)).toEqual({ registered: 3 });
    expect(service.proofs).toHaveLength(3);
  });

  test("files with the same content are registered once", async () => {
    const { open, service } = creationWorld();
    const creation = await open();
    void creation.add([
      found("a.txt", "same"),
      found("b/a.txt", "same"),
      found("c.txt", "other"),
      found("d.txt", "same"),
    ]);
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 2, duplicate: 2 });
    expect(service.proofs).toHaveLength(2);
    expect(creation.items[3]!.twin).toBe(creation.items[0]);
  });

  test("the same folder again changes nothing; a file that changed is a new entry", async () => {
    const { open, service } = creationWorld();
    const creation = await open();
    void creation.add(folder(5));
    await idle(creation);
    void creation.add([...folder(4), found("folder/4.txt", "changed")]);
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 6 });
    expect(creation.items.at(-1)).toMatchObject({ path: "folder/4.txt", hash: sha256("changed") });
    expect(service.proofs).toHaveLength(6);
  });

  test("an empty file is told and not registered", async () => {
    const { open, service, journal } = creationWorld();
    const creation = await open();
    void creation.add([found("empty.txt", ""), found("full.txt", "full")]);
    await idle(creation);
    expect(states(creation)).toEqual({ empty: 1, registered: 1 });
    expect(service.proofs.map(({ name }) => name)).toEqual(["full.txt"]);
    expect(journal.entries.size).toBe(0);
  });

  test("a file that cannot be read is told, kept for a reload, and opened anew when it is tried again", async () => {
    const { open, service, unreadable, journal } = creationWorld();
    const creation = await open();
    unreadable.add("1.txt");
    const files = folder(3);
    const reopened = found("folder/1.txt", "as it is now");
    void creation.add(
      files.map((file) => (file.path === "folder/1.txt" ? { ...file, reopen: reopened.reopen } : file)),
    );
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 2, unreadable: 1 });
    expect(journal.entries.size).toBe(3);
    creation.retry();
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 2, unreadable: 1 });
    unreadable.clear();
    creation.retry([creation.items[1]!]);
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 3 });
    expect(service.proofs.map(({ hash }) => hash)).toContain(sha256("as it is now"));
    expect(journal.entries.size).toBe(0);
  });

  test("what a cancel stops is not registered and not asked for again; it can be continued", async () => {
    const world = creationWorld();
    const { open, service, journal } = world;
    const creation = await open();
    world.onHash = (name) => {
      if (name === "150.txt") creation.cancel();
    };
    void creation.add(folder(300));
    await idle(creation);
    const { registered = 0, cancelled = 0 } = states(creation);
    expect(registered + cancelled).toBe(300);
    expect(cancelled).toBeGreaterThan(140);
    expect(service.proofs).toHaveLength(registered);
    expect(journal.entries.size).toBe(0);
    expect((await open()).items).toEqual([]);
    world.onHash = () => undefined;
    creation.resume();
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 300 });
    expect(service.proofs).toHaveLength(300);
  });

  test("a cancel waits for the answer of what may be registered", async () => {
    const { open, service } = creationWorld();
    const creation = await open();
    service.plan.push("lost");
    service.onGroup = () => {
      if (service.groups.length === 1) queueMicrotask(() => creation.cancel());
    };
    void creation.add(folder(100));
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 100 });
    expect(creation.isCancelled).toBe(true);
    expect(service.proofs).toHaveLength(100);
  });

  test("the limit for a minute is waited for", async () => {
    const { open, service, pauses } = creationWorld();
    const creation = await open();
    service.plan.push("limited");
    void creation.add(folder(10));
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 10 });
    expect(pauses).toContain(2_000);
  });

  test("a cancel ends the wait for the limit at once", async () => {
    const { open, service } = creationWorld();
    const creation = await open();
    service.plan.push("limited");
    void creation.add(folder(10));
    while (creation.hindrance === null) await new Promise((resolve) => setImmediate(resolve));
    creation.cancel();
    await idle(creation);
    expect(states(creation)).toEqual({ cancelled: 10 });
    expect(creation.hindrance).toBeNull();
  });

  test.each(["signed-out", "forbidden"] as const)(
    "a page that is %s sends nothing more, and the journal has all",
    async (kind) => {
      const { open, service, journal } = creationWorld();
      const creation = await open();
      service.plan.push(kind);
      void creation.add(folder(250));
      while (creation.isReading || creation.hindrance === null)
        await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(creation.hindrance).toEqual({ kind });
      expect(service.groups).toHaveLength(1);
      expect(service.proofs).toHaveLength(0);
      expect([...journal.entries.values()].every(({ token }) => token !== null)).toBe(true);
      const page = await open();
      await idle(page);
      expect(states(page)).toEqual({ registered: 250 });
    },
  );

  test("an entry that the service refuses is told, and tried again on request", async () => {
    const { open, service } = creationWorld();
    const creation = await open();
    service.plan.push("refused");
    void creation.add(folder(2));
    await idle(creation);
    expect(states(creation)).toEqual({ refused: 2 });
    creation.retry();
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 2 });
  });

  test("duplicates find their twin after a reload; without it, their file is needed", async () => {
    const { open, journal } = creationWorld();
    const base = { size: 4, type: "", proof: null };
    journal.put([
      { ...base, id: 0, path: "a", hash: sha256("same"), token: "t".repeat(22) },
      { ...base, id: 1, path: "b", hash: sha256("same"), token: null },
      { ...base, id: 2, path: "c", hash: sha256("gone"), token: null },
    ]);
    const page = await open();
    await idle(page);
    expect(page.items.map(({ state }) => state)).toEqual(["registered", "duplicate", "missing"]);
  });

  test("twenty thousand files take no more than a few passes over the list", async () => {
    const { open, service } = creationWorld();
    const creation = await open();
    void creation.add(folder(20_000));
    await idle(creation);
    expect(states(creation)).toEqual({ registered: 20_000 });
    expect(service.proofs).toHaveLength(20_000);
  }, 120_000);
});

describe("sent name", () => {
  test.each([
    ["report.pdf", "report.pdf"],
    ["folder/below/report.pdf", "report.pdf"],
    // A backslash is a character of names on Unix. The service cuts what is before it.
    ["folder/a\\b.txt", "a\\b.txt"],
    ["folder/\ud800.txt", "\ufffd.txt"],
  ])("of %j the name %j is sent", (path, name) => {
    expect(sentName(path)).toBe(name);
  });

  test("a long name keeps its beginning and its end, and has the length that the interface allows", () => {
    const name = sentName(`folder/${"💾".repeat(250)}-0001.tiff`);
    expect([...name]).toHaveLength(200);
    expect(name).toMatch(/^💾{159}…💾{30}-0001\.tiff$/u);
    const longest = `${"a".repeat(196)}.txt`;
    expect(sentName(longest)).toBe(longest);
  });

  test("only types that the interface takes are sent", () => {
    expect(sentType("image/png")).toBe("image/png");
    expect(sentType("")).toBeUndefined();
    expect(sentType("text/plä")).toBeUndefined();
    expect(sentType("a".repeat(256))).toBeUndefined();
  });
});
