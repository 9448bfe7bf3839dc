/** Poppler and qpdf find the attachments that the verifier finds, in files that real programs write otherwise than this service. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { base85, hexadecimal, lzw, runs } from "../../verifier-lib/src/archive/filters.testing.js";
import { attachmentObjects, pdfOf, streamOf } from "../../verifier-lib/src/archive/pdf.testing.js";
import { parseAttachments } from "../../verifier-lib/src/archive/pdf-attachments.js";
import { externalTool } from "../certificates/external-tool.js";

const pdfdetach = externalTool("pdfdetach", "-v");
const qpdf = externalTool("qpdf", "--version");

const folder = mkdtempSync(join(tmpdir(), "svc-pdf-readings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONTENT = Buffer.from(`{"schema":"svc-proof/2","leaves":"${"0123456789abcdef".repeat(200)}"}`);
const NAME = "proof.json";

/** What each reads of `proof.json`. */
async function readings(file: Uint8Array): Promise<Record<string, string>> {
  const path = join(folder, "file.pdf");
  const saved = join(folder, "saved");
  writeFileSync(path, file);
  const [attachment] = await parseAttachments(file);
  const found: Record<string, string> = {
    verifier: Buffer.from(await attachment!.read(CONTENT.length)).toString("latin1"),
  };
  if (pdfdetach !== null) {
    rmSync(saved, { force: true });
    const { status, output } = pdfdetach("-savefile", NAME, "-o", saved, path);
    found["poppler"] = status === 0 ? readFileSync(saved).toString("latin1") : output.toString();
  }
  if (qpdf !== null)
    found["qpdf"] = qpdf("--no-warn", "--warning-exit-0", "--show-attachment=key", path).output.toString(
      "latin1",
    );
  return found;
}

async function expectOneReading(file: Uint8Array): Promise<void> {
  for (const [program, content] of Object.entries(await readings(file)))
    expect(content, program).toBe(CONTENT.toString());
}

function fileOf(stream: string, header = "%PDF-1.7\n"): Uint8Array {
  const [catalog, , specification] = attachmentObjects([{ name: NAME, data: CONTENT }]);
  const page = "<< /Type /Page /Parent 5 0 R /MediaBox [0 0 9 9] >>";
  return pdfOf({
    objects: [
      catalog!.replace("/Type /Catalog", "/Type /Catalog /Pages 5 0 R"),
      "<< /Names [(key) 3 0 R] >>",
      specification!,
      stream,
      "<< /Type /Pages /Kids [6 0 R] /Count 1 >>",
      page,
    ],
    header,
  });
}

/** Rows of 100 bytes, each with the predictor that adds the byte above. */
function predicted(bytes: Buffer): Buffer {
  const rows: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 100) {
    const row = bytes.subarray(at, at + 100).map((byte, i) => byte - (bytes[at + i - 100] ?? 0));
    rows.push(Buffer.from([2, ...row]));
  }
  return Buffer.concat(rows);
}

describe("the filters of a stream", () => {
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["/Filter /ASCIIHexDecode", hexadecimal],
    ["/Filter /ASCII85Decode", base85],
    ["/Filter /RunLengthDecode", runs],
    ["/Filter /LZWDecode", (bytes) => lzw(bytes, 1)],
    ["/Filter /LZWDecode /DecodeParms << /EarlyChange 0 >>", (bytes) => lzw(bytes, 0)],
    ["/Filter [/ASCII85Decode /FlateDecode]", (bytes) => base85(deflateSync(bytes))],
    ["/Filter [/ASCIIHexDecode /LZWDecode]", (bytes) => hexadecimal(lzw(bytes, 1))],
    ["/Filter [/ASCII85Decode /RunLengthDecode]", (bytes) => base85(runs(bytes))],
  ])("%s", async (dictionary, encode) => {
    await expectOneReading(fileOf(streamOf(encode(CONTENT), `${dictionary} /Type /EmbeddedFile`)));
  });

  test("with a predictor", async () => {
    const whole = Buffer.concat([CONTENT, Buffer.alloc(100 - (CONTENT.length % 100), " ")]);
    const file = fileOf(
      streamOf(
        base85(deflateSync(predicted(whole))),
        "/Filter [/ASCII85Decode /FlateDecode] /DecodeParms [null << /Predictor 12 /Columns 100 >>]",
      ),
    );
    const found = await parseAttachments(file);
    expect(Buffer.from(await found[0]!.read(whole.length))).toEqual(whole);
    if (qpdf === null) return;
    writeFileSync(join(folder, "predicted.pdf"), file);
    expect(qpdf("--show-attachment=key", join(folder, "predicted.pdf")).output).toEqual(whole);
  });
});

describe("bytes before the header", () => {
  const stream = streamOf(deflateSync(CONTENT), "/Filter /FlateDecode");

  test.each(["\n", "\xef\xbb\xbf", "HTTP/1.1 200 OK\r\nServer: x\r\n\r\n", `${"x".repeat(1000)}\n`])(
    "%j",
    async (before) => {
      await expectOneReading(Buffer.concat([Buffer.from(before, "latin1"), fileOf(stream)]));
      // Offsets from the first byte, which these programs repair.
      await expectOneReading(fileOf(stream, `${before}%PDF-1.7\n`));
    },
  );
});

test("hybrid cross-references", async () => {
  const file = Buffer.from(fileOf(streamOf(deflateSync(CONTENT), "/Filter /FlateDecode"))).toString("latin1");
  const previous = /startxref\n(\d+)/.exec(file)![1]!;
  const data = Buffer.alloc(7);
  data.writeUInt8(1, 0);
  data.writeUInt32BE(file.length, 1);
  const stream = streamOf(data, "/Type /XRef /W [1 4 2] /Index [7 1] /Size 8 /Root 1 0 R");
  const before = `${file}7 0 obj\n${stream}\nendobj\n`;
  const trailer = `trailer\n<< /Size 8 /Root 1 0 R /Prev ${previous} /XRefStm ${file.length} >>`;
  const hybrid = `${before}xref\n0 0\n${trailer}\nstartxref\n${before.length}\n%%EOF\n`;
  await expectOneReading(Buffer.from(hybrid, "latin1"));
});
