/** The proof as a picture: its sources on a line of time, and the path from the file to each. It states what the service states. */

import { evmChain } from "@svc-proof/shared/chains";
import { drawPicture as drawFigure, type StructureElement } from "@svc-proof/shared/pdf";
import type { PictureEnd, PictureMark, PictureModel, PictureNode } from "@svc-proof/shared/picture";
import { BITCOIN_ACCURACY_SECONDS } from "@svc-proof/verifier-lib";
import { SIGN_MARKS, SIGN_OUTLINES } from "@svc-proof/verifier-web/ui/components";
import { type Language, LOCALES } from "@svc-proof/verifier-web/ui/language";
import { headlineDate } from "../facts.js";
import { DOCUMENT_TEXTS, type DocumentTexts, PICTURE_TEXTS } from "../texts/document-texts.js";
import { durationText } from "../words.js";
import { latestTime, type ShownFacts } from "./facts.js";
import type { Drawing } from "./front.js";
import { ACCENT, HAIRLINE, INK, MUTED, PAPER, TINT } from "./layout.js";
import { headlineTime } from "./time-sources.js";

/** Points of the page for each length of the layout, which is made for screens. */
const SCALE = 0.62;

/** Null while nothing is proven. */
export function pictureModel(facts: ShownFacts, language: Language): PictureModel | null {
  const texts = DOCUMENT_TEXTS[language];
  const date = headlineDate(facts);
  if (date === null) return null;
  const { certificate: text } = texts;
  const { more, path } = PICTURE_TEXTS[language];
  return {
    language: LOCALES[language],
    today: latestTime(facts).toISOString(),
    answer: {
      text: `${text.provenLead} ${headlineTime(date, text)}`,
      time: date.time.toISOString(),
      sign: "stated",
    },
    marks: marksOf(facts, texts),
    ends: endsOf(facts, text),
    path: pathOf(facts, path),
    texts: { today: text.picture.today, more, columns: ["", "", ""] },
  };
}

type CertificateText = DocumentTexts["certificate"];

function marksOf(facts: ShownFacts, { certificate: text, rules }: DocumentTexts): PictureMark[] {
  const { anchors, bitcoin, bitcoinTime, seal } = facts;
  const mark = (
    kind: PictureMark["kind"],
    label: string,
    time: Date,
    accuracySeconds: number | null,
    isSettled = true,
  ): PictureMark => ({
    kind,
    time: time.toISOString(),
    accuracySeconds,
    label,
    detail: kind === "bitcoin" ? text.day(time) : text.dateTime(time),
    accuracy:
      accuracySeconds === null || kind === "bitcoin" ? "" : `± ${durationText(accuracySeconds, rules)}`,
    sign: isSettled ? "stated" : "none",
    state: "",
    standing: isSettled ? "proves" : "limited",
  });
  const marks = anchors.map(({ network, chainId, blockTime, state }) => {
    const accuracy = evmChain(chainId)?.timestampAccuracySeconds ?? null;
    return mark("chain", network, blockTime, accuracy, state === "confirmed");
  });
  if (bitcoin.state === "confirmed" && bitcoinTime !== null) {
    marks.push(mark("bitcoin", "Bitcoin", bitcoinTime, BITCOIN_ACCURACY_SECONDS));
  }
  if (seal.state === "issued") marks.push(mark("timestamp", seal.authority, seal.time, seal.accuracySeconds));
  return marks.sort((a, b) => Date.parse(a.time!) - Date.parse(b.time!));
}

/** What ends ahead of the page. */
function endsOf({ seal }: ShownFacts, text: CertificateText): PictureEnd[] {
  if (seal.state !== "issued" || seal.certificateEnd === null) return [];
  const { certificateEnd: end } = seal;
  return [{ time: end.toISOString(), label: text.picture.certificateEnd, detail: text.day(end) }];
}

function pathOf(
  { anchors, bitcoin, seal, merkleRoot }: ShownFacts,
  labels: Readonly<Record<PictureNode["icon"], string>>,
): PictureNode[] {
  const path: PictureNode[] = [];
  const add = (icon: PictureNode["icon"], from: number | null) =>
    path.push({ icon, label: labels[icon], from, sign: "stated", state: "" });
  add("file", null);
  add("fingerprint", 0);
  if (merkleRoot !== null) add("tree", 1);
  const last = path.length - 1;
  if (anchors.length > 0) add("chain", last);
  if (bitcoin.state === "confirmed") add("bitcoin", last);
  if (seal.state === "issued") add("timestamp", 1);
  return path;
}

/** Draws it where the flow is, whole. The certificate has one accent colour: what the service states has no sign of a verdict. */
export function drawPicture({ flow, styles }: Drawing, parent: StructureElement, model: PictureModel): void {
  const of = {
    good: ACCENT,
    bad: ACCENT,
    open: ACCENT,
    calm: ACCENT,
    own: ACCENT,
    stated: ACCENT,
    none: MUTED,
  };
  drawFigure(flow, parent, model, {
    scale: SCALE,
    regular: styles.body.typeface,
    bold: styles.source.typeface,
    colors: { ...of, ink: INK, soft: MUTED, line: HAIRLINE, paper: PAPER, wash: TINT },
    signs: { outlines: SIGN_OUTLINES, marks: SIGN_MARKS },
  });
}
