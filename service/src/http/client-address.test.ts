import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressGroup, clientAddress, trustedProxies } from "./client-address.js";

const none = trustedProxies([]);
const proxies = trustedProxies(["10.0.0.0/8", "192.0.2.7", "2001:db8:1::/48", "::1"]);

describe("clientAddress", () => {
  it.each([
    ["no proxy is trusted", "10.0.0.1", "203.0.113.1", none, "10.0.0.1"],
    ["the peer is no proxy", "203.0.113.9", "203.0.113.1", proxies, "203.0.113.9"],
    ["no header", "10.0.0.1", undefined, proxies, "10.0.0.1"],
    ["one client", "10.0.0.1", "203.0.113.1", proxies, "203.0.113.1"],
    ["a made-up client before the true one", "10.0.0.1", "198.51.100.1, 203.0.113.1", proxies, "203.0.113.1"],
    ["proxies behind one another", "10.0.0.1", "203.0.113.1, 192.0.2.7, 10.2.3.4", proxies, "203.0.113.1"],
    ["only proxies", "10.0.0.1", "10.0.0.3, 10.0.0.2", proxies, "10.0.0.3"],
    ["garbage at the end", "10.0.0.1", "203.0.113.1, unknown", proxies, "10.0.0.1"],
    ["garbage that the client made up", "10.0.0.1", "<script>, 203.0.113.1", proxies, "203.0.113.1"],
    ["an empty header", "10.0.0.1", "", proxies, "10.0.0.1"],
    ["an empty item", "10.0.0.1", "203.0.113.1,,", proxies, "10.0.0.1"],
    ["a port", "10.0.0.1", "203.0.113.1:4711", proxies, "203.0.113.1"],
    ["brackets and a port", "10.0.0.1", "[2001:db8::1]:4711", proxies, "2001:db8::1"],
    ["IPv4 inside IPv6", "::ffff:10.0.0.1", "::ffff:203.0.113.1", proxies, "203.0.113.1"],
    ["a peer of IPv6", "::1", "2001:db8:1::5, 2001:db8:1::6", proxies, "2001:db8:1::5"],
    ["a zone", "fe80::1%eth0", undefined, proxies, "fe80::1"],
  ])("%s", (_, peer, forwarded, trusted, client) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(client);
  });

  it("reads only the end of a long header", () => {
    const made = "198.51.100.1,".repeat(100_000);
    expect(clientAddress("10.0.0.1", `${made}203.0.113.1`, proxies)).toBe("203.0.113.1");
    // All addresses in the limit are proxies. The truncated address before them is ignored like garbage.
    expect(clientAddress("10.0.0.1", "10.0.0.2,".repeat(100_000).slice(0, -1), proxies)).toMatch(/^10\./);
  });

  it("gives the peer or an address of the header, whatever the header holds", () => {
    const part = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string(),
      fc.constantFrom("10.0.0.1", " ", "[", "::ffff:1.2.3.4"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const client = clientAddress("10.0.0.1", parts.join(","), proxies);
        expect(addressGroup(client)).toMatch(/^[0-9a-f.:/]+$/);
      }),
    );
  });
});

describe("trustedProxies", () => {
  it.each([
    "",
    "x",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "::/129",
    "10.0.0",
    "1.2.3.4/0x8",
  ])("refuses %j", (entry) => {
    expect(() => trustedProxies([entry])).toThrow(RangeError);
  });
});

describe("addressGroup", () => {
  it.each([
    ["203.0.113.1", "203.0.113.1"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:DB8:0:0:ffff::", "2001:db8:0:0::/64"],
    ["2001:0db8:0001:0002:3:4:5:6", "2001:db8:1:2::/64"],
    ["::", "0:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["1:2:3:4:5:6:192.0.2.1", "1:2:3:4::/64"],
  ])("of %s is %s", (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  it("is the same for all addresses of a /64, however written", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
        const network = groups.slice(0, 4).map((group) => group.toString(16));
        const long = groups.map((group) => group.toString(16).padStart(4, "0")).join(":");
        expect(addressGroup(long)).toBe(`${network.join(":")}::/64`);
        expect(addressGroup(`${network.join(":")}::`)).toBe(`${network.join(":")}::/64`);
      }),
    );
  });
});
