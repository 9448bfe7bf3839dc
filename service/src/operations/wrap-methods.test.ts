import { expect, test } from "vitest";
import { wrapMethods } from "./wrap-methods.js";

class Counter {
  readonly name = "n";
  #count = 0;
  add(by: number): number {
    this.#count += by;
    return this.#count;
  }
  addTwice(by: number): number {
    this.add(by);
    return this.add(by);
  }
}

test("each method is wrapped once, and reaches the private members of its object", () => {
  const made: PropertyKey[] = [];
  const counter = wrapMethods(new Counter(), (name, method) => {
    made.push(name);
    return (...args) => method(...args);
  });
  expect(counter.add(2)).toBe(2);
  expect(counter.add(3)).toBe(5);
  expect(counter.add).toBe(counter.add);
  expect(counter.name).toBe("n");
  expect(made).toEqual(["add"]);
});

test("a method calls others of its object as they are", () => {
  const calls: PropertyKey[] = [];
  const counter = wrapMethods(new Counter(), (name, method) => (...args) => {
    calls.push(name);
    return method(...args);
  });
  expect(counter.addTwice(2)).toBe(4);
  expect(calls).toEqual(["addTwice"]);
});
