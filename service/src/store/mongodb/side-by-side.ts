/** Enough to make up for round trips and flushes, and few for the server of others. */
const AT_ONCE = 8;

/** Does work for all items, a few at a time. Answers in their order. Rejects at the first failure, when others may be under way. */
export async function sideBySide<Item, Answer>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const rest = [...items].entries();
  const workOn = async (): Promise<void> => {
    for (const [i, item] of rest) answers[i] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOn));
  return answers;
}
