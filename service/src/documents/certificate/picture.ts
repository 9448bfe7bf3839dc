/** The proof as a picture: its sources on a line of time, and the path from the file to each. It states what the service states. */

import { evmChain } from "@svc-proof/shared/chains";
import { numbers, pathOperators, type StructureElement, setWhole } from "@svc-proof/shared/pdf";
import {
  layOutPicture,
  type PictureEnd,
  type PictureMark,
  type PictureModel,
  type PictureNode,
  type PicturePaint,
  type PictureShape,
} from "@svc-proof/shared/picture";
import { BITCOIN_ACCURACY_SECONDS } from "@svc-proof/verifier-lib";
import { type Language, LOCALES } from "@svc-proof/verifier-web/ui/language";
import { headlineDate } from "../facts.js";
import { DOCUMENT_TEXTS, type DocumentTexts } from "../texts/document-texts.js";
import { durationText } from "../words.js";
import { latestTime, type ShownFacts } from "./facts.js";
import type { Drawing } from "./front.js";
import { ACCENT, HAIRLINE, INK, MARGIN, MUTED, PAPER, TEXT_WIDTH, TINT } from "./layout.js";
import { levelsOf } from "./names.js";
import { headlineTime } from "./time-sources.js";

/** Points of the page for each length of the layout, which is made for screens. */
const SCALE = 0.62;

/** Null while nothing is proven. */
export function pictureModel(facts: ShownFacts, language: Language): PictureModel | null {
  const texts = DOCUMENT_TEXTS[language];
  const date = headlineDate(facts);
  if (date === null) return null;
  const { certificate: text } = texts;
  const { picture } = text;
  return {
    language: LOCALES[language],
    today: latestTime(facts).toISOString(),
    answer: {
      text: `${text.provenLead} ${headlineTime(date, text)}`,
      time: date.time.toISOString(),
      sign: "good",
    },
    marks: marksOf(facts, texts),
    ends: endsOf(facts, text),
    path: pathOf(facts, text),
    texts: { today: picture.today, more: picture.more, columns: ["", "", ""] },
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
    sign: isSettled ? "good" : "none",
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
  { picture }: CertificateText,
): PictureNode[] {
  const path: PictureNode[] = [];
  const add = (icon: PictureNode["icon"], from: number | null) =>
    path.push({ icon, label: picture.path[icon], from, sign: "good", state: "" });
  add("file", null);
  add("fingerprint", 0);
  if (merkleRoot !== null) add("tree", 1);
  const last = path.length - 1;
  if (anchors.length > 0) add("chain", last);
  if (bitcoin.state === "confirmed") add("bitcoin", last);
  if (seal.state === "issued") add("timestamp", 1);
  return path;
}

/** Draws it where the flow is, whole. */
export function drawPicture({ flow, styles }: Drawing, parent: StructureElement, model: PictureModel): void {
  const lineOf = (text: string, isBold: boolean) =>
    setWhole(text, (isBold ? styles.source : styles.body).typeface, levelsOf);
  const measure = (text: string, size: number, isBold: boolean) => (lineOf(text, isBold).width * size) / 1000;
  const { height, shapes } = layOutPicture(model, TEXT_WIDTH / SCALE, measure);
  flow.need(height * SCALE);
  const { page } = flow;
  const top = flow.y;
  const words = model.marks.map(({ label, detail }) => `${label}: ${detail}`);
  const alternative = [model.answer.text, ...words].join("; ");
  page.tagged(parent.element("Figure", { alternative }), () => {
    for (const shape of shapes) {
      if (shape.type !== "text") {
        page.draw(`q ${numbers(SCALE, 0, 0, -SCALE, MARGIN, top)} cm ${shapeOperators(shape)} Q`);
        continue;
      }
      const line = lineOf(shape.text, shape.isBold);
      const sizePt = shape.size * SCALE;
      const width = (line.width * sizePt) / 1000;
      const back = shape.anchor === "start" ? 0 : shape.anchor === "end" ? width : width / 2;
      const x = MARGIN + shape.x * SCALE - back;
      page.text(line, x, top - shape.y * SCALE, sizePt, shape.paint === "ink" ? INK : MUTED);
    }
  });
  flow.y -= height * SCALE;
}

/** A square of 32 by 32, in which icons are drawn. */
const ICON_SIZE = 32;

function shapeOperators(shape: Exclude<PictureShape, { readonly type: "text" }>): string {
  if (shape.type === "sign") {
    const [x, y, size] = shape.at;
    const radius = size * 0.3;
    const [left, middle] = [x + size / 2 - radius, y + size / 2];
    const arc = `A${radius} ${radius} 0 0 1`;
    const circle = pathOperators(
      `M${left} ${middle}${arc} ${left + 2 * radius} ${middle}${arc} ${left} ${middle}Z`,
    );
    const color = colorOf(shape.sign);
    return shape.sign === "none" ? `${color} RG 1.2 w ${circle} S` : `${color} rg ${circle} f`;
  }
  const { d, fill, stroke, width = 1, isDashed = false, at } = shape;
  const place = at && `${numbers(at[2] / ICON_SIZE, 0, 0, at[2] / ICON_SIZE, at[0], at[1])} cm`;
  const paint = fill === undefined ? "S" : stroke === undefined ? "f" : "B";
  return [
    ...(place === undefined ? [] : [place]),
    ...(fill === undefined ? [] : [`${colorOf(fill)} rg`]),
    ...(stroke === undefined ? [] : [`${colorOf(stroke)} RG ${numbers(width)} w`]),
    ...(isDashed ? ["[4 3] 0 d"] : []),
    pathOperators(d),
    paint,
  ].join(" ");
}

/** The certificate has one accent colour: what the service states has no sign of a verdict. */
function colorOf(paint: PicturePaint): string {
  const colors = { ink: INK, soft: MUTED, line: HAIRLINE, paper: PAPER, wash: TINT, none: MUTED };
  return numbers(...((colors as Partial<Record<PicturePaint, readonly number[]>>)[paint] ?? ACCENT));
}
