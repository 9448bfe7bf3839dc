import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.doUnmock("./default-snapshot.js");
  vi.resetModules();
});

test("a snapshot that could not be loaded is loaded with the next call, and then kept", async () => {
  let loadings = 0;
  vi.doMock("./default-snapshot.js", async (importOriginal) => {
    loadings++;
    if (loadings === 1) throw new Error("no network");
    return importOriginal();
  });
  const { defaultTrustList } = await import("./default-trust-list.js");
  await expect(defaultTrustList()).rejects.toThrow();
  const list = await defaultTrustList();
  expect(list.lists.length).toBeGreaterThan(0);
  expect(await defaultTrustList()).toBe(list);
  expect(loadings).toBe(2);
});
