import { numbers, type PageContent } from "@svc-proof/shared/pdf";
import { encode } from "uqr";
import { INK } from "./style.js";

/** Draws a QR code (ISO/IEC 18004, level M) as squares. It needs no border because the page around it is white. */
export function drawQrCode(page: PageContent, text: string, x: number, y: number, size: number): void {
  const { data } = encode(text, { ecc: "M", boostEcc: false, border: 0 });
  const module = size / data.length;
  const dark = data.flatMap((row, fromTop) =>
    row.flatMap((isDark, fromLeft) =>
      isDark
        ? [`${numbers(x + fromLeft * module, y + size - (fromTop + 1) * module, module, module)} re`]
        : [],
    ),
  );
  page.draw(`${numbers(...INK)} rg ${dark.join(" ")} f`);
}
