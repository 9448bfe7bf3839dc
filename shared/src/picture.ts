/**
 * A proof as a picture: a line of time with each source as a mark, and the path from the file to what dates it. `layOutPicture` places
 * the shapes for a width, whatever draws them: SVG in pages, operators in PDF. The same model gives the same shapes.
 *
 * @module
 */

/**
 * The signs of results. Their shapes are those of the page or document that draws them; `stated`, of what its own issuer says, is a disc
 * without a mark.
 */
export type PictureSign = "good" | "bad" | "open" | "calm" | "own" | "none" | "stated";

/** What gives a time. */
export type PictureSourceKind = "timestamp" | "chain" | "bitcoin";

/** A source of time. */
export interface PictureMark {
  readonly kind: PictureSourceKind;
  /** ISO 8601, as the source states it; null if it states none that can be shown. */
  readonly time: string | null;
  /** Greatest error of that time; null if the source states none. */
  readonly accuracySeconds: number | null;
  /** Name of the source, safe to show. */
  readonly label: string;
  /** Its time in words. */
  readonly detail: string;
  /** Its accuracy in a few words; "" if it is not shown. */
  readonly accuracy: string;
  readonly sign: PictureSign;
  /** In words. */
  readonly state: string;
  /** `proves`: a line leads from the mark to today. `limited`: the same, broken. `nothing`: the mark is hollow. */
  readonly standing: "proves" | "limited" | "nothing";
}

/** What ends: a certificate, an algorithm. */
export interface PictureEnd {
  /** ISO 8601. */
  readonly time: string;
  readonly label: string;
  /** The time in words. */
  readonly detail: string;
}

/** A station of the path from the file to a source. */
export interface PictureNode {
  readonly icon: "file" | "fingerprint" | "tree" | PictureSourceKind;
  readonly label: string;
  /** Index of the station before; null for the first. */
  readonly from: number | null;
  /** Of the link to the station before. */
  readonly sign: PictureSign;
  /** The same in words. */
  readonly state: string;
}

/** What the picture shows. All texts are in one language, and bounded by their maker. */
export interface PictureModel {
  /** ISO 8601. */
  readonly today: string;
  /** The answer in a few words, and the date that it is about, if there is one: ISO 8601. */
  readonly answer: { readonly text: string; readonly time: string | null; readonly sign: PictureSign };
  readonly marks: readonly PictureMark[];
  readonly ends: readonly PictureEnd[];
  /** Sources come last. */
  readonly path: readonly PictureNode[];
  readonly texts: {
    readonly today: string;
    /** `{count}` sources for which there is no room. */
    readonly more: string;
    readonly columns: readonly [what: string, when: string, state: string];
    /** A place of the line of time, in UTC: "14:00", "3 Feb", "Feb 2026", "2026". */
    readonly tick: (time: Date, unit: PictureTick) => string;
  };
}

/** What the places of a line of time are named by. */
export type PictureTick = "hour" | "day" | "month" | "year";

/** Colours by what they stand for: those of signs, and of the page. */
export type PicturePaint = PictureSign | "ink" | "soft" | "line" | "paper" | "wash";

/** What is drawn. Lengths are in pixels or points from the upper left corner; later shapes cover earlier ones. */
export type PictureShape =
  | {
      readonly type: "path";
      /** SVG path data of M, L, C, A and Z, all absolute. */
      readonly d: string;
      readonly fill?: PicturePaint;
      readonly stroke?: PicturePaint;
      /** Of the stroke. */
      readonly width?: number;
      readonly isDashed?: boolean;
      /** Upper left corner of a square of 32 by 32 that the data is in, and its size. */
      readonly at?: readonly [x: number, y: number, size: number];
    }
  | {
      readonly type: "sign";
      readonly sign: Exclude<PictureSign, "stated">;
      readonly at: readonly [x: number, y: number, size: number];
    }
  | {
      readonly type: "text";
      readonly text: string;
      readonly x: number;
      /** Of the baseline. */
      readonly y: number;
      readonly size: number;
      readonly anchor: "start" | "middle" | "end";
      readonly paint: "ink" | "soft";
      readonly isBold: boolean;
    };

