import { SourceError } from "@svc-proof/verifier-lib/source";
import { expect, test } from "vitest";
import { Answers } from "./answers.js";

test("asks each question once and answers repeats from memory, failures too", async () => {
  const answers = new Answers();
  let askedCount = 0;
  const ask = answers.of("one", "ask");
  const question = () => {
    askedCount++;
    return Promise.resolve("a block");
  };
  expect(await ask("block 1", question)).toBe("a block");
  expect(await ask("block 1", question)).toBe("a block");
  await expect(
    ask("block 2", () => Promise.reject(new SourceError("source_timeout", "late"))),
  ).rejects.toThrow("late");
  expect(askedCount).toBe(1);

  const recall = answers.of("one", "recall");
  expect(await recall("block 1", question)).toBe("a block");
  await expect(recall("block 2", question)).rejects.toMatchObject({ code: "source_timeout" });
  await expect(recall("block 3", question)).rejects.toMatchObject({ code: "source_unreachable" });
  await expect(answers.of("two", "recall")("block 1", question)).rejects.toThrow(SourceError);
  expect(askedCount).toBe(1);
});
