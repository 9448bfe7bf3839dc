import { expect, it } from "vitest";
import { ApiService } from "./api-service.js";

it("answers custody_unavailable if no originals are kept", async () => {
  const service = await ApiService.start();
  try {
    const owner = await service.newAccount();
    const { id } = await service.newProof(owner);
    const answer = await service.request("PUT", `/proofs/${id}/original`, { key: owner.key, body: "x" });
    expect([answer.status, answer.json.error.code]).toEqual([503, "custody_unavailable"]);
    expect((await service.request("GET", `/proofs/${id}/original`, { key: owner.key })).status).toBe(404);
    expect((await service.request("DELETE", `/proofs/${id}/original`, { key: owner.key })).status).toBe(404);
    const report = (await service.request("GET", "/account", { key: owner.key })).json;
    expect(report.custody.available).toBe(false);
  } finally {
    await service.stop();
  }
});
