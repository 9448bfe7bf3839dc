/**
 * Custody over real stores, through the routes and real connections. Every answer is checked
 * against the document.
 */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteAccount } from "../../service/src/accounts/accounts.js";
import { blobName, encryptOriginal, openCustodyStorage } from "../../service/src/custody/storage.js";
import { type Answered, ApiService, type TestAccount } from "./api-service.js";
import {
  describeCustodies,
  itAboveTheStore,
  openCustody,
  requestsOfAKind,
  type TestCustody,
} from "./test-custody.js";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BOUNDARY = "----b0undary";

function part(name: string, content: Uint8Array | string, headers = ""): Buffer {
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${headers}\r\n\r\n`),
    Buffer.from(content as Uint8Array),
    Buffer.from("\r\n"),
  ]);
}
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const FORM = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

describeCustodies("custody on $name", ({ open, openBlobs }) => {
  let service: ApiService;
  let custody: TestCustody;
  let owner: TestAccount;

  beforeEach(async () => {
    const opened = await open();
    custody = await openCustody(opened.store, openBlobs);
    service = await ApiService.start({ custody: custody.custody }, async () => opened);
    owner = await service.newAccount();
  });
  afterEach(async () => {
    await service.stop();
    await custody.remove();
  });

  const proofOf = async (bytes: Uint8Array, body: object = {}, account = owner) =>
    (await service.request("POST", "/proofs", { key: account.key, body: { hash: sha256(bytes), ...body } }))
      .json;
  const put = (id: string, body: Buffer, headers = {}, given = {}): Promise<Answered> =>
    service.request("PUT", `/proofs/${id}/original`, {
      key: owner.key,
      body,
      headers: { "content-type": "application/octet-stream", ...headers },
      ...given,
    });
  const get = (id: string, account = owner) =>
    service.request("GET", `/proofs/${id}/original`, { key: account.key });
  const reportOf = async (account = owner) =>
    (await service.request("GET", "/account", { key: account.key })).json.custody;
  const blobCount = async () => (await custody.names()).length;
  const usedBytes = async () => (await reportOf()).used_bytes;
  /** Whether an upload is taking up space. */
  const isUploading = (id: string) => service.store.custody.isUploading(id, new Date());
  /** Nothing is kept: no original, no used space, no blob. */
  const expectNothing = async (id: string) => {
    expect((await get(id)).status).toBe(404);
    expect(await isUploading(id)).toBe(false);
    expect(await blobCount()).toBe(0);
  };

  it("refuses as 401 what arrives while the account is deleted, and keeps nothing of it", async () => {
    const { accounts, custody: records } = service.store;
    const { findKey } = accounts;
    const { completeUpload } = records;
    const remove = () => deleteAccount(service.store, { id: owner.id }, { kind: "admin" });
    const refused = (answer: Answered) => {
      expect([answer.status, answer.json.error.code]).toEqual([401, "unauthorized"]);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    };

    const uploaded = randomBytes(1_000);
    const { id } = await proofOf(uploaded);
    records.completeUpload = async (original) => {
      await remove();
      return completeUpload(original);
    };
    refused(await put(id, uploaded));
    expect(await blobCount()).toBe(0);

    owner = await service.newAccount();
    const other = randomBytes(1_000);
    const { id: otherId } = await proofOf(other);
    const third = await service.newAccount();
    // Their keys are accepted before.
    accounts.findKey = async (hash) => {
      const found = await findKey(hash);
      await remove();
      return found;
    };
    refused(await put(otherId, other));
    owner = third;
    const body = { hash: sha256(randomBytes(8)) };
    refused(await service.request("POST", "/proofs", { key: owner.key, body }));
  });

  it("opens only on the folder that holds its originals, as long as there are any", async () => {
    const above = await mkdtemp(join(tmpdir(), "svc-custody-"));
    const openOn = (custodyDir: string) => {
      const settings = { custody: "on", custodyKeys: [randomBytes(32).toString("hex")], custodyDir } as const;
      const elsewhere = { mongodbUrl: null, mongodbTimeoutMs: 1_000, rpcUrl: null, anchors: null };
      return openCustodyStorage({ ...settings, ...elsewhere }, null, service.store.custody);
    };
    const bytes = randomBytes(10);
    const { id } = await proofOf(bytes);
    await openOn(join(above, "first"));
    expect((await put(id, bytes)).status).toBe(201);
    const other = join(above, "other");
    await expect(openOn(other)).rejects.toThrow(
      `SVC_CUSTODY_DIR: the folder ${other} cannot be used: it has no blobs.txt`,
    );
    await openOn(join(above, "first"));
    await service.request("DELETE", `/proofs/${id}/original`, { key: owner.key });
    await openOn(other);
    await rm(above, { recursive: true });
  });

  it("stores an original and gives it back", async () => {
    const bytes = randomBytes(300_000);
    const proof = await proofOf(bytes, { name: "Angebot.pdf", mime_type: "application/pdf" });
    expect(proof.original).toBeNull();
    const stored = await put(proof.id, bytes);
    expect(stored.status).toBe(201);
    const { original } = stored.json;
    expect(original).toEqual({
      stored: true,
      file_name: "Angebot.pdf",
      size_bytes: 300_000,
      mime_type: "application/pdf",
      stored_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      url: `https://proofs.example/api/v2/proofs/${proof.id}/original`,
    });
    expect(stored.json.id).toMatch(UUID);
    const answer = await get(proof.id);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": "300000",
      "content-disposition": "attachment; filename=Angebot.pdf",
      "x-svc-custody-downloads-remaining": "49",
      "x-content-type-options": "nosniff",
    });
    expect(Buffer.from(answer.body, "latin1").equals(bytes)).toBe(true);
    for (const path of [`/proofs/${proof.id}`, "/proofs"]) {
      const { json } = await service.request("GET", path, { key: owner.key });
      expect((json.data?.[0] ?? json).original).toEqual(original);
    }
    expect(await proofOf(bytes)).toMatchObject({ created: false, original });
    expect(await reportOf()).toMatchObject({
      available: true,
      used_bytes: 300_000,
      downloads_used_today: 1,
      max_downloads_per_day: 50,
    });
  });

  it("answers 200 to a file that is stored already, and 409 to another file in its place", async () => {
    const bytes = randomBytes(1_000);
    const { id } = await proofOf(bytes);
    expect((await put(id, bytes)).status).toBe(201);
    for (const method of ["PUT", "POST"]) {
      const again = await service.request(method, `/proofs/${id}/original`, { key: owner.key, body: bytes });
      expect(again.status).toBe(200);
      expect(again.json.original.size_bytes).toBe(1_000);
    }
    expect((await put(id, randomBytes(1_000))).json.error.code).toBe("hash_mismatch");
    expect(await blobCount()).toBe(1);
    expect(await usedBytes()).toBe(1_000);
  });

  it("never shows or stores a file in clear", async () => {
    const bytes = Buffer.from("the secret of the original ".repeat(20_000));
    const { id } = await proofOf(bytes);
    await put(id, bytes);
    expect((await custody.read((await custody.names())[0]!)).includes("secret")).toBe(false);
  });

  describe("refuses, and keeps nothing of", () => {
    it("another file", async () => {
      const { id } = await proofOf(randomBytes(10));
      for (const [body, headers] of [
        [randomBytes(10), {}],
        [randomBytes(400_000), {}],
        [Buffer.concat([part("file", randomBytes(500_000)), END]), FORM],
      ] as const) {
        const answer = await put(id, body as Buffer, headers);
        expect([answer.status, answer.json.error.code]).toEqual([409, "hash_mismatch"]);
        await expectNothing(id);
      }
    });

    itAboveTheStore("an empty file", async () => {
      const { id } = await proofOf(Buffer.alloc(0));
      const empties: readonly (readonly [Buffer, object, object])[] = [
        [Buffer.alloc(0), {}, {}],
        [Buffer.alloc(0), {}, { chunked: true }],
        [Buffer.concat([part("file", ""), END]), FORM, {}],
      ];
      for (const [body, headers, given] of empties) {
        const answer = await put(id, body, headers, given);
        expect([answer.status, answer.json.error.code]).toEqual([400, "invalid_request"]);
        await expectNothing(id);
      }
    });

    itAboveTheStore("a file that is larger than the plan allows, with and without a length", async () => {
      const free = await service.newAccount("free");
      const bytes = Buffer.alloc(10_000_001, 7);
      const { id } = await proofOf(bytes, {}, free);
      const given = { key: free.key, body: bytes, headers: { "content-type": "text/plain" } };
      for (const chunked of [false, true]) {
        const answer = await service.request("PUT", `/proofs/${id}/original`, { ...given, chunked });
        expect(answer.status).toBe(413);
        expect(answer.json.error).toMatchObject({ code: "file_too_large", max_file_bytes: 10_000_000 });
      }
      const just = bytes.subarray(1);
      const { id: fits } = await proofOf(just, {}, free);
      const answer = await service.request("PUT", `/proofs/${fits}/original`, {
        ...given,
        body: just,
        chunked: true,
      });
      expect(answer.status).toBe(201);
      expect(await blobCount()).toBe(1);
    });

    itAboveTheStore("a body over 25 MB, with and without a length, in the words of the gateway", async () => {
      const bytes = Buffer.alloc(25_000_001, 7);
      const { id } = await proofOf(bytes);
      for (const chunked of [false, true]) {
        const answer = await put(id, bytes, {}, { chunked });
        expect(answer.status).toBe(413);
        expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
        await expectNothing(id);
      }
    });

    const bytes = randomBytes(3_000);
    const file = part("file", bytes, '; filename="a.bin"');
    const bodies = requestsOfAKind<[string, Buffer, Record<string, string>]>([
      ["no field with that name", Buffer.concat([part("other", bytes, '; filename="a"'), END]), FORM],
      ["two files", Buffer.concat([file, file, END]), FORM],
      ["a second file after a field", Buffer.concat([file, part("x", "y"), file, END]), FORM],
      ["no end", file, FORM],
      ["an end in the middle of the boundary", Buffer.concat([file, END.subarray(0, 8)]), FORM],
      ["no boundary in the header", Buffer.concat([file, END]), { "content-type": "multipart/form-data" }],
      ["another boundary", Buffer.concat([file, END]), { "content-type": "multipart/form-data; boundary=x" }],
      ["only an end", END, FORM],
      ["text", Buffer.from("file=abc"), FORM],
      [
        "an empty boundary",
        Buffer.concat([file, END]),
        { "content-type": 'multipart/form-data; boundary=""' },
      ],
      ["a boundary without its dashes", Buffer.concat([file.subarray(2), END]), FORM],
      [
        "lines that end in LF alone",
        Buffer.from(`${file.toString("latin1").replaceAll("\r\n", "\n")}--${BOUNDARY}--\n`, "latin1"),
        FORM,
      ],
      ["a part without an end of its headers", Buffer.concat([file.subarray(0, 60), END]), FORM],
      [
        "a part with endless headers",
        Buffer.concat([file.subarray(0, 60), Buffer.alloc(300_000, "a"), END]),
        FORM,
      ],
      ["40 parts", Buffer.concat([...Array.from({ length: 40 }, () => part("a", "b")), file, END]), FORM],
      ["compression", bytes, { "content-encoding": "gzip" }],
    ]);
    it.each(bodies)("a form or body with %s", async (_, body, headers) => {
      const { id } = await proofOf(bytes);
      for (const chunked of [false, true]) {
        const answer = await put(id, body, headers, { chunked });
        expect([answer.status, answer.json.error.code]).toEqual([400, "invalid_request"]);
        await expectNothing(id);
      }
    });

    itAboveTheStore("a file with a wrong length", async () => {
      const bytes = randomBytes(100_000);
      const { id } = await proofOf(bytes);
      // If shorter, the rest is not a valid request. If longer, the body never ends.
      for (const length of [1, 99_999, 100_001, 24_000_000]) {
        expect(await answerTo(id, bytes, length)).not.toMatch(/^HTTP\/1\.1 2/);
      }
      for (const length of ["-1", "1e5", "abc", "100000, 100000", "99999999999999999999"]) {
        expect(await answerTo(id, bytes, length)).toMatch(/^HTTP\/1\.1 4(00|13) /);
      }
      await expect.poll(() => isUploading(id)).toBe(false);
      await expect.poll(blobCount).toBe(0);
    });

    /** Sends a whole body with the given length, then closes its side. */
    async function answerTo(id: string, body: Buffer, length: number | string): Promise<string> {
      const socket = connect({ port: service.port, host: "127.0.0.1", allowHalfOpen: true });
      const head = `PUT /api/v2/proofs/${id}/original HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.key}`;
      let answer = "";
      socket.on("data", (piece) => {
        answer += piece.toString("latin1");
      });
      const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      // A server that has already refused resets the connection for anything sent later.
      socket.on("error", () => {}).on("end", () => socket.destroy());
      socket.write(`${head}\r\ncontent-length: ${length}\r\n\r\n`);
      socket.end(body);
      await closed;
      return answer;
    }

    it("an upload that is cut off at every 64 KiB", async () => {
      const bytes = randomBytes(500_000);
      const { id } = await proofOf(bytes);
      for (const isForm of [false, true]) {
        const body = isForm ? Buffer.concat([part("file", bytes), END]) : bytes;
        for (let cut = 0; cut < body.length; cut += 65_536) {
          await cutUpload(id, body, cut, isForm ? FORM : {});
        }
      }
      await expect.poll(() => isUploading(id)).toBe(false);
      await expect.poll(blobCount).toBe(0);
      expect((await put(id, bytes)).status).toBe(201);
    });

    /** Sends the head and this many bytes, then closes the connection. */
    async function cutUpload(id: string, body: Buffer, cut: number, headers: object): Promise<void> {
      const socket = connect(service.port, "127.0.0.1");
      const lines = Object.entries({
        host: "x",
        authorization: `Bearer ${owner.key}`,
        "content-length": body.length,
        ...headers,
      }).map(([name, value]) => `${name}: ${value}`);
      socket.write(`PUT /api/v2/proofs/${id}/original HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      await new Promise<void>((resolve) => socket.write(body.subarray(0, cut), () => resolve()));
      await new Promise<void>((resolve) => socket.once("close", () => resolve()).end());
    }
  });

  itAboveTheStore(
    "takes the file from a form with other fields, and its name and type if the proof has none",
    async () => {
      const bytes = randomBytes(200_000);
      const { id } = await proofOf(bytes);
      const form = Buffer.concat([
        Buffer.from("preamble\r\n"),
        part("note", "a field"),
        part("upload", randomBytes(70_000), '; filename="other.bin"'),
        part("file", bytes, '; filename="C:\\\\docs\\\\Größe.png"\r\nContent-Type: image/png'),
        part("after", "x".repeat(100_000)),
        END,
        Buffer.from("epilogue"),
      ]);
      const stored = await put(id, form, FORM, { chunked: true });
      expect(stored.status).toBe(201);
      expect(stored.json.original).toMatchObject({
        file_name: "Größe.png",
        mime_type: "image/png",
        size_bytes: 200_000,
      });
    },
  );

  const names = requestsOfAKind([
    // .NET sends both, curl the first or the second, browsers the third.
    [`filename="=?utf-8?B?R3LDtsOfZS50eHQ=?="; filename*=utf-8''Gr%C3%B6%C3%9Fe.txt`, "Größe.txt"],
    ['filename="a \\"b\\" c.txt"', 'a "b" c.txt'],
    ['filename="a %22b%22 c%0A.txt"', 'a "b" c.txt'],
    ['filename="C:\\Users\\ana\\a.txt"', "a.txt"],
    ["filename=\"good.txt\"; filename*=utf-8''%C3", "good.txt"],
    ["filename*=iso-8859-1'en'na%EFve.txt", "naïve.txt"],
    ['flag; filename="a;b=c.txt"; x=y', "a;b=c.txt"],
    ["filename=plain.txt", "plain.txt"],
    ['filename="50%.txt"', "50%.txt"],
  ] as const);
  it.each(names)("reads the name of a form's file in %s", async (parameters, expected) => {
    const bytes = randomBytes(10);
    const { id } = await proofOf(bytes);
    const form = Buffer.concat([part("x", "y"), part("file", bytes, `; ${parameters}`), END]);
    expect((await put(id, form, FORM)).json.original.file_name).toBe(expected);
  });

  itAboveTheStore(
    "reads forms as RFC 2046 allows them: a preamble, spaces after a boundary, an epilogue, a quoted boundary",
    async () => {
      const bytes = Buffer.concat([
        randomBytes(70_000),
        Buffer.from(`\r\n--${BOUNDARY}x\r\n--${BOUNDARY}-\r\n`),
      ]);
      for (const chunked of [false, true]) {
        const { id } = await proofOf(Buffer.concat([bytes, Buffer.from(String(chunked))]));
        const form = Buffer.concat([
          Buffer.from("a preamble\r\n"),
          Buffer.from(`--${BOUNDARY} \t \r\n\r\nwithout headers\r\n`),
          part("file", Buffer.concat([bytes, Buffer.from(String(chunked))])),
          END.subarray(0, -2),
          Buffer.from("  \r\nan epilogue"),
        ]);
        const type = `multipart/form-data; charset=utf-8; boundary="${BOUNDARY.replace("b", "\\b")}"`;
        expect((await put(id, form, { "content-type": type }, { chunked })).status).toBe(201);
      }
    },
  );

  const served = requestsOfAKind([
    ["plain.pdf", "attachment; filename=plain.pdf"],
    ['a "quoted" \\ name.txt', null],
    ["Größe €.pdf", null],
    ["ملف.pdf", null],
    ["文書 📄.pdf", null],
    ["%41;filename=x.exe", null],
    ["semi;colon=1.txt", null],
    [`${"文".repeat(180)}.docx`, null],
  ] as const);
  it.each(served)("serves the name %j as RFC 6266 requires", async (name, expected) => {
    const bytes = randomBytes(10);
    const proof = await proofOf(bytes, { name });
    await put(proof.id, bytes);
    const header = String((await get(proof.id)).headers["content-disposition"]);
    expect(header).toMatch(/^attachment; filename=/);
    expect(header).toMatch(/^[\x20-\x7e\xa0-\xff]*$/);
    if (expected !== null) expect(header).toBe(expected);
    const extended = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
    const plain = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/.exec(header)!;
    if (extended !== undefined) expect(plain[2] ?? plain[1]!).toMatch(/^[^?*:|"<>/\\]{1,150}$/);
    const shown =
      extended === undefined ? (plain[2] ?? plain[1]!.replace(/\\(.)/g, "$1")) : decodeURIComponent(extended);
    expect(shown).toBe(proof.name);
  });

  itAboveTheStore(
    "serves a type that cannot be sent in a header as bytes, and compresses nothing",
    async () => {
      const bytes = Buffer.from("<script>alert(1)</script>".repeat(1_000));
      for (const [mime_type, served] of [
        ["no type", "application/octet-stream"],
        ["text/html", "text/html"],
      ]) {
        const content = Buffer.concat([bytes, Buffer.from(mime_type!)]);
        const { id } = await proofOf(content, { mime_type });
        await put(id, content);
        const answer = await service.request("GET", `/proofs/${id}/original`, {
          key: owner.key,
          headers: { "accept-encoding": "gzip", range: "bytes=0-9" },
        });
        expect(answer.status).toBe(200);
        expect(answer.headers["content-type"]).toBe(served);
        expect(answer.headers["content-encoding"]).toBeUndefined();
        expect(answer.headers["content-length"]).toBe(String(content.length));
      }
    },
  );

  const types = requestsOfAKind([
    ["application/json", "application/json"],
    ["application/x-www-form-urlencoded", "application/octet-stream"],
    ["multipart/mixed; boundary=x", "multipart/mixed"],
    ["no type", "application/octet-stream"],
    ["text/plain; charset", "application/octet-stream"],
    [undefined, "application/octet-stream"],
  ] as const);
  it.each(types)("takes a body of the type %j as the file itself", async (type, served) => {
    const bytes = Buffer.from(`{ "kept":  "${randomUUID()}" }`);
    const { id } = await proofOf(bytes);
    const headers = type === undefined ? {} : { "content-type": type };
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/v2/proofs/${id}/original`, {
      method: "PUT",
      headers: { authorization: `Bearer ${owner.key}`, ...headers },
      body: Uint8Array.from(bytes),
    });
    expect(answer.status).toBe(201);
    const got = await get(id);
    expect(got.body).toBe(bytes.toString());
    expect(String(got.headers["content-type"]).split(";")[0]).toBe(served);
  });

  it("answers HEAD about an original without spending a download", async () => {
    const bytes = randomBytes(1_000);
    const { id } = await proofOf(bytes);
    await put(id, bytes);
    const answer = await service.request("HEAD", `/proofs/${id}/original`, { key: owner.key });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-length": "1000",
      "x-svc-custody-downloads-remaining": "50",
    });
    expect((await reportOf()).downloads_used_today).toBe(0);
  });

  it("ends custody, purges the blob, and takes the original again", async () => {
    const bytes = randomBytes(100_000);
    const { id } = await proofOf(bytes);
    await put(id, bytes);
    const remove = () => service.request("DELETE", `/proofs/${id}/original`, { key: owner.key });
    const ended = await remove();
    expect(ended.status).toBe(200);
    expect(ended.json).toEqual({ proof_id: id, original: null, purged: false, proof_unaffected: true });
    expect((await remove()).status).toBe(404);
    expect((await get(id)).status).toBe(404);
    expect(await usedBytes()).toBe(0);
    expect(await blobCount()).toBe(1);
    await custody.purge();
    expect(await blobCount()).toBe(0);
    expect((await put(id, bytes)).status).toBe(201);
    await custody.purge();
    expect((await get(id)).status).toBe(200);
  });

  it("keeps originals of others out of reach", async () => {
    const bytes = randomBytes(100);
    const { id } = await proofOf(bytes);
    await put(id, bytes);
    const stranger = await service.newAccount();
    for (const method of ["GET", "PUT", "POST", "DELETE"]) {
      const answer = await service.request(method, `/proofs/${id}/original`, { key: stranger.key });
      expect(answer.status).toBe(404);
    }
    const copy = await proofOf(bytes, {}, stranger);
    const answer = await service.request("PUT", `/proofs/${copy.id}/original`, {
      key: stranger.key,
      body: bytes,
    });
    expect([answer.status, answer.json.error.code]).toEqual([409, "conflict"]);
  });

  it("takes exactly the account's space, with concurrent uploads", async () => {
    const free = await service.newAccount("free");
    const files = Array.from({ length: 8 }, () => randomBytes(9_000_000));
    const proofs = await Promise.all(files.map((bytes) => proofOf(bytes, {}, free)));
    const answers = await Promise.all(
      files.map((body, i) =>
        service.request("PUT", `/proofs/${proofs[i].id}/original`, {
          key: free.key,
          body,
          chunked: i % 2 === 0,
          headers: { "content-type": "application/pdf" },
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    const stored = statuses.filter((status) => status === 201).length;
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    // An upload of unknown length reserves up to 10 MB while it lasts.
    expect(stored).toBeGreaterThanOrEqual(4);
    expect(stored).toBeLessThanOrEqual(5);
    for (const { status, json } of answers) {
      if (status === 507)
        expect(json.error).toMatchObject({ code: "custody_quota_exceeded", max_account_bytes: 50_000_000 });
    }
    expect((await reportOf(free)).used_bytes).toBe(stored * 9_000_000);
  });

  it("counts the downloads of a day exactly, with concurrent ones too", async () => {
    const free = await service.newAccount("free");
    const bytes = randomBytes(200_000);
    const { id } = await proofOf(bytes, {}, free);
    const headers = { "content-type": "application/pdf" };
    await service.request("PUT", `/proofs/${id}/original`, { key: free.key, body: bytes, headers });
    const answers = await Promise.all(Array.from({ length: 25 }, () => get(id, free)));
    const served = answers.filter(({ status }) => status === 200);
    expect(served).toHaveLength(10);
    const remaining = served.map(({ headers }) => Number(headers["x-svc-custody-downloads-remaining"]));
    expect(remaining.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const { status, json } of answers) {
      if (status !== 200) expect([status, json.error.code]).toEqual([429, "download_quota_exceeded"]);
    }
    expect((await reportOf(free)).downloads_used_today).toBe(10);
  });

  it("serves no original whose blob was changed at any place or is gone", async () => {
    const bytes = randomBytes(400_000);
    const { id } = await proofOf(bytes);
    await put(id, bytes);
    const [name] = await custody.names();
    const blob = await custody.read(name!);
    const damaged = [0, 1, 39, 40, 200_000, blob.length - 1].map((place) => {
      const changed = Buffer.from(blob);
      changed[place]! ^= 1;
      return changed;
    });
    const variants = [...damaged, blob.subarray(0, 262_144), blob.subarray(0, -1), Buffer.alloc(0), null];
    for (const variant of variants) {
      await custody.write(name!, variant);
      const answer = await get(id);
      expect([answer.status, answer.json.error.code]).toEqual([500, "integrity_failed"]);
    }
    expect((await reportOf()).downloads_used_today).toBe(0);
    await custody.write(name!, blob);
    expect((await get(id)).status).toBe(200);
  });

  it("serves no original in the place of another, even of the same account and size", async () => {
    const files = [randomBytes(5_000), randomBytes(5_000)];
    const ids: string[] = [];
    for (const bytes of files) {
      const { id } = await proofOf(bytes);
      ids.push(id);
      await put(id, bytes);
    }
    const names = await custody.names();
    const blobs = await Promise.all(names.map((name) => custody.read(name)));
    await custody.write(names[0]!, blobs[1]!);
    await custody.write(names[1]!, blobs[0]!);
    for (const id of ids) expect((await get(id)).status).toBe(500);
  });

  /** Downloads, and runs `between` after the head and before the rest of the body. */
  const download = (id: string, between: () => Promise<void>) =>
    new Promise<{ status: number; length: number; isCut: boolean }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${owner.key}` };
      const path = `/api/v2/proofs/${id}/original`;
      const sent = httpRequest({ port: service.port, path, headers }, (response) => {
        let length = 0;
        const end = (isCut: boolean) => resolve({ status: response.statusCode!, length, isCut });
        response.pause();
        between().then(() => response.resume(), reject);
        response
          .on("data", (piece: Buffer) => {
            length += piece.length;
          })
          .on("error", () => end(true))
          .on("end", () => end(!response.complete));
      });
      sent.on("error", () => resolve({ status: 0, length: 0, isCut: true })).end();
    });

  it("closes the connection if a body cannot be read to its end, so that the client sees the failure", async () => {
    const bytes = randomBytes(24_000_000);
    const { id } = await proofOf(bytes);
    await put(id, bytes);
    const [name] = await custody.names();
    const outcome = await download(id, () => custody.spoilUnread(name!));
    expect(outcome).toMatchObject({ status: 200, isCut: true });
    expect(outcome.length).toBeLessThan(bytes.length);
  });

  it("serves nothing that is authentic but has another fingerprint than the proof", async () => {
    for (const length of [1_000, 400_000]) {
      const { id, hash } = await proofOf(randomBytes(length));
      const objectId = randomUUID();
      const upload = { objectId, proofId: id, accountId: owner.id };
      const other = Readable.from([randomBytes(length)]);
      const { ciphertext, wrapKey } = encryptOriginal(custody.keys, { ...upload, hash }, other);
      const store = service.store.custody;
      const room = { minBytes: length, maxBytes: length, maxAccountBytes: 10_000_000 };
      await store.beginUpload({ ...upload, ...room, expiresAt: new Date(Date.now() + 60_000) });
      await custody.blobs.put(blobName(upload), ciphertext);
      const facts = { sizeBytes: length, fileName: "a", mimeType: "text/plain", storedAt: new Date() };
      expect(await store.completeUpload({ ...upload, ...facts, key: wrapKey(length) })).toBe("stored");
      const answer = await get(id);
      expect([answer.status, answer.json.error.code]).toEqual([500, "integrity_failed"]);
    }
    expect((await reportOf()).downloads_used_today).toBe(0);
  });

  it("answers 502 while the blobs are out of reach, keeps nothing partial, and recovers", async () => {
    const bytes = randomBytes(300_000);
    const { id } = await proofOf(bytes);
    await put(id, bytes);
    const other = randomBytes(300_000);
    const { id: otherId } = await proofOf(other);
    const back = await custody.takeAway();
    for (const answer of [await get(id), await put(otherId, other)]) {
      expect([answer.status, answer.json.error.code]).toEqual([502, "unavailable"]);
      expect(JSON.stringify(answer.json)).not.toContain(tmpdir());
    }
    expect(await usedBytes()).toBe(300_000);
    expect(await isUploading(otherId)).toBe(false);
    await back();
    expect((await get(id)).status).toBe(200);
    expect((await put(otherId, other)).status).toBe(201);
    await custody.purge();
    expect(await blobCount()).toBe(2);
  });
});
