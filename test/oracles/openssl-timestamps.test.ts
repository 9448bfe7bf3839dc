/**
 * Timestamps of an authority made with OpenSSL: what it signs stands, and OpenSSL and this library
 * both reject each deliberate defect.
 */
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type HashAlgorithm,
  parseTimestampResponse,
  parseTimestampToken,
  type TimestampToken,
  type VerifyTimestampParameters,
  verifyTimestamp,
} from "@svc-proof/verifier-lib/rfc3161";
import { parseCrl, parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Credential,
  hasOpenssl,
  type KeyKind,
  OpensslAuthority,
  TSA_EXTENSIONS,
} from "./openssl-authority.js";

const TOKENS_PER_KIND = 17;
const NODE_NAMES: Readonly<Record<HashAlgorithm, string>> = {
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
};

/** The same `TSTInfo` at another second: a certificate is not valid before it was issued. */
function redated(tstInfo: Uint8Array, time: Date): Uint8Array {
  const digits = time.toISOString().replace(/[-:T]|\.\d+/g, "");
  const text = Buffer.from(tstInfo)
    .toString("latin1")
    .replace(/\d{14}Z/, digits);
  return new Uint8Array(Buffer.from(text, "latin1"));
}

const fileBytes = (path: string) => new Uint8Array(readFileSync(path));
const outcome = async (parameters: VerifyTimestampParameters) => {
  const { status, code } = await verifyTimestamp(parameters);
  return [status, code];
};

