/** PDF files with given objects and correct cross-references. */
export function pdfOf(
  bodies: readonly string[],
  { trailer = "", tail = "" }: { readonly trailer?: string; readonly tail?: string } = {},
): Uint8Array {
  const pieces = ["%PDF-1.7\n"];
  let at = pieces[0]!.length;
  const put = (text: string) => {
    pieces.push(text);
    at += text.length;
  };
  const entries = bodies.map((body, i) => {
    const entry = `${String(at).padStart(10, "0")} 00000 n \n`;
    put(`${i + 1} 0 obj\n${body}\nendobj\n`);
    return entry;
  });
  put(tail);
  const start = at;
  put(`xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${entries.join("")}`);
  put(`trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(pieces.join(""), "latin1");
}

/** Objects 1 to 4: catalog, tree, specification and file of one attachment, each of which may be replaced. */
export function attachmentBodies(changes: Readonly<Record<number, string>> = {}): string[] {
  const bodies = [
    "<< /Type /Catalog /Names << /EmbeddedFiles 2 0 R >> >>",
    "<< /Names [(proof.json) 3 0 R] >>",
    "<< /Type /Filespec /F (proof.json) /EF << /F 4 0 R >> >>",
    streamOf("{}", ""),
  ];
  return bodies.map((body, i) => changes[i + 1] ?? body);
}

export function streamOf(data: string, dictionary: string): string {
  return `<< /Length ${data.length} ${dictionary} >>\nstream\n${data}\nendstream`;
}
