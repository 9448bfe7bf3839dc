import { expect, it } from "vitest";
import { detailsText } from "./audit.js";

it("says the details of an entry in the language of the page", () => {
  expect(detailsText({ email: "a@example.org", role: "reader", by: "invitation" }, "es")).toBe(
    "Correo electrónico: a@example.org; Función: Solo lectura; Por: invitación",
  );
  expect(detailsText({ method: "recovery-code" }, "de")).toBe("Mit: Wiederherstellungscode");
  expect(detailsText({ kind: "welcome", amount: 3, cause: null }, "fr")).toBe("Type: Bienvenue; Nombre: 3");
  expect(detailsText({ what: "all", originals: false }, "es")).toBe("Datos: todo; Con los originales: no");
  expect(detailsText({ shows_display_name: true }, "en")).toBe("Shown: yes");
  expect(detailsText({ plan: "pro", former: "free" }, "de")).toBe("Tarif: Pro; Vorher: Free");
});

it("shows as they are names and values that it does not know, those of objects too", () => {
  expect(detailsText({ constructor: "x", role: "toString" }, "en")).toBe("constructor: x; Role: toString");
});
