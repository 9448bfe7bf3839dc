type Method = (...args: unknown[]) => unknown;

/**
 * The same object, each of whose methods is the one that `wrap` makes of it, once. `method` is bound to the object: it
 * calls the object's own methods, not the wrapped ones.
 */
export function wrapMethods<Target extends object>(
  target: Target,
  wrap: (name: PropertyKey, method: Method) => Method,
): Target {
  const wrapped = new Map<PropertyKey, Method>();
  return new Proxy(target, {
    get(_, name) {
      const known = wrapped.get(name);
      if (known !== undefined) return known;
      const own: unknown = Reflect.get(target, name, target);
      if (typeof own !== "function") return own;
      const method = wrap(name, (...args) => own.apply(target, args));
      wrapped.set(name, method);
      return method;
    },
  });
}
