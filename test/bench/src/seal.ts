/**
 * An RSA-3072 timestamp with a chain of three, verified warm, beside `openssl ts -verify` as a
 * process, the way the tool is used. Both judge the same response against the same digest and root.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeTimestampRequest, verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { type Alternatives, contest } from "./contest.js";
import { type Figure, figure, limitFigure } from "./figure.js";

/** Milliseconds that one verification may take. */
const LIMIT_MS = 6;
/** The folder of the contestants' input. */
const FOLDER = "SVC_BENCH_SEAL_FOLDER";

const digest = new Uint8Array(createHash("sha256").update("content").digest());
const pathOf = (name: string) => join(process.env[FOLDER] ?? "", name);

export const alternatives: Alternatives = {
  ours: () => {
    const response = new Uint8Array(readFileSync(pathOf("reply.tsr")));
    const anchors = parsePemCertificates(readFileSync(pathOf("root.pem"), "latin1"));
    const imprint = { algorithm: "SHA-256", digest } as const;
    return async () => {
      const { status, chain } = await verifyTimestamp({ response, imprint, anchors });
      if (status !== "passed" || chain.length !== 3) throw new Error("expected a valid timestamp");
    };
  },
  openssl: () => {
    const words = [
      "ts",
      "-verify",
      "-in",
      pathOf("reply.tsr"),
      "-digest",
      Buffer.from(digest).toString("hex"),
    ];
    return () => {
      const { status } = spawnSync("openssl", [...words, "-CAfile", pathOf("root.pem")]);
      if (status !== 0) throw new Error("expected a valid timestamp");
    };
  },
};

export async function seal(): Promise<Figure[]> {
  if (spawnSync("openssl", ["version"]).status !== 0) {
    process.stderr.write("seal: skipped, because openssl is not installed\n");
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-seal-"));
  process.env[FOLDER] = folder;
  try {
    makeReply(folder);
    const ms = await contest("seal", ["ours", "openssl"]);
    return [
      limitFigure({
        id: "seal.verify",
        unit: "ms",
        ours: ms.ours,
        limit: LIMIT_MS,
        what: "RSA-3072, chain of three, warm",
      }),
      figure({
        id: "seal.rate",
        unit: "timestamps/s",
        ours: 1000 / ms.ours,
        reference: 1000 / ms.openssl,
        referenceName: "openssl ts -verify as a process",
        bar: { atLeast: 5 },
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    delete process.env[FOLDER];
  }
}

/** Root, authority and signer, each of RSA-3072, and a response with both certificates below the root. */
function makeReply(folder: string): void {
  const openssl = (...words: string[]) =>
    execFileSync("openssl", words, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const authority =
    "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash\n";
  writeFileSync(join(folder, "ca.ext"), authority);
  writeFileSync(
    join(folder, "tsa.ext"),
    "keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping\nauthorityKeyIdentifier=keyid\n",
  );
  for (const name of ["root", "ca", "tsa"]) {
    openssl(
      "req",
      "-new",
      "-newkey",
      "rsa:3072",
      "-nodes",
      "-keyout",
      `${name}.key`,
      "-subj",
      `/CN=${name}`,
      "-out",
      `${name}.csr`,
    );
  }
  const signed = (name: string, extensions: string, ...issuer: string[]) =>
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      "-extfile",
      extensions,
      "-days",
      "30",
      "-out",
      `${name}.pem`,
      ...issuer,
    );
  const by = (name: string, serial: string) => [
    "-CA",
    `${name}.pem`,
    "-CAkey",
    `${name}.key`,
    "-set_serial",
    serial,
  ];
  signed("root", "ca.ext", "-signkey", "root.key");
  signed("ca", "ca.ext", ...by("root", "2"));
  signed("tsa", "tsa.ext", ...by("ca", "3"));
  writeFileSync(
    join(folder, "tsa.cnf"),
    "[tsa]\ndefault_tsa = t\n[t]\nserial = serial\ncrypto_device = builtin\nsigner_cert = tsa.pem\ncerts = ca.pem\n" +
      "signer_key = tsa.key\nsigner_digest = sha256\ndefault_policy = 1.2.3.4\ndigests = sha256\ness_cert_id_alg = sha256\n",
  );
  writeFileSync(join(folder, "query.tsq"), encodeTimestampRequest({ hashAlgorithm: "SHA-256", digest }));
  openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "query.tsq", "-out", "reply.tsr");
}