/** A picture of this size. */
export interface PictureLayout {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly PictureShape[];
}

/** Width of a text in a size. */
export type MeasureText = (text: string, size: number, isBold: boolean) => number;

/** Marks that are drawn. The table has all. */
const MAX_MARKS = 12;
const MAX_ENDS = 3;
/** From this width on, names stand beside the line of time, and the path runs from left to right. */
const WIDE = 440;

/** Shapes in a square of 32 by 32, as lines. */
const ICONS: Readonly<Record<PictureNode["icon"] | "end", string>> = {
  file: "M8 3L19 3L25 9L25 29L8 29ZM19 3L19 9L25 9M12 15L21 15M12 19L21 19M12 23L18 23",
  fingerprint:
    "M6 23L6 15A10 10 0 0 1 26 15L26 20M11 28L11 15A5 5 0 0 1 21 15L21 27M16 15L16 29M6 23L6 25M26 20L26 24",
  tree: "M16 8L9 15M16 8L23 15M9 18L5 25M9 18L13 25M23 18L19 25M23 18L27 25M16 4A2 2 0 0 1 16 8A2 2 0 0 1 16 4ZM5 25A2 2 0 0 1 5 29A2 2 0 0 1 5 25ZM13 25A2 2 0 0 1 13 29A2 2 0 0 1 13 25ZM19 25A2 2 0 0 1 19 29A2 2 0 0 1 19 25ZM27 25A2 2 0 0 1 27 29A2 2 0 0 1 27 25Z",
  chain: "M16 3L27 9L27 23L16 29L5 23L5 9ZM5 9L16 15L27 9M16 15L16 29",
  bitcoin:
    "M11 7L18 7A4.5 4.5 0 0 1 18 16L12 16M18 16A4.5 4.5 0 0 1 18 25L11 25M13 7L13 25M15 3L15 7M19 3L19 7M15 25L15 29M19 25L19 29",
  timestamp: "M13 15C13 12 11 10 11 8A5 5 0 0 1 21 8C21 10 19 12 19 15L26 18L26 23L6 23L6 18ZM6 28L26 28",
  end: "M9 3L23 3M9 29L23 29M11 3L11 9L16 16L11 23L11 29M21 3L21 9L16 16L21 23L21 29",
};

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** Places the shapes of a picture. @param width at least 300. */
export function layOutPicture(
  model: PictureModel,
  width: number,
  measure: MeasureText = estimatedWidth,
): PictureLayout {
  const canvas = new Canvas(width, measure);
  const bottom = layOutTime(canvas, model);
  const height = layOutPath(canvas, model.path, bottom);
  return { width, height, shapes: canvas.shapes };
}

/** The rows of a table that says the same: what, when, state. */
export function pictureRows({
  marks,
  ends,
  path,
}: PictureModel): readonly (readonly [string, string, string])[] {
  return [
    ...marks.map(
      ({ label, detail, accuracy, state }) =>
        [label, accuracy === "" ? detail : `${detail}, ${accuracy}`, state] as const,
    ),
    ...ends.map(({ label, detail }) => [label, detail, ""] as const),
    ...path.flatMap(({ label, from, state }) =>
      from === null ? [] : [[`${whole(path[from]!.label)} → ${whole(label)}`, "", state] as const],
    ),
  ];
}

/** What the picture says, as one text. */
export function pictureText(model: PictureModel): string {
  const rows = pictureRows(model).map((row) => row.filter((cell) => cell !== "").join(": "));
  return [model.answer.text, ...rows].join("; ");
}

/** Where a word may be divided. */
const SOFT_HYPHEN = "\u00ad";

function whole(label: string): string {
  return label.replaceAll(SOFT_HYPHEN, "");
}

/** Collects shapes. */
class Canvas {
  readonly shapes: PictureShape[] = [];
  readonly width: number;
  readonly measure: MeasureText;

  constructor(width: number, measure: MeasureText) {
    this.width = width;
    this.measure = measure;
  }

  get isWide(): boolean {
    return this.width >= WIDE;
  }

