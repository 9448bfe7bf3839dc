import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  layOutPicture,
  type PictureMark,
  type PictureModel,
  type PictureNode,
  type PictureShape,
  type PictureTick,
  pictureRows,
  pictureText,
} from "./picture.js";

const WIDTHS = [340, 500, 640];
const DAY = 86_400_000;

const measure = (text: string, size: number, isBold: boolean) => text.length * size * (isBold ? 0.66 : 0.6);

type Text = Extract<PictureShape, { type: "text" }>;

function textsOf(shapes: readonly PictureShape[]): readonly Text[] {
  return shapes.filter((shape) => shape.type === "text");
}

/** Left, top, right, bottom. */
function boxOf({ text, x, y, size, anchor, isBold }: Text): readonly [number, number, number, number] {
  const width = measure(text, size, isBold);
  const left = x - (anchor === "start" ? 0 : anchor === "end" ? width : width / 2);
  return [left, y - 0.8 * size, left + width, y + 0.2 * size];
}

/** Every number of a shape that is a place. */
function places(shape: PictureShape): readonly number[] {
  if (shape.type === "text") return [shape.x, shape.y];
  if (shape.type === "sign") return [...shape.at];
  return [...(shape.d.match(/-?[\d.]+|NaN|Infinity/g) ?? []).map(Number), ...(shape.at ?? [])];
}

const iso = (time: number) => new Date(time).toISOString();
const names = fc.oneof(
  fc.string({ maxLength: 200, unit: "grapheme" }),
  fc.constantFrom("Bitcoin", "Ethereum mainnet", "Sello de la Agencia de Certificación de los Notarios"),
);
const signs = fc.constantFrom("good", "bad", "open", "calm", "own", "none", "stated" as const);
const times = fc.integer({ min: Date.UTC(2009, 0, 3), max: Date.UTC(2060, 0, 1) });

const marks = fc.record<PictureMark>({
  kind: fc.constantFrom("timestamp", "chain", "bitcoin"),
  time: fc.option(times.map(iso)),
  accuracySeconds: fc.option(fc.nat({ max: 40 * 31_557_600 })),
  label: names,
  detail: names,
  accuracy: fc.constantFrom("", "± 1 s", "accuracy not stated"),
  sign: signs,
  state: names,
  standing: fc.constantFrom("proves", "limited", "nothing"),
});

const paths = fc
  .record({
    hasTree: fc.boolean(),
    sources: fc.subarray(["chain", "bitcoin", "timestamp"] as const),
    label: names,
    sign: signs,
  })
  .map(({ hasTree, sources, label, sign }): readonly PictureNode[] => {
    const node = (icon: PictureNode["icon"], from: number | null): PictureNode => {
      return { icon, label, from, sign, state: "state" };
    };
    const trunk = [node("file", null), node("fingerprint", 0), ...(hasTree ? [node("tree", 1)] : [])];
    return [...trunk, ...sources.map((kind) => node(kind, kind === "timestamp" ? 1 : trunk.length - 1))];
  });

const LENGTHS: Readonly<Record<PictureTick, number>> = { hour: 16, day: 10, month: 7, year: 4 };
const TEXTS: PictureModel["texts"] = {
  today: "Today",
  more: "and {count} more",
  columns: ["What", "When", "State"],
  tick: (time, unit) => time.toISOString().slice(0, LENGTHS[unit]),
};

const models = fc.record<PictureModel>({
  today: times.map(iso),
  answer: fc.record({ text: names, time: fc.option(times.map(iso)), sign: signs }),
  marks: fc.array(marks, { maxLength: 30 }),
  ends: fc.array(fc.record({ time: times.map(iso), label: names, detail: names }), { maxLength: 5 }),
  path: paths,
  texts: fc.constant(TEXTS),
});

describe("a picture", () => {
  test("is within its bounds, and no text covers another", () => {
    fc.assert(
      fc.property(models, fc.constantFrom(...WIDTHS), (model, width) => {
        const { height, shapes } = layOutPicture(model, width, measure);
        const texts = textsOf(shapes);
        const boxes = texts.map(boxOf);
        for (const [at, [left, top, right, bottom]] of boxes.entries()) {
          expect(left, texts[at]!.text).toBeGreaterThanOrEqual(-1);
          expect(right, texts[at]!.text).toBeLessThanOrEqual(width + 1);
          expect(top).toBeGreaterThanOrEqual(0);
          expect(bottom).toBeLessThanOrEqual(height);
          for (const [other, box] of boxes.slice(0, at).entries()) {
            const apart = right <= box[0] || left >= box[2] || bottom <= box[1] || top >= box[3];
            expect(apart, `${texts[at]!.text} | ${texts[other]!.text}`).toBe(true);
          }
        }
      }),
    );
  });

  test("is small, of finite numbers, and the same each time", () => {
    fc.assert(
      fc.property(models, fc.constantFrom(...WIDTHS), (model, width) => {
        const layout = layOutPicture(model, width);
        expect(layout).toEqual(layOutPicture(model, width));
        expect(layout.shapes.length).toBeLessThan(300);
        expect(layout.height).toBeLessThan(1600);
        expect(layout.shapes.flatMap(places).every(Number.isFinite)).toBe(true);
      }),
    );
  });

  test("the table has each source, each end and each link, the text all of it", () => {
    fc.assert(
      fc.property(models, (model) => {
        const rows = pictureRows(model);
        expect(rows).toHaveLength(model.marks.length + model.ends.length + model.path.length - 1);
        expect(pictureText(model).startsWith(model.answer.text)).toBe(true);
      }),
    );
  });
});

