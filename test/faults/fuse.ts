/** A process that dies before a certain call to what it depends on. */

/** The process is dead. */
export class Crash extends Error {}

/** Lets calls through until the fatal one. Then the process is dead, and none of its calls gets through. */
export class Fuse {
  readonly #fatalCall: number;
  #calls = 0;
  /** Names of the methods of which a call got through. */
  readonly passed: Set<string> = new Set<string>();

  constructor(fatalCall: number) {
    this.#fatalCall = fatalCall;
  }

  /** Whether the process is dead. */
  get hasBlown(): boolean {
    return this.#calls >= this.#fatalCall;
  }

  /** The same object; every method call counts. */
  guard<Target extends object>(target: Target): Target {
    const guarded: Record<string, unknown> = {};
    for (const name of methodNames(target)) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      guarded[name] = async (...args: unknown[]) => {
        if (++this.#calls >= this.#fatalCall) throw new Crash();
        this.passed.add(name);
        return method.apply(target, args);
      };
    }
    return Object.assign(Object.create(null), plainFields(target), guarded);
  }
}

function methodNames(target: object): string[] {
  const names = new Set<string>();
  for (
    let owner = target;
    owner !== Object.prototype && owner !== null;
    owner = Object.getPrototypeOf(owner)
  ) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (name !== "constructor" && typeof property.value === "function") names.add(name);
    }
  }
  return [...names];
}

function plainFields(target: object): object {
  return Object.fromEntries(Object.entries(target).filter(([, value]) => typeof value !== "function"));
}
