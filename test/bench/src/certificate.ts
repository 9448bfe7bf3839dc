/**
 * One certificate in Latin letters with everything it can hold, on a warm service: processor time
 * and size.
 */

import { randomBytes, randomUUID } from "node:crypto";
import {
  type CertificateFacts,
  encodeCertificate,
} from "@svc-proof/service/documents/certificate/encode-certificate";
import { openCertificateFonts } from "@svc-proof/service/documents/certificate/fonts";
import { type Figure, limitFigure } from "./figure.js";
import { median } from "./median.js";

const WARM_UP = 30;
const RUNS = 50;
const MAX_MS = 60;
const MAX_KB = 60;

export async function certificate(): Promise<Figure[]> {
  const fonts = await openCertificateFonts([]);
  const times: number[] = [];
  const sizes: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    const facts = newFacts();
    const before = process.cpuUsage();
    const pdf = await encodeCertificate(facts, "es", fonts);
    const { user, system } = process.cpuUsage(before);
    if (run < WARM_UP) continue;
    times.push((user + system) / 1000);
    sizes.push(pdf.length / 1000);
  }
  return [
    limitFigure({
      id: "certificate.warm",
      unit: "ms of processor time",
      ours: median(times),
      limit: MAX_MS,
      what: "one certificate, warm",
    }),
    limitFigure({
      id: "certificate.size",
      unit: "kB",
      ours: median(sizes),
      limit: MAX_KB,
      what: "file with proof, timestamp and seal attached",
    }),
  ];
}

/** New hashes and identifiers each time, so that caches do not help. */
function newFacts(): CertificateFacts {
  const id = randomUUID();
  const hex = () => randomBytes(32).toString("hex");
  const txHash = `0x${hex()}`;
  const attachment = (
    name: string,
    sizeBytes: number,
    kind: CertificateFacts["attachments"][number]["kind"],
  ) => ({
    name,
    bytes: randomBytes(sizeBytes),
    mimeType: "application/octet-stream",
    kind,
    relationship: "Supplement" as const,
  });
  return {
    certificateId: randomUUID(),
    proofId: id,
    hash: hex(),
    name: `Contrato de arrendamiento – Calle Mayor ${Math.floor(Math.random() * 1000)} (firmado).pdf`,
    sizeBytes: 482_133,
    state: "confirmed",
    receivedAt: new Date(),
    merkleRoot: hex(),
    anchors: [
      {
        network: "Polygon",
        chainId: 137,
        state: "confirmed",
        txHash,
        blockNumber: 79_123_456,
        blockTime: new Date(),
        explorerUrl: `https://polygonscan.com/tx/${txHash}`,
      },
    ],
    bitcoin: { state: "confirmed", blockHeight: 924_511 },
    bitcoinTime: null,
    seal: {
      state: "issued",
      authority: "Autoridad de Sellado de Tiempo",
      time: new Date(),
      accuracySeconds: 1,
      isDevelopmentAuthority: false,
      certificateEnd: null,
      serialNumber: "0A3F99C21E77B0",
      policyOid: "0.4.0.2023.1.1",
      qualification: null,
    },
    sealBitcoin: { state: "confirmed", blockHeight: 924_513 },
    verifierUrl: `https://proofs.example/verify/#/proof/${id}`,
    proofJsonUrl: `https://proofs.example/api/v2/proof/${id}.json`,
    programUrl: "https://proofs.example/verify/svc-verify.mjs",
    localRpcUrl: null,
    issuer: { name: "Proofs Example, S.L.", address: "Calle Mayor 1, 28013 Madrid", site: "proofs.example" },
    isDevelopment: false,
    attachments: [
      attachment("proof.json", 2_200, "proof"),
      attachment("bitcoin.ots", 1_300, "bitcoin"),
      attachment("timestamp.tsr", 5_000, "seal"),
      attachment("timestamp.tsr.ots", 900, "seal_timestamp"),
    ],
  };
}
