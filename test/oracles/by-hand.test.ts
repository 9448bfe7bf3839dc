/**
 * docs/guides/by-hand.md, typed word for word in a folder with its program and a package that a sandbox has made. Then packages
 * that were tampered with, each in one layer: every one must pass the steps before the one that is named for it, and fail
 * there. What a sandbox cannot have, deep trees and blocks of Bitcoin, is given to the same programs from recordings.
 */

import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { parseHeaders } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { parseDetachedTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import {
  encodeEvmWitness,
  encodeRlp,
  parseEvmWitness,
  parseRlp,
  type RlpItem,
  rlpInteger,
} from "@svc-proof/verifier-lib/evm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTransactionsTrie } from "../../service/src/witnesses/transactions.js";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { handMadeZip } from "../../verifier-lib/src/archive/zip.testing.js";
import { externalTool } from "../certificates/external-tool.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { root, type Sandbox, startSandbox } from "../e2e/sandbox.js";
import { drawOf } from "../fuzz/draw.js";
import { sandboxSeals } from "../sandbox-seal.js";
import { blocksOf, normalised, pattern, type Typed, typeBlocks } from "./hand-typed-page.js";
import { stockClient } from "./opentimestamps/oracles.js";

const blocks = blocksOf(join(root, "docs/guides/by-hand.md"));
const PROGRAM = "by_hand.py";
const client = stockClient();
const hasTools = ["python3", "openssl"].every((name) => externalTool(name, "--version") !== null);
const ORIGINAL = Buffer.from("This contract is one of the test.\n");
const HASH = createHash("sha256").update(ORIGINAL).digest("hex");
const COMPLETE_WITH = [
  "bitcoin/headers.json",
  "anchors/31337.ots",
  "seal/timestamp.tsr.ots",
  "seal/revocation/2.crl",
];

type Parts = Map<string, Buffer>;

/** What the tamperings change. */
interface Documents {
  readonly "proof.json": {
    proof_id: string;
    readonly content: { hash: string };
    readonly leaf: { value: string };
    merkle: { index: number; path: { position: string; hash: string }[]; root: string };
    readonly anchors: [{ tx_hash: string; block_number: number; payload: string }];
  };
  readonly "anchors/31337.json": { readonly proof: [string] };
  readonly "bitcoin/headers.json": { readonly headers: [string, ...string[]] };
}

async function partsOf(zip: Uint8Array): Promise<Parts> {
  const parts: Parts = new Map();
  for (const entry of await parseZip(zip)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of entry.read()) pieces.push(piece);
    parts.set(entry.name, Buffer.concat(pieces));
  }
  return parts;
}

/** A trusted list that nobody signed: the page says that it checks no signature. */
function listNaming(certificatePem: string, status = "granted"): string {
  const base64 = certificatePem.replace(/-----[A-Z ]+-----|\s/g, "");
  const service = (type: string, certificate: string) => `<TSPService><ServiceInformation>
    <ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/${type}</ServiceTypeIdentifier>
    <ServiceName><Name xml:lang="en">Time stamps of a sandbox, on a list of this test</Name></ServiceName>
    <ServiceDigitalIdentity><DigitalId><X509Certificate>${certificate}</X509Certificate></DigitalId></ServiceDigitalIdentity>
    <ServiceStatus>http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${status}</ServiceStatus>
    <StatusStartingTime>2020-01-01T00:00:00Z</StatusStartingTime>
    </ServiceInformation></TSPService>`;
  return `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#"><SchemeInformation>
    <TSLSequenceNumber>1</TSLSequenceNumber><SchemeTerritory>ES</SchemeTerritory>
    <ListIssueDateTime>2026-01-01T00:00:00Z</ListIssueDateTime></SchemeInformation>
    <TrustServiceProviderList>${service("CA/QC", base64)}${service("TSA/QTST", base64)}</TrustServiceProviderList>
    </TrustServiceStatusList>`;
}

const pemBlocks = (pem: Buffer) =>
  [...pem.toString().matchAll(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----\n?/g)].map(
    ([one]) => one,
  );

