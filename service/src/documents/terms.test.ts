/**
 * Certificate and README call each thing by the terms of docs/design/site.md. Their sources are read, so that the
 * sentences that are made of facts are covered too.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** Words that name something else, or that say the same in another way than the page does. */
const AVOIDED = {
  english: /\bcommits? to|\bwitness|(?<!electronic )time stamp|time-stamp|OpenTimestamps proof|[a-z]'[a-z]/i,
  spanish:
    /compromete|\bcamino|\bsellos?\b(?! (?:cualificados? )?de tiempo)|prueba OpenTimestamps|\bprobad[oa]|estaba cualificad|\(concedido\)/i,
  german: /legt .* fest\b|beglaubig|gewährt|Kopfdaten|OpenTimestamps-Nachweis|Momentaufnahme/i,
  french:
    /\bengage|preuve OpenTimestamps|\(accordé\)|à nouveau|\p{L}'\p{L}|(?<!\s) [;!»]|(?<!\s) [:?](?! ["`])|« /iu,
};

test.each(Object.entries(AVOIDED))("%s", (language, avoided) => {
  const source = readFileSync(new URL(`texts/${language}.ts`, import.meta.url), "utf8");
  const texts = source.match(LITERAL)!;
  expect(texts.length).toBeGreaterThan(150);
  for (const text of texts) expect(text).not.toMatch(avoided);
});
