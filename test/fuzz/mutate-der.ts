/** Changes to the structure of DER: values left out, repeated, moved, swapped; lengths stay correct. */

import { type DerElement, parseDer } from "../../verifier-lib/src/asn1/der.js";
import { encodeDer } from "../../verifier-lib/src/asn1/values.js";

export interface DerNode {
  tag: number;
  /** Of a primitive value. */
  content: Uint8Array;
  /** Of a constructed value, or of an OCTET STRING that contains DER. */
  children: DerNode[] | null;
}

const LIMITS = { maxBytes: 1_048_576, maxDepth: 40, maxElements: 65_536 };
const OCTET_STRING = 0x04;

export function readTree(bytes: Uint8Array): DerNode {
  return nodeOf(parseDer(bytes, LIMITS));
}

function nodeOf(element: DerElement): DerNode {
  const { tag, content } = element;
  if ((tag & 0x20) !== 0) return { tag, content, children: element.children.map(nodeOf) };
  return { tag, content, children: tag === OCTET_STRING ? inside(content) : null };
}

function inside(content: Uint8Array): DerNode[] | null {
  try {
    return content.length > 2 ? [readTree(content)] : null;
  } catch {
    return null;
  }
}

export function writeTree({ tag, content, children }: DerNode): Uint8Array {
  return children === null ? encodeDer(tag, content) : encodeDer(tag, ...children.map(writeTree));
}

/** Every value of a tree, with its parent. */
function places(
  node: DerNode,
  found: { parent: DerNode; at: number }[] = [],
): { parent: DerNode; at: number }[] {
  for (const [at, child] of (node.children ?? []).entries()) {
    found.push({ parent: node, at });
    places(child, found);
  }
  return found;
}

const copyOf = (node: DerNode): DerNode => ({
  tag: node.tag,
  content: node.content.slice(),
  children: node.children?.map(copyOf) ?? null,
});

/** Tags of the formats, and some others. */
const TAGS = [
  0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0a, 0x0c, 0x13, 0x16, 0x17, 0x18, 0x30, 0x31, 0x80, 0x81, 0x82, 0x86,
  0xa0, 0xa1, 0xa2, 0xa4,
];

/**
 * A tree with one to four changes.
 * @param pool trees to take values from.
 */
export function mutated(seed: DerNode, pool: readonly DerNode[], below: (bound: number) => number): DerNode {
  const tree = copyOf(seed);
  for (let changes = 1 + below(4); changes > 0; changes--) {
    const all = places(tree);
    const place = all[below(all.length)];
    if (place === undefined) break;
    const { parent, at } = place;
    const siblings = parent.children!;
    const node = siblings[at]!;
    const other = places(pool[below(pool.length)]!);
    const from = other[below(other.length)]!;
    switch (below(10)) {
      case 0:
        siblings.splice(at, 1);
        break;
      case 1:
        for (let times = 1 + below(below(8) === 0 ? 200 : 2); times > 0; times--)
          siblings.splice(at, 0, copyOf(node));
        break;
      case 2: {
        const to = below(siblings.length);
        [siblings[at], siblings[to]] = [siblings[to]!, node];
        break;
      }
      case 3:
        siblings[at] = copyOf(from.parent.children![from.at]!);
        break;
      case 4:
        siblings.splice(at, 0, copyOf(from.parent.children![from.at]!));
        break;
      case 5:
        node.tag = TAGS[below(TAGS.length)]!;
        break;
      case 6:
        siblings[at] = { tag: TAGS[below(TAGS.length)]! | 0x20, content: node.content, children: [node] };
        break;
      default:
        if (node.children === null) node.content = changedBytes(node.content, below);
        else node.children = node.children.slice(0, below(node.children.length + 1));
    }
  }
  return tree;
}

function changedBytes(content: Uint8Array, below: (bound: number) => number): Uint8Array {
  const copy = content.slice();
  switch (below(4)) {
    case 0:
      return copy.slice(0, below(copy.length + 1));
    case 1:
      return Uint8Array.of(...copy, ...Array.from({ length: 1 + below(20) }, () => below(256)));
    default:
      if (copy.length > 0) copy[below(copy.length)]! ^= 1 << below(8);
      return copy;
  }
}