  /** Of the texts of a row. */
  get labelRoom(): number {
    return (this.isWide ? Math.round(LABEL_SHARE * this.width) - 8 : this.width) - 24;
  }

  /** @param points x and y in turn. */
  line(points: readonly number[], stroke: PicturePaint, width = 1, isDashed = false): void {
    const d = points.map((value, at) => (at % 2 === 1 ? " " : at === 0 ? "M" : "L") + short(value)).join("");
    this.shapes.push({ type: "path", d, stroke, width, isDashed });
  }

  /** A line down through rows, which leaves out their texts. */
  down(
    x: number,
    top: number,
    rows: readonly Row[],
    bottom: number,
    stroke: PicturePaint,
    width: number,
  ): void {
    if (this.isWide) {
      this.line([x, top, x, bottom], stroke, width);
      return;
    }
    for (const [at, { lineY }] of rows.entries()) {
      const end = at === rows.length - 1 ? bottom : lineY + 7;
      this.line([x, lineY - 20, x, end], stroke, width);
    }
  }

  box(x: number, y: number, width: number, height: number, paint: PicturePaint, isHollow = false): void {
    const [left, top, right, bottom] = [x, y, x + width, y + height].map(short);
    const d = `M${left} ${top}L${right} ${top}L${right} ${bottom}L${left} ${bottom}Z`;
    this.shapes.push({ type: "path", d, fill: isHollow ? "paper" : paint, stroke: paint, width: 1 });
  }

  icon(icon: keyof typeof ICONS, x: number, y: number, size: number, stroke: PicturePaint): void {
    const at = [x - size / 2, y - size / 2, size] as const;
    this.shapes.push({ type: "path", d: ICONS[icon], stroke, width: 2.2, at });
  }

  disc(x: number, y: number, radius: number, fill: PicturePaint): void {
    const [left, right, middle, r] = [x - radius, x + radius, y, radius].map(short);
    const d = `M${left} ${middle}A${r} ${r} 0 0 1 ${right} ${middle}A${r} ${r} 0 0 1 ${left} ${middle}Z`;
    this.shapes.push({ type: "path", d, fill });
  }

  /** The icon of a source on the line of time: nothing shows through it. */
  mark(icon: PictureSourceKind, x: number, y: number, paint: PicturePaint): void {
    this.disc(x, y, ICON / 2 + 1, "paper");
    this.icon(icon, x, y, ICON, paint);
  }

  sign(sign: PictureSign, x: number, y: number, size: number): void {
    if (sign === "stated") {
      this.disc(x, y, 0.36 * size, sign);
      return;
    }
    this.shapes.push({ type: "sign", sign, at: [x - size / 2, y - size / 2, size] });
  }

  /** @param maxWidth a longer text is shortened. */
  text(
    text: string,
    x: number,
    y: number,
    size: number,
    maxWidth: number,
    { anchor = "start", isBold = false, isSoft = false }: TextForm = {},
  ): void {
    const shown = this.#fitted(text, size, isBold, maxWidth);
    if (shown === "") return;
    this.shapes.push({
      type: "text",
      text: shown,
      x,
      y,
      size,
      anchor,
      paint: isSoft ? "soft" : "ink",
      isBold,
    });
  }

  /** The text in at most two lines, shortened if need be. */
  lines(text: string, size: number, maxWidth: number, isBold = false): readonly string[] {
    const parts = text.split(/( |\u00ad)/);
    if (this.measure(whole(text), size, isBold) <= maxWidth) return [whole(text)];
    for (let at = parts.length - 2; at > 0; at -= 2) {
      const first = whole(parts.slice(0, at).join("")) + (parts[at] === SOFT_HYPHEN ? "-" : "");
      if (this.measure(first, size, isBold) <= maxWidth) return [first, whole(parts.slice(at + 1).join(""))];
    }
    return [whole(text)];
  }