const MODEL: PictureModel = {
  today: "2034-11-30T10:00:00Z",
  answer: { text: "Existed on or before 21 November 2026", time: "2026-11-21T17:18:57Z", sign: "good" },
  marks: [
    {
      kind: "timestamp",
      time: "2026-11-21T17:18:56Z",
      accuracySeconds: 1,
      label: "Notaries’ authority",
      detail: "21 Nov 2026, 17:18:56 UTC",
      accuracy: "± 1s",
      sign: "good",
      state: "confirmed",
      standing: "proves",
    },
    {
      kind: "bitcoin",
      time: "2026-11-21T21:02:11Z",
      accuracySeconds: 7200,
      label: "Bitcoin",
      detail: "21 Nov 2026 (UTC)",
      accuracy: "",
      sign: "good",
      state: "confirmed",
      standing: "proves",
    },
  ],
  ends: [{ time: "2037-03-01T00:00:00Z", label: "Timestamp certificate ends", detail: "1 Mar 2037" }],
  path: [
    { icon: "file", label: "File", from: null, sign: "none", state: "" },
    { icon: "fingerprint", label: "Finger\u00adprint", from: 0, sign: "good", state: "confirmed" },
    { icon: "bitcoin", label: "Bitcoin", from: 1, sign: "good", state: "confirmed" },
    { icon: "timestamp", label: "Timestamp", from: 1, sign: "good", state: "confirmed" },
  ],
  texts: TEXTS,
};

/** Left and right edge of each filled box of a sign's colour. */
function bars(model: PictureModel): readonly (readonly [number, number])[] {
  return layOutPicture(model, 640).shapes.flatMap((shape) => {
    if (shape.type !== "path" || shape.fill !== "good" || shape.stroke !== "good") return [];
    const [left, , right] = (shape.d.match(/-?[\d.]+/g) ?? []).map(Number);
    return [[left!, right!] as const];
  });
}

describe("the line of time", () => {
  test("an accuracy is a width: two hours are wider than a second", () => {
    const [exact, wide] = bars(MODEL);
    expect(exact![1] - exact![0]).toBe(4);
    expect(wide![1] - wide![0]).toBeGreaterThan(20);
  });

  test("earlier is further left, whatever the scale", () => {
    fc.assert(
      fc.property(times, times, fc.integer({ min: 0, max: 3650 * DAY }), (one, other, later) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        const at = (time: number): PictureMark => ({
          ...MODEL.marks[0]!,
          time: iso(time),
          accuracySeconds: 0,
        });
        const model = { ...MODEL, answer: { ...MODEL.answer, time: null }, marks: [at(early), at(late)] };
        const [first, second] = bars({ ...model, today: iso(late + later) });
        expect(first![0]).toBeLessThanOrEqual(second![0]);
      }),
    );
  });

  test("the years since then are on the axis", () => {
    const shown = textsOf(layOutPicture(MODEL, 640).shapes).map(({ text }) => text);
    expect(shown).toContain("2030");
    expect(shown).toContain("Today");
    expect(shown).toContain("21 Nov 2026, 17:18:56 UTC");
  });

  test("what has no date has a broken line instead of a mark", () => {
    const mark: PictureMark = { ...MODEL.marks[1]!, time: null, sign: "calm", standing: "nothing" };
    const { shapes } = layOutPicture({ ...MODEL, marks: [mark], ends: [] }, 640);
    const lines = shapes.filter(
      (shape) => shape.type === "path" && shape.stroke === "calm" && shape.isDashed,
    );
    expect(lines).toHaveLength(1);
    expect(shapes.some((shape) => shape.type === "path" && shape.fill === "calm")).toBe(false);
  });
});

describe("the path", () => {
  test("each link has its sign, and one that does not hold is broken", () => {
    const path = MODEL.path.map((node) =>
      node.icon === "bitcoin" ? { ...node, sign: "bad" as const } : node,
    );
    for (const width of WIDTHS) {
      const { shapes } = layOutPicture({ ...MODEL, marks: [], path }, width);
      const drawn = shapes.flatMap((shape) => (shape.type === "sign" ? [shape.sign] : []));
      expect(drawn.toSorted()).toEqual(["bad", "good", "good", "good"]);
      const broken = shapes.filter((shape) => shape.type === "path" && shape.isDashed);
      expect(broken.map((shape) => shape.type === "path" && shape.stroke)).toEqual(["bad"]);
    }
  });

  test("a soft hyphen is seen where a word is divided, and nowhere else", () => {
    const shown = (width: number) => textsOf(layOutPicture(MODEL, width).shapes).map(({ text }) => text);
    expect(shown(340)).toContain("Fingerprint");
    for (const width of WIDTHS) expect(shown(width).join()).not.toContain("\u00ad");
    expect(pictureText(MODEL)).toContain("File → Fingerprint: confirmed");
  });
});
