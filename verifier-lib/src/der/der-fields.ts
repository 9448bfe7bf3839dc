/** Reads the fields of a SEQUENCE, or of an implicitly tagged one, in order. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { DerElement } from "./der-element.js";
import type { DerErrorCode } from "./error-code.js";
import { TAG } from "./tag.js";

/** Every method throws FormatError (`der_unexpected`). */
export class DerFields {
  readonly #parent: DerElement;
  #next = 0;

  /** @param tag the expected tag of the parent. Default: SEQUENCE. */
  constructor(parent: DerElement, tag: number = TAG.sequence) {
    expectTag(parent, tag);
    this.#parent = parent;
  }

  /** The next field, which must exist and have this tag. Default: any tag. */
  required(tag?: number): DerElement {
    const field = this.#parent.children[this.#next];
    if (field === undefined) return unexpected(this.#parent, "expected another field");
    if (tag !== undefined) expectTag(field, tag);
    this.#next++;
    return field;
  }

  /** The next field if it has one of these tags. Default: any tag. */
  optional(...tags: number[]): DerElement | null {
    const field = this.#parent.children[this.#next];
    if (field === undefined || (tags.length > 0 && !tags.includes(field.tag))) return null;
    this.#next++;
    return field;
  }

  /** Refuses remaining fields. */
  end(): void {
    const field = this.#parent.children[this.#next];
    if (field !== undefined) unexpected(field, "expected no further field");
  }
}

/** The single value inside an explicit tag. @throws FormatError (`der_unexpected`). */
export function onlyChild(element: DerElement): DerElement {
  const fields = new DerFields(element, element.tag);
  const child = fields.required();
  fields.end();
  return child;
}

/** @throws FormatError (`der_unexpected`). */
export function expectTag(element: DerElement, tag: number): void {
  if (element.tag === tag) return;
  unexpected(element, `expected tag 0x${tag.toString(16)}, got 0x${element.tag.toString(16)}`);
}

function unexpected(element: DerElement, message: string): never {
  const code: DerErrorCode = "der_unexpected";
  throw new FormatError(code, message, element.offset);
}