  /** Shortened in the middle: names differ at both ends. */
  #fitted(text: string, size: number, isBold: boolean, maxWidth: number): string {
    if (this.measure(text, size, isBold) <= maxWidth) return text;
    const characters = Array.from(text);
    for (let kept = characters.length - 1; kept > 0; kept--) {
      const head = characters.slice(0, Math.ceil(kept * 0.6)).join("");
      const tail = kept === 1 ? "" : characters.slice(-Math.floor(kept * 0.4) || characters.length).join("");
      const shown = `${head.trimEnd()}…${tail.trimStart()}`;
      if (this.measure(shown, size, isBold) <= maxWidth) return shown;
    }
    return "";
  }
}

interface TextForm {
  readonly anchor?: "start" | "middle" | "end";
  readonly isBold?: boolean;
  readonly isSoft?: boolean;
}

/** Without digits that nobody sees. */
function short(value: number): number {
  return Math.round(value * 10) / 10;
}

// The line of time.

const ANSWER_SIZE = 15;
/** Of the width: names beside the line of time. */
const LABEL_SHARE = 0.39;
const LABEL_SIZE = 13;
const DETAIL_SIZE = 12;
const ACCURACY_SIZE = 11;
const ICON = 18;

/** The place of a row, and where its line runs. */
interface Row {
  readonly top: number;
  readonly lineY: number;
}

/** @returns the lower edge. */
function layOutTime(canvas: Canvas, model: PictureModel): number {
  const { answer, marks, ends, texts } = model;
  const answered = answer.time === null ? null : Date.parse(answer.time);
  if (marks.length === 0) return drawAnswer(canvas, answer, canvas.width / 2);
  const { width, isWide } = canvas;
  const left = isWide ? Math.round(LABEL_SHARE * width) : 2;
  const scale = timeScale(model, [left, width - 4]);
  const top = drawAnswer(canvas, answer, answered === null ? width / 2 : scale.x(answered)) + 8;
  const shown = marks.length > MAX_MARKS ? marks.slice(0, MAX_MARKS - 1) : marks;
  const rest = marks.length - shown.length;
  const shownEnds = ends.slice(0, MAX_ENDS);
  const rowHeight = isWide ? 42 : 72;
  const rows = Array.from({ length: shown.length + (rest > 0 ? 1 : 0) + shownEnds.length }, (_, at): Row => {
    const rowTop = top + at * rowHeight;
    return { top: rowTop, lineY: rowTop + (isWide ? 31 : 63) };
  });
  const bottom = top + rows.length * rowHeight + 4;
  const today = scale.x(Date.parse(model.today));
  if (scale.right > today + 1) canvas.box(today, top - 4, scale.right - today, bottom - top + 4, "wash");
  if (answered !== null) {
    const x = scale.x(answered);
    canvas.down(x, top - 8, rows, bottom, answer.sign, 2);
    const d = `M${short(x - 6)} ${top - 12}L${short(x + 6)} ${top - 12}L${short(x)} ${top - 3}Z`;
    canvas.shapes.push({ type: "path", d, fill: answer.sign });
  }
  canvas.down(today, top - 4, rows, bottom, "ink", 1.5);
  for (const [at, mark] of shown.entries()) drawMark(canvas, mark, rows[at]!, scale, today);
  if (rest > 0) {
    const more = texts.more.replace("{count}", `${rest}`);
    canvas.text(more, 24, rows[shown.length]!.top + 17, LABEL_SIZE, canvas.labelRoom, { isSoft: true });
  }
  for (const [at, end] of shownEnds.entries()) {
    drawEnd(canvas, end, rows[rows.length - shownEnds.length + at]!, scale, today);
  }
  drawAxis(canvas, model, scale, bottom, today);
  return bottom + 30;
}

/** In the middle above a place. @returns the lower edge. */
function drawAnswer(canvas: Canvas, { text, sign }: PictureModel["answer"], center: number): number {
  const room = canvas.width - 28;
  const lines = canvas.lines(text, ANSWER_SIZE, room, true);
  const half = Math.min(room, Math.max(...lines.map((line) => canvas.measure(line, ANSWER_SIZE, true)))) / 2;
  const x = Math.max(26, Math.min(canvas.width - 2 * half, center - half));
  canvas.sign(sign, x - 14, 11, 18);
  for (const [at, line] of lines.entries()) {
    canvas.text(line, x, 16 + 19 * at, ANSWER_SIZE, room, { isBold: true });
  }
  return 8 + 19 * lines.length;
}