describe.skipIf(!hasOpenssl)("timestamps of openssl", () => {
  let authority: OpensslAuthority;
  let signers: Record<"rsa:3072" | "ec:P-256" | "ec:P-384", Credential>;
  beforeAll(() => {
    authority = new OpensslAuthority();
    const signerOf = (key: KeyKind) =>
      authority.issue({ name: `TSA ${key}`, key, issuer: authority.issuer, extensions: TSA_EXTENSIONS });
    signers = {
      "rsa:3072": signerOf("rsa:3072"),
      "ec:P-256": signerOf("ec:P-256"),
      "ec:P-384": signerOf("ec:P-384"),
    };
    authority.know(...Object.values(signers));
  }, 60_000);
  afterAll(() => authority?.close());

  const anchors = () => [authority.root.certificate];
  const intermediates = () => [
    authority.issuer.certificate,
    ...Object.values(signers).map((one) => one.certificate),
  ];

  const kinds = (["rsa:3072", "ec:P-256", "ec:P-384"] as const).flatMap((key) =>
    (["sha1", "sha256"] as const).flatMap((essHash) =>
      [true, false].map((certReq) => [key, essHash, certReq ? "with" : "without", certReq] as const),
    ),
  );
  test.each(kinds)("%s, ESSCertID of %s, %s certificates", async (key, essHash, _, certReq) => {
    for (let i = 0; i < TOKENS_PER_KIND; i++) {
      const hash = (["SHA-256", "SHA-384", "SHA-512"] as const)[i % 3]!;
      const digest = new Uint8Array(createHash(NODE_NAMES[hash]).update(randomBytes(16)).digest());
      const nonce = new Uint8Array(randomBytes(8 + (i % 13)));
      const lines = [
        ["accuracy = secs:1, millisecs:500, microsecs:100", "ordering = yes", "tsa_name = yes"],
        ["accuracy = millisecs:1", "ess_cert_id_chain = yes", "clock_precision_digits = 3"],
        [],
      ][i % 3]!;
      const { request, response } = authority.reply(signers[key], digest, {
        hash,
        essHash,
        nonce,
        certReq,
        lines,
      });
      const verdict = await verifyTimestamp({
        response: fileBytes(response),
        imprint: { algorithm: hash, digest },
        request: { nonce, certReq },
        anchors: anchors(),
        intermediates: certReq ? [] : intermediates(),
      });
      expect([verdict.status, verdict.code], verdict.message).toEqual(["passed", "ok"]);
      expect(verdict.chain).toHaveLength(3);
      // Of `ess_cert_id_chain` too: the path keeps to what the token names.
      expect(verdict.beyondNamed).toEqual([]);
      expect(verdict.authority).toBe(`TSA ${key}`);
      const { tstInfo, certificates } = verdict.token!;
      expect([tstInfo.accuracySeconds, tstInfo.ordering, tstInfo.tsa !== null]).toEqual(
        [
          [1.5001, true, true],
          [0.001, false, false],
          [null, false, false],
        ][i % 3],
      );
      expect(certificates.length > 0).toBe(certReq);
      if (i < 3) expect(authority.accepts({ response }, { request })).toBe(true);
      if (!certReq) {
        const alone = await outcome({
          response: fileBytes(response),
          imprint: { algorithm: hash, digest },
          anchors: anchors(),
        });
        expect(alone).toEqual(["indeterminate", "signer_certificate_missing"]);
      }
    }
  });

  describe("deliberate defects: both reject", () => {
    let digest: Uint8Array;
    let good: { request: string; response: string };
    let other: { request: string; response: string };
    let token: TimestampToken;
    const nonce = () => new Uint8Array([1, ...randomBytes(7)]);
    beforeAll(() => {
      digest = new Uint8Array(createHash("sha256").update("content").digest());
      good = authority.reply(signers["ec:P-256"], digest, { nonce: nonce() });
      const otherDigest = new Uint8Array(createHash("sha256").update("other").digest());
      other = authority.reply(signers["ec:P-256"], otherDigest, { nonce: nonce() });
      token = parseTimestampResponse(fileBytes(good.response)).token!;
    });
    const imprint = () => ({ algorithm: "SHA-256" as const, digest });
    /** Our verdict on a token over the content, and OpenSSL's. */
    const judge = async (bytes: Uint8Array, at = new Date()) => {
      const ours = await outcome({
        token: bytes,
        imprint: imprint(),
        anchors: anchors(),
        intermediates: intermediates(),
        at,
      });
      const theirs = authority.accepts({ token: authority.write("tst", bytes) }, { digest }, { at });
      return [...ours, theirs ? "accepted" : "refused"];
    };
    const signedBy = (extensions: readonly string[], words?: readonly string[]) => {
      const signer = authority.issue({ name: "TSA", key: "ec:P-256", issuer: authority.issuer, extensions });
      return authority.sign(redated(token.tstInfo.der, new Date()), [signer], words);
    };
    const withPurpose = (line: string) =>
      signedBy(TSA_EXTENSIONS.map((one) => (one.startsWith("extendedKeyUsage") ? line : one)));

    test("none: the token damaged below is valid", async () => {
      expect(await judge(token.der)).toEqual(["passed", "ok", "accepted"]);
      expect(await judge(signedBy(TSA_EXTENSIONS))).toEqual(["passed", "ok", "accepted"]);
    });

    test("imprint", async () => {
      expect(
        await outcome({ response: fileBytes(other.response), imprint: imprint(), anchors: anchors() }),
      ).toEqual(["failed", "imprint_mismatch"]);
      expect(authority.accepts({ response: other.response }, { digest })).toBe(false);
    });

    test("nonce", async () => {
      const response = fileBytes(good.response);
      expect(
        await outcome({ response, imprint: imprint(), anchors: anchors(), request: { nonce: nonce() } }),
      ).toEqual(["failed", "nonce_mismatch"]);
      expect(authority.accepts({ response: good.response }, { request: other.request })).toBe(false);
    });

    test("policy, certificate: requested and missing", async () => {
      const response = fileBytes(good.response);
      const question = { response, imprint: imprint(), anchors: anchors() };
      expect(await outcome({ ...question, request: { policy: "1.2.3" } })).toEqual([
        "failed",
        "policy_mismatch",
      ]);
      const bare = authority.reply(signers["ec:P-256"], digest, { certReq: false });
      expect(
        await outcome({ ...question, response: fileBytes(bare.response), request: { certReq: true } }),
      ).toEqual(["failed", "requested_certificate_missing"]);
    });

    test.each([
      ["missing", "extendedKeyUsage=critical,codeSigning", "signer_purpose_missing"],
      ["not critical", "extendedKeyUsage=timeStamping", "signer_purpose_not_critical"],
      ["not alone", "extendedKeyUsage=critical,timeStamping,codeSigning", "signer_purpose_not_alone"],
    ])("extended key usage %s", async (_, line, code) => {
      expect(await judge(withPurpose(line))).toEqual(["failed", code, "refused"]);
    });

    test("key usage other than signatures", async () => {
      const extensions = TSA_EXTENSIONS.map((one) =>
        one.startsWith("keyUsage") ? "keyUsage=critical,digitalSignature,keyEncipherment" : one,
      );
      expect(await judge(signedBy(extensions))).toEqual(["failed", "signer_key_usage", "refused"]);
    });

    test("expired at genTime", async () => {
      const signer = authority.issue({
        name: "TSA of one day",
        key: "ec:P-256",
        issuer: authority.issuer,
        extensions: TSA_EXTENSIONS,
        days: 1,
      });
      const inAWeek = new Date(Date.now() + 7 * 86_400_000);
      const moved = redated(token.tstInfo.der, inAWeek);
      expect(await judge(authority.sign(moved, [signer]), inAWeek)).toEqual([
        "failed",
        "signer_not_valid_at_gen_time",
        "refused",
      ]);
    });

    test("wrong issuer: an authority of the same name and another key", async () => {
      const impostor = new OpensslAuthority();
      const response = fileBytes(good.response);
      const roots = [impostor.root.certificate];
      expect((await outcome({ response, imprint: imprint(), anchors: roots }))[0]).toBe("indeterminate");
      expect(authority.accepts(good, good, { roots: impostor.root.pem })).toBe(false);
      impostor.close();
    });

    test("swapped TSTInfo", async () => {
      const otherToken = parseTimestampResponse(fileBytes(other.response)).token!;
      expect(otherToken.tstInfo.der.length).toBe(token.tstInfo.der.length);
      const swapped = Buffer.from(otherToken.der);
      swapped.set(token.tstInfo.der, swapped.indexOf(otherToken.tstInfo.der));
      expect(await judge(new Uint8Array(swapped))).toEqual(["failed", "message_digest_mismatch", "refused"]);
    });

    test("changed attribute: another signing time", async () => {
      const changed = Buffer.from(token.der);
      const attributes = changed.indexOf(token.signer.signedAttributes!.der.subarray(1));
      const time = changed.indexOf("170d", attributes, "hex") + 2;
      changed[time + 11] = changed[time + 11] === 0x30 ? 0x31 : 0x30;
      expect(await judge(new Uint8Array(changed))).toEqual(["failed", "signature_invalid", "refused"]);
    });

    test("changed attribute: another ESSCertID", async () => {
      const changed = Buffer.from(token.der);
      const { certHash } = token.signer.signedAttributes!.signingCertificates[0]!;
      changed[changed.indexOf(certHash)]! ^= 1;
      expect(await judge(new Uint8Array(changed))).toEqual([
        "failed",
        "signing_certificate_mismatch",
        "refused",
      ]);
    });

    test("no ESSCertID at all", async () => {
      expect(await judge(signedBy(TSA_EXTENSIONS, []))).toEqual([
        "failed",
        "signing_certificate_missing",
        "refused",
      ]);
    });

    test("no signed attributes", async () => {
      const bytes = signedBy(TSA_EXTENSIONS, ["-noattr"]);
      expect(await judge(bytes)).toEqual(["failed", "signed_attributes_missing", "refused"]);
    });

    test("two signers", async () => {
      const pair = [signers["ec:P-256"], signers["ec:P-384"]];
      expect(await judge(authority.sign(token.tstInfo.der, pair))).toEqual([
        "indeterminate",
        "damaged",
        "refused",
      ]);
    });
  });

  describe("differences that only a reader of certificates sees", () => {
    let tstInfo: Uint8Array;
    const digest = new Uint8Array(createHash("sha256").update("content").digest());
    beforeAll(() => {
      const { response } = authority.reply(signers["ec:P-256"], digest);
      tstInfo = parseTimestampResponse(fileBytes(response)).token!.tstInfo.der;
    });
    const judge = async (token: Uint8Array) =>
      await outcome({
        token,
        imprint: { algorithm: "SHA-256", digest },
        anchors: anchors(),
        intermediates: intermediates(),
      });

    test("RSA-PSS, with several lengths of salt", async () => {
      for (const salt of ["32", "20", "0", "max"]) {
        const words = ["-cades", "-keyopt", "rsa_padding_mode:pss", "-keyopt", `rsa_pss_saltlen:${salt}`];
        const token = authority.sign(tstInfo, [signers["rsa:3072"]], words);
        expect(parseTimestampToken(token).signer.signatureAlgorithm.oid).toBe("1.2.840.113549.1.1.10");
        expect(await judge(token), salt).toEqual(["passed", "ok"]);
        const damaged = token.slice();
        damaged[damaged.length - 1]! ^= 1;
        expect(await judge(damaged), salt).toEqual(["failed", "signature_invalid"]);
      }
    });

    test("a signer by its key identifier", async () => {
      const token = authority.sign(tstInfo, [signers["ec:P-256"]], ["-cades", "-keyid"]);
      expect(parseTimestampToken(token).signer.sid.kind).toBe("subjectKeyIdentifier");
      expect(await judge(token)).toEqual(["passed", "ok"]);
    });

    test("a key on P-521", async () => {
      const extensions = TSA_EXTENSIONS;
      const signer = authority.issue({ name: "TSA", key: "ec:P-521", issuer: authority.issuer, extensions });
      expect(await judge(authority.sign(redated(tstInfo, new Date()), [signer]))).toEqual(["passed", "ok"]);
    });

    test("an anchor anywhere in the chain, the signer itself included", async () => {
      const token = authority.sign(tstInfo, [signers["ec:P-256"]]);
      for (const anchor of [authority.root, authority.issuer, signers["ec:P-256"]]) {
        const verdict = await verifyTimestamp({
          token,
          imprint: { algorithm: "SHA-256", digest },
          anchors: [anchor.certificate],
          intermediates: intermediates(),
        });
        expect([verdict.status, verdict.chain.at(-1)], verdict.message).toEqual([
          "passed",
          anchor.certificate,
        ]);
      }
    });

    test("revocation: by list, and by its reason", async () => {
      const token = authority.sign(tstInfo, [signers["ec:P-256"]]);
      const { certificate } = signers["ec:P-256"];
      const { genTime } = parseTimestampToken(token).tstInfo;
      const around = (seconds: number) => new Date(genTime.getTime() + seconds * 1000);
      const ask = async (revoked: Parameters<OpensslAuthority["revocationList"]>[0]) => {
        const verdict = await verifyTimestamp({
          token,
          imprint: { algorithm: "SHA-256", digest },
          anchors: [authority.issuer.certificate],
          crls: [authority.revocationList(revoked)],
          at: around(120),
        });
        return [verdict.status, verdict.code, verdict.revocation.status, verdict.revocation.reason];
      };
      expect(await ask([])).toEqual(["passed", "ok", "good", null]);
      expect(await ask([{ certificate, at: around(-60), reason: "superseded" }])).toEqual([
        "failed",
        "revoked",
        "revoked",
        "superseded",
      ]);
    });
  });
});

