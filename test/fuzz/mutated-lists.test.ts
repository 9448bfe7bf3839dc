/**
 * Signed XML with changes of its text and of its structure: signature wrapping among them. None throws anything but a
 * code, and none is valid unless the signed content is the original's, byte for byte in its canonical form, and signer
 * and time are the same. Some are signed again after the change, so that it gets past the signature: of those, what is
 * returned must be the document without its signature.
 *
 * `npm run fuzz -- lists` makes 100,000 of each.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { expect, test } from "vitest";
import { canonicalizeElement } from "../../verifier-lib/src/trust/canonical-xml.js";
import {
  DOCUMENT,
  EXCLUSIVE,
  elementBytes,
  newEcSigner,
  PROPERTIES,
  signXml,
} from "../../verifier-lib/src/trust/signed-xml.testing.js";
import { XmlElement } from "../../verifier-lib/src/trust/xml-document.js";
import { parseXml } from "../../verifier-lib/src/trust/xml-parser.js";
import { verifyXmlSignature } from "../../verifier-lib/src/trust/xml-signature.js";
import { runSteps, Work } from "../../verifier-lib/src/work/work.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { drawOf } from "./draw.js";
import { count, endsWithin, mutations, SEED, STRIDE, tell } from "./extent.js";
import { mutatedText } from "./mutate-xml.js";
import { mutatedTree } from "./mutate-xml-tree.js";

const COUNT = mutations(1_000);
/** Each takes some milliseconds. */
const REAL_COUNT = mutations(60);
const TIMEOUT_MS = endsWithin(COUNT);

const signer = await newEcSigner();
const LISTS: readonly string[] = [
  await signXml({ signer }),
  await signXml({
    signer,
    references: [{ ...DOCUMENT, uri: "#list", digested: elementBytes("list", EXCLUSIVE) }, PROPERTIES],
  }),
];
const originals = await Promise.all(LISTS.map(judge));

interface Judgement {
  /** A code, or `valid`. */
  readonly code: string;
  /** What is relied on: the canonical form of the content, the signer, the time. */
  readonly claims: string;
  readonly signed: XmlElement | null;
}

async function judge(text: string): Promise<Judgement> {
  const work = new Work();
  try {
    const result = await verifyXmlSignature(parseXml(Buffer.from(text), { work }), { work });
    if (!result.isValid) return { code: result.code, claims: "", signed: null };
    const { signed, certificate, signingTime } = result;
    const claims = [canonical(signed), bytesToHex(certificate.der), signingTime.toISOString()].join("\n");
    return { code: "valid", claims, signed };
  } catch (error) {
    if (error instanceof FormatError) return { code: error.code, claims: "", signed: null };
    throw new Error(`threw on ${Buffer.from(text).toString("base64")}`, { cause: error });
  }
}

function canonical(element: XmlElement): string {
  const pieces: string[] = [];
  const write = (piece: Uint8Array) => pieces.push(Buffer.from(piece).toString());
  runSteps(canonicalizeElement(element, [], EXCLUSIVE, { work: new Work(), write }));
  return pieces.join("");
}

/** Judges changed lists. One that is valid claims what its original does. */
async function judgeAll(
  what: string,
  number: number,
  changed: (i: number) => string,
  claims: (i: number) => string,
): Promise<void> {
  const codes = new Map<string, number>();
  for (let i = 0; i < number; i++) {
    const text = changed(i);
    const judgement = await judge(text);
    count(codes, judgement.code);
    if (judgement.code !== "valid") continue;
    expect(judgement.claims, Buffer.from(text).toString("base64")).toBe(claims(i));
  }
  tell(what, codes);
}

test("the lists are valid as they are", () => {
  expect(originals.map(({ code }) => code)).toEqual(["valid", "valid"]);
});

test(
  "changed characters and tokens",
  async () => {
    const draw = drawOf(SEED);
    // Comments, references and white space in tags change nothing.
    await judgeAll(
      "lists with changed text",
      COUNT,
      (i) => mutatedText(LISTS[i % 2]!, draw),
      (i) => originals[i % 2]!.claims,
    );
  },
  TIMEOUT_MS,
);

test(
  "changed structure",
  async () => {
    const draw = drawOf(SEED + 1);
    await judgeAll(
      "lists with a changed structure",
      COUNT,
      (i) => mutatedTree(LISTS[i % 2]!, draw),
      (i) => originals[i % 2]!.claims,
    );
  },
  TIMEOUT_MS,
);

test(
  "each character in turn: another one, one more, or none",
  async () => {
    const [list] = LISTS;
    const draw = drawOf(SEED + 2);
    const characters = [..."aA1 =<>&\"'/:#-é\n"];
    // In a short run, one of the three for each.
    const kinds = COUNT >= list!.length ? 3 : 1;
    await judgeAll(
      "lists with one changed character",
      Math.ceil((kinds * list!.length) / STRIDE),
      (nth) => {
        const i = nth * STRIDE;
        const at = Math.floor(i / kinds);
        const isInserted = i % 3 === 0;
        const other = i % 3 === 2 ? "" : draw.pick(characters.filter((character) => character !== list![at]));
        return list!.slice(0, at) + other + list!.slice(isInserted ? at : at + 1);
      },
      () => originals[0]!.claims,
    );
  },
  TIMEOUT_MS,
);

test(
  "changed structure that is signed again returns what was signed",
  async () => {
    const draw = drawOf(SEED + 3);
    for (let i = 0; i < COUNT / 4; i++) {
      const change = (signature: string) => {
        const changed = mutatedTree(`<x>${signature}</x>`, draw);
        return /^<x[^>]*>(.*)<\/x>$/s.exec(changed)?.[1] ?? signature;
      };
      let text: string;
      try {
        text = await signXml({ signer, change });
      } catch (error) {
        // The change left no document that can be signed.
        if (error instanceof FormatError || error instanceof TypeError) continue;
        throw error;
      }
      const { code, signed } = await judge(text);
      if (code !== "valid") continue;
      const { root } = parseXml(Buffer.from(text));
      const rest = root.children.filter(
        (child) => !(child instanceof XmlElement && child.name === "ds:Signature"),
      );
      expect(canonical(signed!)).toBe(canonical(new XmlElement(root, rest)));
    }
  },
  TIMEOUT_MS,
);

const folder = vectorFolder("eutl");
const FINLAND = folder === null ? "" : join(folder, "bad", "FI-v6-49-test-signer.xml");

test.skipIf(!existsSync(FINLAND))(
  "one changed character of a real list",
  async () => {
    const list = readFileSync(FINLAND, "utf8");
    const original = await judge(list);
    expect(original.code).toBe("valid");
    const draw = drawOf(SEED + 4);
    const characters = [..."aA1 =<>&\"'/\n"];
    const places = Math.min(REAL_COUNT, list.length);
    await judgeAll(
      "a real list with one changed character",
      places,
      (i) => {
        const at = Math.floor((i * list.length) / places) + draw.below(Math.ceil(list.length / places));
        const character = draw.pick(characters.filter((other) => other !== list[at]));
        return list.slice(0, at) + character + list.slice(at + 1);
      },
      () => original.claims,
    );
  },
  TIMEOUT_MS,
);