/** The texts at the beginning of a row. */
function drawRowTexts(canvas: Canvas, { top }: Row, label: string, detail: string, isBold: boolean): void {
  canvas.text(label, 24, top + 17, LABEL_SIZE, canvas.labelRoom, { isBold });
  canvas.text(detail, 24, top + 33, DETAIL_SIZE, canvas.labelRoom, { isSoft: true });
}

/** Half the width of a mark whose accuracy nobody states. */
const UNKNOWN_ACCURACY = 12;

function drawMark(canvas: Canvas, mark: PictureMark, row: Row, scale: Scale, today: number): void {
  const { kind, time, accuracySeconds, label, detail, accuracy, sign, standing } = mark;
  const { lineY } = row;
  canvas.sign(sign, 9, row.top + 13, 16);
  drawRowTexts(canvas, row, label, detail, true);
  canvas.line([scale.left, lineY, scale.right, lineY], "line");
  const iconX = (x: number) => Math.max(scale.left + 10, Math.min(scale.right - 10, x));
  if (time === null) {
    // The line that is missing. At either end of it, the mark would look like a date.
    canvas.line([scale.left, lineY, today, lineY], sign, 1.5, true);
    canvas.mark(kind, iconX((scale.left + today) / 2), lineY - 17, sign);
    return;
  }
  const stated = Date.parse(time);
  const error = (accuracySeconds ?? 0) * SECOND;
  const x = scale.x(stated);
  let [from, to] = [scale.x(stated - error), scale.x(stated + error)];
  if (to - from < 4) [from, to] = [x - 2, x + 2];
  if (standing === "nothing") {
    canvas.box(from - 1, lineY - 5, to - from + 2, 10, sign, true);
  } else {
    if (accuracySeconds === null) {
      for (const y of [lineY - 5, lineY + 5]) {
        canvas.line([x - UNKNOWN_ACCURACY, y, x + UNKNOWN_ACCURACY, y], sign, 1.5, true);
      }
    }
    if (today > to) canvas.line([to, lineY, today, lineY], sign, 4, standing === "limited");
    canvas.box(from, lineY - 5, to - from, 10, sign);
  }
  canvas.mark(kind, iconX(x), lineY - 17, sign);
  const width = canvas.measure(accuracy, ACCURACY_SIZE, false);
  const right = iconX(x) + 14;
  const isRight = (today < x || right + width < today - 3) && right + width < scale.right;
  if (isRight || right - 28 - width > scale.left) {
    const form = { anchor: isRight ? "start" : "end", isSoft: true } as const;
    canvas.text(accuracy, isRight ? right : right - 28, lineY - 12, ACCURACY_SIZE, width + 1, form);
  }
}

function drawEnd(
  canvas: Canvas,
  { time, label, detail }: PictureEnd,
  row: Row,
  scale: Scale,
  today: number,
): void {
  const { lineY } = row;
  const x = scale.x(Date.parse(time));
  canvas.icon("end", 9, row.top + 13, 16, "open");
  drawRowTexts(canvas, row, label, detail, false);
  canvas.line([scale.left, lineY, scale.right, lineY], "line");
  canvas.line([Math.min(x, today), lineY, x, lineY], "open", 2, true);
  canvas.line([x, lineY - 6, x, lineY + 6], "open", 3);
  canvas.icon("end", Math.max(scale.left + 8, Math.min(scale.right - 8, x)), lineY - 16, 16, "open");
}

