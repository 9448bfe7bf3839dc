/** Encodes data for the filters of PDF: ISO 32000-1 section 7.4. */

/** Section 7.4.2, in lines. */
export function hexadecimal(bytes: Uint8Array): Buffer {
  return Buffer.from(
    `${Buffer.from(bytes)
      .toString("hex")
      .replace(/(.{60})/g, "$1\n")}>`,
  );
}

/** Section 7.4.3, from its formula, in lines. */
export function base85(bytes: Uint8Array): Buffer {
  let out = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const group = bytes.subarray(at, at + 4);
    const value = [0, 1, 2, 3].reduce((sum, i) => sum * 256n + BigInt(group[i] ?? 0), 0n);
    if (group.length === 4 && value === 0n) out += "z";
    else {
      const digits = [4n, 3n, 2n, 1n, 0n].map((power) => Number((value / 85n ** power) % 85n));
      out += String.fromCharCode(...digits.slice(0, group.length + 1).map((digit) => digit + 33));
    }
  }
  return Buffer.from(`${out.replace(/(.{60})/g, "$1\r\n")}~>`);
}

/** Section 7.4.5: runs from three bytes on, literals between them. */
export function runs(bytes: Uint8Array): Buffer {
  const out: number[] = [];
  let literal: number[] = [];
  const flush = () => {
    if (literal.length > 0) out.push(literal.length - 1, ...literal);
    literal = [];
  };
  for (let at = 0; at < bytes.length; ) {
    let end = at;
    while (end < bytes.length && end - at < 128 && bytes[end] === bytes[at]) end++;
    if (end - at > 2) {
      flush();
      out.push(257 - (end - at), bytes[at]!);
      at = end;
    } else {
      literal.push(bytes[at++]!);
      if (literal.length === 128) flush();
    }
  }
  flush();
  return Buffer.from([...out, 128]);
}

/** Section 7.4.4, with a table of strings. `early`: how many codes early they become longer, 1 or 0. */
export function lzw(bytes: Uint8Array, early: number): Buffer {
  let bits = "";
  let width = 9;
  let table = new Map<string, number>();
  let next = 258;
  const emit = (code: number) => {
    bits += code.toString(2).padStart(width, "0");
  };
  const codeOf = (string: string) => (string.length === 1 ? string.charCodeAt(0) : table.get(string)!);
  emit(256);
  let string = "";
  for (const byte of bytes) {
    const longer = string + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      string = longer;
      continue;
    }
    emit(codeOf(string));
    table.set(longer, next++);
    // The encoder is one entry ahead of the decoder.
    if (next - 1 + early >= 1 << width) width++;
    if (next === 4095) {
      emit(256);
      table = new Map();
      next = 258;
      width = 9;
    }
    string = String.fromCharCode(byte);
  }
  if (string !== "") {
    emit(codeOf(string));
    // The decoder adds an entry for this code too.
    if (next + early >= 1 << width && width < 12) width++;
  }
  emit(257);
  return bytesOf(bits);
}

/** Of a text of binary digits, with zeros at its end. */
export function bytesOf(bits: string): Buffer {
  return Buffer.from(
    bits
      .padEnd(8 * Math.ceil(bits.length / 8), "0")
      .match(/.{8}/g)!
      .map((one) => Number.parseInt(one, 2)),
  );
}
