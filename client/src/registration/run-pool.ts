/** Works on some items at a time. */

/**
 * Yields results in the order of completion. Items are pulled one after the other, as workers become free. What a worker or
 * the source throws ends the iteration, and so does its consumer; the signal of the workers aborts then, and the iteration
 * ends only when all of them have ended.
 *
 * @param work never called for more than `concurrency` items at the same time.
 */
export async function* runPool<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Result, void, void> {
  signal?.throwIfAborted();
  const source = iteratorOf(items);
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  const results: Result[] = [];
  let failure: { readonly error: unknown } | null = null;
  let isPulling = false;
  let isOver = false;
  let wake: (() => void) | null = null;

  const changed = (): void => {
    wake?.();
    wake = null;
  };
  const fail = (error: unknown): void => {
    failure ??= { error };
    stop.abort(error);
    changed();
  };
  const onAbort = (): void => fail(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });

  const start = (item: Item): void => {
    const one: Promise<void> = work(item, stop.signal)
      .then((result) => void results.push(result), fail)
      .then(() => {
        running.delete(one);
        changed();
      });
    running.add(one);
  };
  const pull = async (): Promise<void> => {
    isPulling = true;
    try {
      const { done, value } = await source.next();
      if (done === true) isOver = true;
      else if (failure === null) start(value as Item);
    } catch (error) {
      isOver = true;
      fail(error);
    }
    isPulling = false;
    changed();
  };

  try {
    for (;;) {
      if (failure !== null) throw (failure as { readonly error: unknown }).error;
      // Results that nobody has taken yet hold the workers back.
      if (!isOver && !isPulling && running.size + results.length < concurrency) void pull();
      if (results.length > 0) {
        yield results.shift() as Result;
      } else if (isOver && running.size === 0) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    failure ??= { error: undefined };
    stop.abort(new DOMException("the iteration has ended", "AbortError"));
    // So that nothing is registered after the iteration.
    await Promise.all(running);
    // A source that hangs would not answer.
    if (!isOver && !isPulling) await source.return?.();
    else if (!isOver) void Promise.resolve(source.return?.()).catch(() => undefined);
  }
}

interface Pulled<Item> {
  next(): Promise<IteratorResult<Item, unknown>> | IteratorResult<Item, unknown>;
  return?(): unknown;
}

function iteratorOf<Item>(items: Iterable<Item> | AsyncIterable<Item>): Pulled<Item> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}