function drawAxis(
  canvas: Canvas,
  { texts, marks, ends }: PictureModel,
  scale: Scale,
  y: number,
  today: number,
): void {
  canvas.line([scale.left, y, scale.right, y], "soft", 1.5);
  for (const joint of scale.breaks) {
    const x = Math.abs(joint - today) < 10 ? today + 14 : joint;
    canvas.box(x - 3, y - 4, 6, 8, "paper");
    canvas.line([x - 5, y + 5, x - 1, y - 5], "soft", 1.5);
    canvas.line([x + 1, y + 5, x + 5, y - 5], "soft", 1.5);
  }
  const taken: { readonly from: number; readonly to: number }[] = [];
  const place = (text: string, center: number, isBold: boolean) => {
    const half = canvas.measure(text, DETAIL_SIZE, isBold) / 2;
    const x = Math.max(scale.left + half, Math.min(scale.right - half, center));
    if (taken.some(({ from, to }) => x - half < to + 8 && x + half > from - 8)) return;
    taken.push({ from: x - half, to: x + half });
    canvas.line([center, y - 3, center, y + 4], isBold ? "ink" : "soft", isBold ? 2 : 1);
    canvas.text(text, x, y + 18, DETAIL_SIZE, 2 * half + 1, { anchor: "middle", isBold, isSoft: !isBold });
  };
  place(texts.today, today, true);
  // Without a date there is nothing to measure.
  if (marks.every(({ time }) => time === null) && ends.length === 0) return;
  for (const { x, text } of scale.ticks(texts.tick)) place(text, x, false);
}

/** A part of the line of time, at a scale of its own. */
interface Segment {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
}

/** Maps moments, in milliseconds, to places. */
class Scale {
  readonly #segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  get left(): number {
    return this.#segments[0]!.left;
  }

  get right(): number {
    return this.#segments.at(-1)!.right;
  }

  /** Where the scale changes so much that distances cannot be compared. */
  get breaks(): readonly number[] {
    return this.#segments.flatMap((segment, at) => {
      const next = this.#segments[at + 1];
      if (next === undefined) return [];
      const factor = speed(next) / speed(segment);
      return factor > 2 || factor < 0.5 ? [segment.right] : [];
    });
  }

  x(time: number): number {
    const found = this.#segments.find(({ to }) => time <= to) ?? this.#segments.at(-1)!;
    const place = found.left + (time - found.from) / speed(found);
    return short(Math.max(this.left, Math.min(this.right, place)));
  }

  ticks(textOf: PictureModel["texts"]["tick"]): readonly { readonly x: number; readonly text: string }[] {
    return this.#segments.flatMap((segment) => {
      const { times, unit } = ticksOf(segment);
      return times.map((time) => {
        // Midnight begins a day.
        const own = unit === "hour" && time % DAY === 0 ? "day" : unit;
        return { x: this.x(time), text: textOf(new Date(time), own) };
      });
    });
  }
}

/** Milliseconds per length. */
function speed({ from, to, left, right }: Segment): number {
  return (to - from) / (right - left);
}

/** Of the sources' days beside what follows: below it, they have a scale of their own. */
const MIN_SHARE = 0.2;

/** From before the first mark to today, and to what ends. */
function timeScale(
  { marks, ends, today, answer }: PictureModel,
  [left, right]: readonly [number, number],
): Scale {
  const now = Date.parse(today);
  const dated = marks.flatMap(({ time, accuracySeconds }) => {
    if (time === null) return [];
    const error = (accuracySeconds ?? 0) * SECOND;
    return [Date.parse(time) - error, Date.parse(time) + error];
  });
  if (answer.time !== null) dated.push(Date.parse(answer.time));
  const shownEnds = ends.slice(0, MAX_ENDS).map(({ time }) => Date.parse(time));
  let first = Math.min(...(dated.length > 0 ? dated : [now - DAY]));
  let last = Math.max(...(dated.length > 0 ? dated : [first]));
  // A source that is exact to the second is thin, and not as wide as the line.
  const shortest = Math.max(HOUR, Math.min(DAY, now - first));
  const room = Math.max(0.15 * (last - first), (shortest - (last - first)) / 2);
  [first, last] = [first - room, last + room];
  const end = Math.max(now, last, ...shownEnds);
  const knots = [first];
  const share = (last - first) / (Math.max(now, last) - first);
  if (share < MIN_SHARE && now > last) knots.push(last);
  const past = Math.max(now, Math.min(last, end));
  const ahead = end - past;
  if (ahead > 0 || now >= last) knots.push(past);
  if (ahead > 0) knots.push(end + 0.08 * ahead);
  if (knots.length === 1) knots.push(Math.max(last, now));
  return new Scale(segmentsOf(knots, left, right, ahead > 0));
}

