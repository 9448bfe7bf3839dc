import { expect, it } from "vitest";
import { openableSiteUrl, relyingParty } from "./relying-party.js";

it("binds passkeys to the host of the site", () => {
  expect(relyingParty("https://proofs.example/below")).toEqual({
    id: "proofs.example",
    origins: ["https://proofs.example"],
  });
  expect(relyingParty("https://proofs.example:8443")?.origins).toEqual(["https://proofs.example:8443"]);
});

it("takes a service on this machine for localhost", () => {
  for (const site of ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"]) {
    expect(relyingParty(site)).toEqual({ id: "localhost", origins: ["http://localhost:8080"] });
    expect(openableSiteUrl(site)).toBe("http://localhost:8080");
  }
  expect(openableSiteUrl("https://proofs.example/below")).toBe("https://proofs.example/below");
});

it("has none where browsers offer no passkeys", () => {
  expect(relyingParty("http://proofs.example")).toBeNull();
  expect(relyingParty("https://192.0.2.1")).toBeNull();
  expect(relyingParty("https://[2001:db8::1]")).toBeNull();
});
