import { expect, test } from "vitest";
import { MessageNumbers } from "./timestamp-file.js";

test("the same bytes have the same number, wherever they stand", () => {
  const numbers = new MessageNumbers();
  const [one, two, three] = [{ branches: [] }, { branches: [] }, { branches: [] }];
  const first = numbers.of({ node: one, message: Uint8Array.of(1, 2) });
  expect(numbers.of({ node: two, message: Uint8Array.of(1, 2) })).toBe(first);
  expect(numbers.of({ node: three, message: Uint8Array.of(12) })).not.toBe(first);
  expect(numbers.of({ node: one, message: Uint8Array.of(1, 2) })).toBe(first);
});

test("a message is looked at once a node, however many attestations stand there", () => {
  const numbers = new MessageNumbers();
  let looked = 0;
  const message = new Proxy(new Uint8Array(4096), {
    get: (bytes, name) => {
      if (name === "length") looked++;
      const value: unknown = Reflect.get(bytes, name, bytes);
      return typeof value === "function" ? value.bind(bytes) : value;
    },
  });
  const node = { branches: [] };
  const number = numbers.of({ node, message });
  const once = looked;
  expect(once).toBeGreaterThan(0);
  for (let i = 0; i < 100; i++) expect(numbers.of({ node, message })).toBe(number);
  expect(looked).toBe(once);
});