/** Widths of the parts, as shares of the whole: the days of the sources, until today, ahead. */
function segmentsOf(
  knots: readonly number[],
  left: number,
  right: number,
  hasAhead: boolean,
): readonly Segment[] {
  const spans = knots.slice(1).map((to, at) => to - knots[at]!);
  let shares =
    spans.length === 3 ? [0.42, 0.3, 0.28] : spans.length === 1 ? [1] : hasAhead ? [0.68, 0.32] : [0.5, 0.5];
  // What can be compared is drawn at one scale.
  if (spans.length === 2 && hasAhead) {
    const part = spans[0]! / (spans[0]! + spans[1]!);
    if (part > 0.35 && part < 0.85) shares = [part, 1 - part];
  }
  let x = left;
  return spans.map((span, at) => {
    const from = x;
    x = at === spans.length - 1 ? right : x + shares[at]! * (right - left);
    return { from: knots[at]!, to: knots[at]! + Math.max(1, span), left: from, right: x };
  });
}

/** Steps of ticks below a month. */
const STEPS: readonly number[] = [1 / 60, 1 / 12, 1 / 4, 1, 3, 6, 12, 24, 48, 168].map(
  (hours) => hours * HOUR,
);
/** In months. */
const MONTH_STEPS: readonly number[] = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200];
const TICK_GAP = 62;
const MONTH = 30.4 * DAY;

function ticksOf(segment: Segment): { readonly times: readonly number[]; readonly unit: PictureTick } {
  const least = TICK_GAP * speed(segment);
  const step = STEPS.find((one) => one >= least);
  const times: number[] = [];
  if (step !== undefined) {
    for (let time = Math.ceil(segment.from / step) * step; time <= segment.to; time += step) times.push(time);
    return { times, unit: step < DAY ? "hour" : "day" };
  }
  const months = MONTH_STEPS.find((one) => one * MONTH >= least) ?? MONTH_STEPS.at(-1)!;
  const start = new Date(segment.from);
  let month = 12 * start.getUTCFullYear() + start.getUTCMonth() + 1;
  month = Math.ceil(month / months) * months;
  for (let count = 0; count < 64; count++, month += months) {
    const time = Date.UTC(Math.floor(month / 12), month % 12);
    if (!(time <= segment.to)) break;
    if (time >= segment.from) times.push(time);
  }
  return { times, unit: months < 12 ? "month" : "year" };
}

// The path from the file to what dates it.

const STATION = 30;
const BRANCH_HEIGHT = 40;
const LINK_SIGN = 16;

/** @returns the lower edge. */
function layOutPath(canvas: Canvas, path: readonly PictureNode[], top: number): number {
  if (path.length === 0) return top;
  const last = path.findLastIndex((_, at) => path.some(({ from }) => from === at));
  const trunk = path.slice(0, last + 1);
  const branches = path.slice(last + 1);
  return canvas.isWide
    ? layOutPathAcross(canvas, trunk, branches, top + 28)
    : layOutPathDown(canvas, trunk, branches, top + 22);
}

/** From left to right; the sources one below the other. */
function layOutPathAcross(
  canvas: Canvas,
  trunk: readonly PictureNode[],
  branches: readonly PictureNode[],
  y: number,
): number {
  const { width } = canvas;
  const labelRoom = Math.round(0.2 * width);
  const branchX = width - labelRoom - 22;
  const step = (branchX - 44) / Math.max(1, trunk.length);
  const stationX = (at: number) => 44 + at * step;
  const lowest = layOutBranches(canvas, branches, {
    y,
    branchX,
    stationX,
    last: trunk.length - 1,
    labelRoom,
  });
  for (const [at, { icon, label, sign }] of trunk.entries()) {
    const x = stationX(at);
    if (at > 0) {
      link(canvas, [stationX(at - 1) + 20, y, x - 20, y], sign);
      canvas.sign(sign, stationX(at - 1) + 0.6 * step, y, LINK_SIGN);
    }
    canvas.icon(icon, x, y, STATION, "ink");
    const room = 2 * TURN - 12;
    for (const [line, text] of canvas.lines(label, DETAIL_SIZE, room).entries()) {
      canvas.text(text, x, y + 32 + 14 * line, DETAIL_SIZE, room, { anchor: "middle" });
    }
  }
  return Math.max(lowest, y + 50);
}