describe.skipIf(!hasOpenssl)("an authority below a root of version 1, which openssl accepts", () => {
  let authority: OpensslAuthority;
  let root: Credential;
  let signer: Credential;
  beforeAll(() => {
    authority = new OpensslAuthority();
    // Without extensions `openssl x509` writes version 1.
    const [request, pem] = [authority.path("csr"), authority.path("pem")];
    authority.run("req", "-new", "-key", authority.root.key, "-subj", "/CN=Old root", "-out", request);
    const serial = ["-set_serial", "-5"];
    authority.run(
      "x509",
      "-req",
      "-in",
      request,
      "-signkey",
      authority.root.key,
      ...serial,
      "-days",
      "30",
      "-out",
      pem,
    );
    const [certificate] = parsePemCertificates(readFileSync(pem, "utf8"));
    root = { key: authority.root.key, pem, certificate: certificate! };
    // Nor does its root have an identifier of its key.
    const extensions = TSA_EXTENSIONS.filter((line) => !line.startsWith("authorityKeyIdentifier"));
    signer = authority.issue({ name: "Old unit", key: "ec:P-256", issuer: root, extensions });
  }, 60_000);
  afterAll(() => authority?.close());

  /** PEM of version 1, as `openssl ca` writes it without being asked for extensions. */
  function revocationList(entry = ""): Uint8Array {
    const database = authority.write("txt", entry);
    const config = authority.write(
      "cnf",
      `[ca]\ndefault_ca = a\n[a]\ndatabase = ${database}\ndefault_md = sha256\ndefault_crl_days = 9\n`,
    );
    const list = authority.path("crl");
    authority.run("ca", "-gencrl", "-config", config, "-keyfile", root.key, "-cert", root.pem, "-out", list);
    return fileBytes(list);
  }

  const revocationOf = async (...crls: readonly Uint8Array[]) => {
    const digest = new Uint8Array(createHash("sha256").update("x").digest());
    const { response } = authority.reply(signer, digest);
    const { status, code, revocation, unreadRevocationData } = await verifyTimestamp({
      response: fileBytes(response),
      imprint: { algorithm: "SHA-256", digest },
      anchors: [root.certificate],
      crls,
    });
    return [status, code, revocation.status, unreadRevocationData];
  };

  test("and its lists of version 1, in PEM: others' entries clear it, its own revokes it", async () => {
    expect(root.certificate).toMatchObject({ version: 1, basicConstraints: null, serialNumberHex: "FB" });
    expect(await revocationOf()).toEqual(["passed", "ok", "not_checked", 0]);
    const entry = (serial: string) =>
      `R\t301231000000Z\t260101000000Z,keyCompromise\t${serial}\tunknown\t/CN=x\n`;
    const others = revocationList(entry("0102"));
    expect(new TextDecoder().decode(others)).toMatch(/^-----BEGIN X509 CRL-----/);
    expect(parseCrl(others)).toMatchObject({ crlNumber: null, extensions: [] });
    expect(await revocationOf(others)).toEqual(["passed", "ok", "good", 0]);
    const own = revocationList(entry("0102") + entry(signer.certificate.serialNumberHex));
    expect(await revocationOf(own)).toEqual(["failed", "revoked", "revoked", 0]);
    expect(await revocationOf(others, own)).toEqual(["failed", "revoked", "revoked", 0]);
  });
});
