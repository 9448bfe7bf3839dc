import type { Plugin } from "vite";

/** WebAssembly in base64 begins with these characters: its magic number. */
const WASM_IN_BASE64 = /(["'])(AGFzb[A-Za-z0-9+/]{500,}={0,2})\1/g;

/**
 * Writes the WebAssembly that third-party code contains in base64 as hexadecimal, which the page turns back. Base64 hides
 * from brotli that bytes repeat: in hexadecimal the modules of hash-wasm take a quarter less.
 */
export function wasmAsHex(): Plugin {
  return {
    name: "wasm-as-hex",
    transform(code, id) {
      if (!/[\\/]node_modules[\\/]/.test(id) || !code.includes("AGFzb")) return null;
      const changed = code.replace(WASM_IN_BASE64, (_, __, base64: string) => {
        const hex = Buffer.from(base64, "base64").toString("hex");
        return `/* @__PURE__ */ base64OfHex("${hex}")`;
      });
      return { code: `${changed}\n${BASE64_OF_HEX}`, map: null };
    },
  };
}

const BASE64_OF_HEX = `function base64OfHex(hex) {
  return btoa(hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));
}`;