/** From the middle of a station to where a link turns downwards. */
const TURN = 52;

interface Branching {
  /** Of the stations before. */
  readonly y: number;
  readonly branchX: number;
  readonly stationX: (at: number) => number;
  readonly last: number;
  readonly labelRoom: number;
}

/** @returns the lower edge. */
function layOutBranches(
  canvas: Canvas,
  branches: readonly PictureNode[],
  { y, branchX, stationX, last, labelRoom }: Branching,
): number {
  let branchY = y;
  const signX = stationX(last) + Math.max(TURN + 14, 0.6 * (branchX - stationX(last)));
  for (const [at, { icon, label, from, sign }] of branches.entries()) {
    const parent = from ?? 0;
    if (at > 0) branchY += BRANCH_HEIGHT;
    // A link that passes below a station passes below its name, too.
    if (parent < last) branchY = Math.max(branchY, y + 66);
    const [start, corner, end] = [stationX(parent) + 20, stationX(parent) + TURN, branchX - 20];
    link(
      canvas,
      branchY === y ? [start, y, end, y] : [start, y, corner, y, corner, branchY, end, branchY],
      sign,
    );
    canvas.sign(sign, signX, branchY, LINK_SIGN);
    canvas.icon(icon, branchX, branchY, STATION - 4, "ink");
    const lines = canvas.lines(label, DETAIL_SIZE, labelRoom);
    for (const [line, text] of lines.entries()) {
      const lineY = branchY + 4 + 14 * line - 7 * (lines.length - 1);
      canvas.text(text, branchX + 20, lineY, DETAIL_SIZE, labelRoom);
    }
  }
  return branchY + 26;
}

/** From top to bottom; the sources of a station directly below it. */
function layOutPathDown(
  canvas: Canvas,
  trunk: readonly PictureNode[],
  branches: readonly PictureNode[],
  top: number,
): number {
  const [trunkX, branchX, size] = [18, 66, 26];
  let y = top;
  let above = top;
  for (const [at, { icon, label, sign }] of trunk.entries()) {
    if (at > 0) {
      y += 52;
      link(canvas, [trunkX, above + 17, trunkX, y - 17], sign);
      canvas.sign(sign, trunkX, y - 26, LINK_SIGN - 2);
    }
    canvas.icon(icon, trunkX, y, size, "ink");
    canvas.text(whole(label), trunkX + 24, y + 4, LABEL_SIZE, canvas.width - trunkX - 24);
    above = y;
    for (const branch of branches.filter(({ from }) => (from ?? 0) === at)) {
      y += 38;
      link(canvas, [trunkX, above + 17, trunkX, y, branchX - 18, y], branch.sign);
      canvas.sign(branch.sign, trunkX + 16, y, LINK_SIGN - 2);
      canvas.icon(branch.icon, branchX, y, size - 4, "ink");
      canvas.text(whole(branch.label), branchX + 20, y + 4, LABEL_SIZE, canvas.width - branchX - 20);
    }
  }
  return y + 22;
}

/** Whole where the link holds. */
function link(canvas: Canvas, points: readonly number[], sign: PictureSign): void {
  canvas.line(points, sign, 2, sign !== "good" && sign !== "stated");
}

/** Wider than the usual typefaces: what is placed by it has room in each. */
function estimatedWidth(text: string, size: number, isBold: boolean): number {
  let em = 0;
  for (const character of text) {
    if (character === SOFT_HYPHEN) continue;
    if (/[ijltfrI.,:;'’|!()[\] ·-]/.test(character)) em += 0.4;
    else if (/[mwMWÆŒ@%—…]/.test(character)) em += 1;
    else if (/[\p{Lu}±→]/u.test(character)) em += 0.78;
    else if (character < "\u2e80") em += 0.64;
    else em += 1.1;
  }
  return em * size * (isBold ? 1.08 : 1);
}