describe.skipIf(!hasTools || client === null)("a package, checked by hand", () => {
  let sandbox: Sandbox;
  let genuine: Parts;
  let list: string;
  let typed: readonly Typed[];
  const folder = mkdtempSync(join(tmpdir(), "svc-by-hand-"));
  const done = join(folder, "done");

  /** A folder as the page asks for it. */
  function prepare(name: string, parts: Parts, listed = list): string {
    const at = join(folder, name);
    mkdirSync(at);
    copyFileSync(join(root, "docs/guides", PROGRAM), join(at, PROGRAM));
    const entries = [...parts].map(([entry, content]) => ({ name: entry, content }));
    writeFileSync(join(at, "evidence.zip"), handMadeZip(entries, Buffer.alloc(0)));
    writeFileSync(join(at, "endpoints.txt"), `31337 ${sandbox.rpc_url}\n`);
    writeFileSync(join(at, "list.xml"), listed);
    return at;
  }
  const type = (at: string) => typeBlocks(blocks, at, dirname(client!));

  beforeAll(async () => {
    sandbox = await startSandbox({
      SVC_SANDBOX_BITCOIN_BLOCK_MS: "1000",
      SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
      SVC_TSA_TIMEOUT_MS: "60000",
    });
    const authorization = `Bearer ${sandbox.keys.pro}`;
    const register = async (body: object) => {
      const headers = { authorization, "content-type": "application/json" };
      const answer = await fetch(`${sandbox.base_url}/proofs`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(201);
      return (await answer.json()) as { id: string };
    };
    // Others of the same batch, so that the path has items.
    const [{ id }] = await Promise.all([
      register({ hash: HASH, name: "contract.txt", qualified: true }),
      ...Array.from({ length: 6 }, () => register({ hash: randomBytes(32).toString("hex") })),
    ]);
    const deposit = { method: "PUT", headers: { authorization }, body: ORIGINAL };
    expect((await fetch(`${sandbox.base_url}/proofs/${id}/original`, deposit)).status).toBe(201);
    for (const end = Date.now() + 100_000; ; await sleep(500)) {
      const answer = await fetch(`${sandbox.base_url}/proofs/${id}/evidence.zip?lang=en`, {
        headers: { authorization },
      });
      genuine = await partsOf(new Uint8Array(await answer.arrayBuffer()));
      if (isComplete(genuine)) break;
      if (Date.now() > end) throw new Error(`the package has only ${[...genuine.keys()]}`);
    }
    list = listNaming(pemBlocks(genuine.get("seal/tsa-certificates.pem")!)[0]!);
    // Twelve blocks of the chain follow within two seconds.
    await sleep(2_000);
    prepare("done", genuine);
    typed = type(done);
  }, 240_000);
  afterAll(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true });
  });

  /** Whether each file leads to a block, and its headers are there. */
  function isComplete(parts: Parts): boolean {
    if (!COMPLETE_WITH.every((part) => parts.has(part))) return false;
    const runs = [...parts].flatMap(([name, content]) =>
      name.startsWith("bitcoin/headers") ? [...parseHeaders(content)] : [],
    );
    return ["bitcoin/original.ots", "anchors/31337.ots", "seal/timestamp.tsr.ots"].every((name) => {
      const { timestamp, digest } = parseDetachedTimestamp(parts.get(name)!);
      return replay(timestamp, digest).some(
        ({ attestation }) =>
          attestation.kind === "bitcoin" &&
          runs.some(
            ({ height, headers }) =>
              height <= attestation.height && attestation.height < height + headers.length,
          ),
      );
    });
  }

  test("every block of the page runs, and prints what the page shows", () => {
    expect(blocks.length).toBeGreaterThan(16);
    for (const { block, status, output } of typed) {
      expect([status, output], block.step).toEqual([0, expect.any(String)]);
      expect(block.shown, block.step).not.toBeNull();
      expect(normalised(output), block.step).toMatch(pattern(block.shown!));
    }
    expect(typed).toHaveLength(blocks.length);
  });

  /** Changes one bit. */
  const flipped = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes);
    copy[at < 0 ? copy.length + at : at]! ^= 1;
    return copy;
  };
  const rewrite = <Name extends keyof Documents>(
    parts: Parts,
    name: Name,
    change: (document: Documents[Name]) => void,
  ) => {
    const document = JSON.parse(parts.get(name)!.toString());
    change(document);
    parts.set(name, Buffer.from(JSON.stringify(document)));
  };
  const otherHash = () => randomBytes(32).toString("hex");
  const witnessName = "anchors/31337.json" as const;
  /** Another witness of the same form, with the fields of its header or its transaction changed, and all hashes made right again. */
  async function forgeWitness(
    parts: Parts,
    { input, headerField }: { readonly input?: string; readonly headerField?: readonly [number, Uint8Array] },
  ): Promise<string> {
    const witness = parseEvmWitness(parts.get(witnessName)!);
    const [leaf] = witness.proof;
    const node = parseRlp(leaf!) as [Uint8Array, Uint8Array];
    const kind = node[1][0]!;
    const fields = [...(parseRlp(node[1].subarray(1)) as RlpItem[])];
    if (input !== undefined) fields[7] = Buffer.from(input);
    const transaction = Buffer.concat([Uint8Array.of(kind), encodeRlp(fields)]);
    const trie = await buildTransactionsTrie([transaction], 0);
    const header = [...(parseRlp(witness.header) as Uint8Array[])];
    header[4] = trie.root;
    if (headerField !== undefined) header[headerField[0]] = headerField[1];
    parts.set(
      witnessName,
      Buffer.from(encodeEvmWitness({ ...witness, header: encodeRlp(header), proof: [...trie.proof] })),
    );
    return `0x${bytesToHex(keccak_256(transaction))}`;
  }

  interface Tampering {
    readonly about: string;
    /** The start of the heading at which it must fail. */
    readonly step: string;
    readonly says: RegExp;
    change(parts: Parts): void | Promise<void>;
  }

  const TAMPERINGS: readonly Tampering[] = [
    {
      about: "a part is damaged",
      step: "1. ",
      says: /Bad CRC-32/,
      change: () => {},
    },
    {
      about: "the original has another bit",
      step: "2. ",
      says: /WRONG the proof is about this file/,
      change: (parts) => parts.set("original/contract.txt", flipped(ORIGINAL, 3)) as never,
    },
    {
      about: "another file, and the proof is made to name its hash",
      step: "3. ",
      says: /WRONG its SHA-256 is the leaf/,
      change: (parts) => {
        parts.set("original/contract.txt", Buffer.from("another contract"));
        const hash = createHash("sha256").update("another contract").digest("hex");
        rewrite(parts, "proof.json", (proof) => {
          proof.content.hash = hash;
        });
      },
    },
    {
      about: "a name occurs twice in the proof",
      step: "2. ",
      says: /WRONG no name occurs twice/,
      change: (parts) => {
        const text = parts.get("proof.json")!.toString();
        parts.set("proof.json", Buffer.from(text.replace("{", '{"schema":"svc-proof/2",')));
      },
    },
    {
      about: "another file, and leaf and root are made right for it",
      step: "7. ",
      says: /WRONG its whole input is the payload/,
      change: (parts) => {
        parts.set("original/contract.txt", Buffer.from("another contract"));
        const hash = createHash("sha256").update("another contract").digest("hex");
        rewrite(parts, "proof.json", (proof) => {
          proof.content.hash = hash;
          proof.leaf.value = createHash("sha256")
            .update(`svc-leaf:v2:${proof.proof_id}:${hash}`)
            .digest("hex");
          proof.merkle = { index: 0, path: [], root: proof.leaf.value };
          proof.anchors[0].payload = `svc:v2:${proof.merkle.root}`;
        });
      },
    },
    {
      about: "a sibling is another",
      step: "4. ",
      says: /WRONG the path ends at the root/,
      change: (parts) =>
        rewrite(parts, "proof.json", (proof) => {
          proof.merkle.path = [...proof.merkle.path.slice(1), { position: "left", hash: otherHash() }];
        }),
    },
    {
      about: "another payload",
      step: "5. ",
      says: /WRONG its payload is/,
      change: (parts) =>
        rewrite(parts, "proof.json", (proof) => {
          proof.anchors[0].payload = `svc:v2:${otherHash()}`;
        }),
    },
    {
      about: "a node of the witness is changed",
      step: "7. ",
      says: /WRONG its \d+ bytes have the hash by which it is named/,
      change: (parts) =>
        rewrite(parts, witnessName, (witness) => {
          witness.proof[0] = witness.proof[0].replace(/.$/, (last: string) => (last === "0" ? "1" : "0"));
        }),
    },
    {
      about: "another block number in the proof",
      step: "7. ",
      says: /WRONG the block is the anchor's/,
      change: (parts) =>
        rewrite(parts, "proof.json", (proof) => {
          proof.anchors[0].block_number -= 1;
        }),
    },
    {
      about: "a transaction with another input, in a tree that is right",
      step: "7. ",
      says: /WRONG its whole input is the payload/,
      change: async (parts) => {
        const hash = await forgeWitness(parts, { input: `svc:v2:${otherHash()}` });
        rewrite(parts, "proof.json", (proof) => {
          proof.anchors[0].tx_hash = hash;
        });
      },
    },
    {
      about: "a block with an earlier time, whose hash nobody knows",
      step: "8. ",
      says: /WRONG its block \d+ has that hash/,
      change: async (parts) => {
        await forgeWitness(parts, { headerField: [11, rlpInteger(1_600_000_000n)] });
      },
    },
    {
      about: "the OpenTimestamps file of another original",
      step: "9. ",
      says: /File does not match original!/,
      change: (parts) =>
        parts.set("bitcoin/original.ots", flipped(parts.get("bitcoin/original.ots")!, 40)) as never,
    },
    {
      about: "an operation on the way to Bitcoin is changed",
      step: "10. ",
      says: /WRONG block \d+ has the Merkle root/,
      change: (parts) => {
        const file = parts.get("bitcoin/original.ots")!;
        // After the digest: hexlify, prepend, the length of the text of a leaf, and the text itself.
        const at = 33 + 32 + 3 + 4;
        parts.set("bitcoin/original.ots", flipped(file, at));
      },
    },
    {
      about: "headers that do not name one another",
      step: "10. ",
      says: /WRONG each header names the one before/,
      change: (parts) =>
        rewrite(parts, "bitcoin/headers.json", (document) => {
          const [first] = document.headers;
          document.headers.push(first.slice(0, 8) + otherHash() + first.slice(72));
        }),
    },
    {
      about: "a header without the work that it states",
      step: "10. ",
      says: /WRONG each header has the work that it states/,
      change: (parts) =>
        rewrite(parts, "bitcoin/headers.json", (document) => {
          // The target of Bitcoin's first block.
          document.headers[0] = `${document.headers[0].slice(0, 144)}ffff001d00000000`;
          document.headers.length = 1;
        }),
    },
    {
      about: "an operation from the block to Bitcoin is changed",
      step: "11. ",
      says: /WRONG block \d+ has the Merkle root/,
      change: (parts) => {
        const file = parts.get("anchors/31337.ots")!;
        parts.set("anchors/31337.ots", flipped(file, 33 + 32 + 2));
      },
    },
    {
      about: "the seal's signature is changed",
      step: "12. ",
      says: /Verification: FAILED/,
      change: (parts) => {
        const name = "seal/timestamp.tsr";
        parts.set(name, flipped(parts.get(name)!, -1));
      },
    },
    {
      about: "a seal of someone else for this file, with the certificates of a good authority beside it",
      step: "12. ",
      says: /Verification: FAILED/,
      change: async (parts) => {
        const [seal] = await sandboxSeals([{ algorithm: "SHA-256", hash: HASH }]);
        parts.set("seal/timestamp.tsr", Buffer.from(seal!.response));
      },
    },
    {
      about: "an answer about the certificate that its issuer did not sign",
      step: "13. ",
      says: /WRONG .*1\.ocsp is signed/,
      change: (parts) =>
        parts.set("seal/revocation/1.ocsp", flipped(parts.get("seal/revocation/1.ocsp")!, -1)) as never,
    },
    {
      about: "the OpenTimestamps file of another seal",
      step: "14. ",
      says: /File does not match original!/,
      change: (parts) => {
        const name = "seal/timestamp.tsr.ots";
        parts.set(name, flipped(parts.get(name)!, 40));
      },
    },
    {
      about: "an attachment of the certificate differs from the package",
      step: "16. ",
      says: /WRONG \d+ bytes are those of None/,
      change: (parts) => {
        parts.set("bitcoin/batch.ots", Buffer.from("no matter"));
        parts.set("proof.json", Buffer.from(`${parts.get("proof.json")} `));
      },
    },
  ];

  test.each(TAMPERINGS.map((one) => [`${one.step}${one.about}`, one] as const))(
    "a package that was tampered with fails at step %s",
    async (_, { step, says, change }) => {
      const parts = new Map(genuine);
      await change(parts);
      const last = isLate(step) ? again(step, (at) => unpack(at, parts)) : typedOf(step, parts);
      expect(last.block.step.startsWith(step), `${last.block.step}: ${last.output}`).toBe(true);
      expect(last.status).not.toBe(0);
      expect(last.output).toMatch(says);
    },
  );

  const numberOf = (step: string) => Number.parseInt(step, 10);
  /** The steps from 9 on read parts that no step before them reads: these are typed once for all packages. */
  const isLate = (step: string) => numberOf(step) >= 9;

  function typedOf(step: string, parts: Parts): Typed {
    const at = prepare(`tampered-${randomBytes(4).toString("hex")}`, parts);
    if (step === "1. ") {
      const zip = readFileSync(join(at, "evidence.zip"));
      writeFileSync(join(at, "evidence.zip"), flipped(zip, zip.indexOf(ORIGINAL)));
    }
    return type(at).at(-1)!;
  }

  function unpack(at: string, parts: Parts): void {
    for (const [name, content] of parts) writeFileSync(join(at, "package", name), content);
  }

  /** Types the blocks of one step again, after all of them were typed; those of the 9th before the 10th, which reads more of its part. */
  function again(step: string, change: (at: string) => void): Typed {
    const at = join(folder, `again-${randomBytes(4).toString("hex")}`);
    cpSync(done, at, { recursive: true });
    change(at);
    const [last, first] = [numberOf(step), step.startsWith("10.") ? 9 : numberOf(step)];
    const some = blocks.filter((block) => first <= numberOf(block.step) && numberOf(block.step) <= last);
    return typeBlocks(some, at, dirname(client!)).at(-1)!;
  }

  test.each([
    [
      "a list that withdrew the service",
      () => listNaming(authorityPem(), "withdrawn"),
      /WRONG it was granted/,
    ],
    ["a list that does not name it", () => listNaming(strangerPem()), /WRONG the seal leads to a service/],
  ])("step 15 refuses %s", (_, listed, says) => {
    const { status, output } = again("15. ", (at) => writeFileSync(join(at, "list.xml"), listed()));
    expect([status, output]).toEqual([1, expect.stringMatching(says)]);
  });

  test("step 13 finds the signer on a list", () => {
    const { status, output } = again("13. ", (at) => {
      const openssl = (...words: string[]) =>
        spawnSync("openssl", words, { cwd: at, encoding: "utf8" }).stdout;
      const [, signer] = pemBlocks(genuine.get("seal/tsa-certificates.pem")!);
      writeFileSync(join(at, "signer.pem"), signer!);
      const [, serial] = openssl("x509", "-in", "signer.pem", "-noout", "-serial").trim().split("=");
      // The database of `openssl ca`: one revoked certificate.
      writeFileSync(
        join(at, "index.txt"),
        `R\t491231235959Z\t260101000000Z\t${serial}\tunknown\t/CN=signer\n`,
      );
      writeFileSync(join(at, "ca.cnf"), "[ca]\ndefault_ca=a\n[a]\ndatabase=index.txt\ndefault_md=sha256\n");
      strangerPem(at);
      const authority = ["-config", "ca.cnf", "-keyfile", "stranger.key", "-cert", "stranger.pem"];
      openssl("ca", ...authority, "-gencrl", "-crldays", "9", "-out", "list.pem");
      openssl("crl", "-in", "list.pem", "-outform", "DER", "-out", "package/seal/revocation/3.crl");
    });
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/3\.crl is a list\n.*\nWRONG it does not have/),
    ]);
  });

  test("step 13 asks about the signer also where it is not beside the seal", () => {
    const { status, output } = again("13. ", (at) => {
      writeFileSync(join(at, "package/seal/tsa-certificates.pem"), authorityPem());
    });
    expect([status, output]).toEqual([0, expect.stringMatching(/says of certificate-1\.pem: good/)]);
  });

  test("step 15 takes no certificate of the package that is not above the seal", () => {
    const { status, output } = again("15. ", (at) => {
      const stranger = strangerPem();
      const pem = join(at, "package/seal/tsa-certificates.pem");
      writeFileSync(pem, readFileSync(pem, "utf8") + stranger);
      writeFileSync(join(at, "list.xml"), listNaming(stranger));
    });
    expect([status, output]).toEqual([1, expect.stringMatching(/WRONG the seal leads to a service/)]);
  });

  test.skipIf(vectorFolder("eutl") === null)("step 15 reads a real list, which names no sandbox", () => {
    const real = join(vectorFolder("eutl")!, "AT-72.xml");
    const { status, output } = again("15. ", (at) => cpSync(real, join(at, "list.xml")));
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/AT 72 .*\nWRONG the seal leads to a service/),
    ]);
  });

  const authorityPem = () => pemBlocks(genuine.get("seal/tsa-certificates.pem")!)[0]!;
  /** A certificate that has nothing to do with the seal, also written into a folder with its key. */
  function strangerPem(at = folder): string {
    const path = join(at, "stranger.pem");
    const subject = "-subj /CN=stranger -days 9".split(" ");
    const curve = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes".split(" ");
    const words = ["req", "-x509", ...curve, ...subject, "-keyout", join(at, "stranger.key"), "-out", path];
    expect(spawnSync("openssl", words).status).toBe(0);
    return readFileSync(path, "utf8");
  }

  /** Runs Python in a folder with the page's program. */
  function python(program: string, input = ""): string {
    const { status, stdout, stderr } = spawnSync("python3", ["-c", program], {
      cwd: done,
      input,
      encoding: "utf8",
      timeout: 120_000,
      maxBuffer: 1 << 28,
    });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  }

  test("its reader of trees finds transactions in blocks of up to 300, and refuses another key", async () => {
    const draw = drawOf(20_261_124);
    const asked: string[] = [];
    const expected: string[] = [];
    for (let block = 0; block < 12; block++) {
      const transactions = Array.from({ length: 1 + draw.below(300) }, () =>
        draw.bytes(33 + draw.below(200)),
      );
      const index = draw.below(transactions.length);
      const { root: trieRoot, proof } = await buildTransactionsTrie(transactions, index);
      const nodes = proof.map((node) => bytesToHex(node));
      asked.push(
        JSON.stringify([bytesToHex(trieRoot), bytesToHex(encodeRlp(rlpInteger(BigInt(index)))), nodes]),
      );
      expected.push(bytesToHex(transactions[index]!));
      // 65,536 transactions: no block has them.
      asked.push(JSON.stringify([bytesToHex(trieRoot), "83010000", nodes]));
      expected.push("refused");
    }
    const program = `
import contextlib, io, json, sys
from by_hand import digits, value_at
for line in sys.stdin:
    root, key, nodes = json.loads(line)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            value = value_at(bytes.fromhex(root), digits(bytes.fromhex(key)), [bytes.fromhex(one) for one in nodes]).hex()
    except SystemExit:
        value = "refused"
    print(value)
`;
    expect(python(program, asked.join("\n")).trim().split("\n")).toEqual(expected);
  });

  const ots = vectorFolder("ots");
  test.skipIf(ots === null)(
    "its reader of OpenTimestamps agrees with ours on files that calendars completed",
    () => {
      for (const name of ["izenpe-2026.ots", "confirmed-anchor-957504.ots", "gdp2q25-2nd.pdf.ots"]) {
        const path = join(ots!, "good", name);
        const { timestamp, digest } = parseDetachedTimestamp(new Uint8Array(readFileSync(path)));
        const ours = replay(timestamp, digest).flatMap(({ attestation, message }) =>
          attestation.kind === "bitcoin" ? [`${attestation.height} ${bytesToHex(message)}`] : [],
        );
        const output = python(`
from by_hand import attestations
for height, root in attestations(${JSON.stringify(path)}, bytes.fromhex("${bytesToHex(digest)}")):
    print("found", height, root.hex())
`);
        const theirs = [...output.matchAll(/^found (.*)$/gm)].map(([, found]) => found);
        expect(theirs.length).toBeGreaterThan(0);
        expect(theirs).toEqual(ours);
      }
    },
  );
});
