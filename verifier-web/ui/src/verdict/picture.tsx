/** A proof as a picture, with a table that says the same. */

import { layOutPicture, type PictureModel, type PictureShape, pictureRows } from "@svc-proof/shared/picture";
import type { Report } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { useId, useMemo } from "preact/hooks";
import { SIGN_MARKS, SIGN_OUTLINES } from "../components.js";
import type { VerdictTexts } from "../texts/result/english.js";
import { pictureOf } from "../wording/picture.js";
import { useStatement, useVerdictTexts } from "./text.js";

export interface ReportPictureProps {
  readonly report: Report;
}

/** The picture of a report; nothing where the report is about no fingerprint. */
export function ReportPicture({ report }: ReportPictureProps): JSX.Element | null {
  const { result, language } = useVerdictTexts();
  const key = useStatement(report);
  const model = useMemo(() => pictureOf(report, result, language), [report, result, language]);
  return model === null ? null : <ProofPicture key={key} model={model} texts={result.picture} />;
}

export interface ProofPictureProps {
  readonly model: PictureModel;
  readonly texts: Pick<VerdictTexts["picture"], "heading" | "table">;
}

/** Widths in CSS pixels, for a column of text and for a phone: style sheets show one of them. */
const WIDTHS = { wide: 640, narrow: 340 } as const;

/** The same of a model. It is drawn twice, so that it needs no script. */
export function ProofPicture({ model, texts }: ProofPictureProps): JSX.Element {
  return (
    <figure class="picture">
      <Drawing model={model} name="wide" heading={texts.heading} />
      <Drawing model={model} name="narrow" heading={texts.heading} />
      <figcaption>
        <details>
          <summary>{texts.table}</summary>
          <PictureTable model={model} />
        </details>
      </figcaption>
    </figure>
  );
}

interface DrawingProps {
  readonly model: PictureModel;
  readonly name: keyof typeof WIDTHS;
  readonly heading: string;
}

function Drawing({ model, name, heading }: DrawingProps): JSX.Element {
  const id = useId();
  const { width, height, shapes } = layOutPicture(model, WIDTHS[name]);
  const rows = pictureRows(model).map((row) => row.filter((cell) => cell !== "").join(", "));
  return (
    <svg
      class={`picture-${name}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}d`}
    >
      <title id={`${id}t`}>{`${heading}: ${model.answer.text}`}</title>
      <desc id={`${id}d`}>{rows.join("; ")}</desc>
      {shapes.map((shape, at) => (
        <Shape key={at} {...shape} />
      ))}
    </svg>
  );
}

function Shape(shape: PictureShape): JSX.Element {
  if (shape.type === "text") {
    const { text, x, y, size, anchor, paint, isBold } = shape;
    return (
      <text
        class={`fill-${paint}`}
        x={x}
        y={y}
        font-size={size}
        text-anchor={anchor}
        {...(isBold && { "font-weight": 600 })}
      >
        {text}
      </text>
    );
  }
  if (shape.type === "sign") {
    return (
      <g class={`sign sign-${shape.sign}`} transform={placed(shape.at)}>
        <path class="outline" d={SIGN_OUTLINES[shape.sign]} />
        <path class="mark" d={SIGN_MARKS[shape.sign]} />
      </g>
    );
  }
  const { d, fill, stroke, width, isDashed, at } = shape;
  return (
    <path
      class={`${fill === undefined ? "" : `fill-${fill} `}${stroke === undefined ? "" : `stroke-${stroke}`}`}
      d={d}
      {...(stroke !== undefined && { "stroke-width": width })}
      {...(isDashed && { "stroke-dasharray": "6 5", "stroke-linecap": "butt" })}
      {...(at !== undefined && { transform: placed(at) })}
    />
  );
}

function placed([x, y, size]: readonly [number, number, number]): string {
  return `translate(${x} ${y}) scale(${size / 32})`;
}

function PictureTable({ model }: { readonly model: PictureModel }): JSX.Element {
  return (
    <table>
      <caption>{model.answer.text}</caption>
      <thead>
        <tr>
          {model.texts.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pictureRows(model).map(([what, when, state], at) => (
          <tr key={at}>
            <th scope="row">
              <bdi>{what}</bdi>
            </th>
            <td>{when}</td>
            <td>{state}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
