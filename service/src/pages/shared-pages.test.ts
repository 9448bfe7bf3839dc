import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { StoreUnavailableError } from "../store/store.js";
import type { Answer, Page } from "./page-route.js";
import { type KeptPage, SharedPages } from "./shared-pages.js";

let now: number;
let pages: SharedPages;
let made: number;
let rendered: number;

beforeEach(() => {
  now = 0;
  made = 0;
  rendered = 0;
  pages = new SharedPages(() => now);
});

const page = (text: string, changes: Partial<Page> = {}): Page => ({
  title: text,
  body: text,
  madeOf: text,
  keepMs: 10_000,
  ...changes,
});

const ask = async (key: string, answer: Answer | (() => Promise<Answer>)): Promise<KeptPage> => {
  const kept = await pages.page(
    key,
    async () => {
      made++;
      return typeof answer === "function" ? answer() : answer;
    },
    ({ title }) => {
      rendered++;
      return `<p>${title}</p>`.repeat(100);
    },
  );
  if ("other" in kept) throw new Error("expected a page");
  return kept;
};

test("a thousand readers at once are one question and one rendering, in every coding", async () => {
  const all = await Promise.all(Array.from({ length: 1_000 }, () => ask("en /a", page("a"))));
  expect([made, rendered]).toEqual([1, 1]);
  const { bodies } = all[999]!;
  expect([...bodies.keys()]).toEqual(["br", "gzip", "identity"]);
  const text = "<p>a</p>".repeat(100);
  expect(brotliDecompressSync(bodies.get("br")!).toString()).toBe(text);
  expect(gunzipSync(bodies.get("gzip")!).toString()).toBe(text);
  expect(bodies.get("identity")!.toString()).toBe(text);
});

test("asks anew when the time is over, and renders only what has changed", async () => {
  const first = await ask("en /a", page("a"));
  now = 9_999;
  await ask("en /a", page("b"));
  expect([made, rendered]).toEqual([1, 1]);
  now = 10_000;
  const second = await ask("en /a", page("a"));
  expect([made, rendered, second.tag]).toEqual([2, 1, first.tag]);
  now = 20_000;
  const third = await ask("en /a", page("b"));
  expect([made, rendered]).toEqual([3, 2]);
  expect(third.tag).not.toBe(first.tag);
});

test("keys are apart", async () => {
  expect((await ask("en /a", page("a"))).tag).not.toBe((await ask("de /a", page("ä"))).tag);
});

test("shows a former page while the store does not answer, but not for ever", async () => {
  const down = async (): Promise<Answer> => {
    throw new StoreUnavailableError("down");
  };
  await expect(ask("en /a", down)).rejects.toThrow("down");
  const first = await ask("en /a", page("a"));
  now = 10_000 + 599_999;
  expect(await ask("en /a", down)).toBe(first);
  now = 10_000 + 600_000;
  await expect(ask("en /a", down)).rejects.toThrow("down");
});

test("another error is not hidden, and is not kept", async () => {
  await ask("en /a", page("a"));
  now = 10_000;
  const broken = async (): Promise<Answer> => {
    throw new Error("a bug");
  };
  await expect(ask("en /a", broken)).rejects.toThrow("a bug");
  expect((await ask("en /a", page("a"))).page.title).toBe("a");
});

test("names that do not exist do not displace pages that do", async () => {
  await ask("en /a", page("a"));
  for (let i = 0; i < 2_000; i++) await ask(`en /missing-${i}`, page("none", { status: 404 }));
  made = 0;
  await ask("en /a", page("a"));
  expect(made).toBe(0);
  await ask("en /missing-1999", page("none", { status: 404 }));
  expect(made).toBe(0);
  await ask("en /missing-0", page("none", { status: 404 }));
  expect(made).toBe(1);
});

test("a page that did not exist is found once it does", async () => {
  await ask("en /a", page("none", { status: 404 }));
  now = 10_000;
  expect((await ask("en /a", page("a"))).page.status).toBeUndefined();
  now = 15_000;
  expect((await ask("en /a", page("b"))).page.title).toBe("a");
});

test("what is no page is answered and not kept", async () => {
  const redirect = { redirect: "/b" };
  const answer = await pages.page(
    "en /A",
    async () => redirect,
    () => "",
  );
  expect(answer).toEqual({ other: redirect });
});
