/** The fields of a SEQUENCE, or of what is tagged in its place, one after another. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { DerElement } from "./der-element.js";
import type { DerErrorCode } from "./error-code.js";
import { TAG } from "./tag.js";

/** @throws FormatError (`der_unexpected`) from each of its methods. */
export class DerFields {
  readonly #parent: DerElement;
  #next = 0;

  /** @param tag the tag that the parent must have; SEQUENCE if not given. */
  constructor(parent: DerElement, tag: number = TAG.sequence) {
    expectTag(parent, tag);
    this.#parent = parent;
  }

  /** The next field, which must be there and have this tag; any if none is given. */
  required(tag?: number): DerElement {
    const field = this.#parent.children[this.#next];
    if (field === undefined) return unexpected(this.#parent, "expected another field");
    if (tag !== undefined) expectTag(field, tag);
    this.#next++;
    return field;
  }

  /** The next field if it has one of these tags; any if none is given. */
  optional(...tags: number[]): DerElement | null {
    const field = this.#parent.children[this.#next];
    if (field === undefined || (tags.length > 0 && !tags.includes(field.tag))) return null;
    this.#next++;
    return field;
  }

  /** Refuses fields that are left. */
  end(): void {
    const field = this.#parent.children[this.#next];
    if (field !== undefined) unexpected(field, "expected no further field");
  }
}

/** The one value inside an explicit tag. @throws FormatError (`der_unexpected`). */
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
