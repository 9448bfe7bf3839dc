import type { CertificateRequest } from "./make-document.js";

const AT = new Date("2026-01-01T00:00:00.000Z");
const ID = "00000000-0000-7000-8000-000000000000";
const HEX = "0123456789abcdef".repeat(4);

/** A sample certificate with every part of a real one, used to warm up a worker. */
export const sampleCertificate: CertificateRequest = {
  language: "en",
  facts: {
    certificateId: ID,
    proofId: ID,
    hash: HEX,
    name: "sample.pdf",
    sizeBytes: 0,
    state: "confirmed",
    receivedAt: AT,
    merkleRoot: HEX,
    anchors: [
      {
        network: "sample",
        chainId: 0,
        state: "confirmed",
        txHash: `0x${HEX}`,
        blockNumber: 0,
        blockTime: AT,
        explorerUrl: "https://sample.invalid/",
      },
    ],
    bitcoin: { state: "confirmed", blockHeight: 0 },
    bitcoinTime: null,
    seal: {
      state: "issued",
      authority: "sample",
      time: AT,
      accuracySeconds: null,
      isDevelopmentAuthority: false,
      serialNumber: "00",
      policyOid: "0.0",
      qualification: null,
    },
    sealBitcoin: { state: "confirmed", blockHeight: 0 },
    verifierUrl: "https://sample.invalid/",
    proofJsonUrl: "https://sample.invalid/",
    programUrl: "https://sample.invalid/",
    localRpcUrl: null,
    issuer: { name: null, address: null, site: "sample.invalid" },
    isDevelopment: true,
    attachments: [],
  },
};
