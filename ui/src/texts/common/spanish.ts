import type { CommonTexts } from "./common-texts.js";

export const spanish: CommonTexts = {
  progress: {
    amount: "{done} de {total}",
    done: "{done}",
    rate: "{rate} por segundo",
    secondsLeft: { one: "queda {count} segundo", other: "quedan {count} segundos" },
    minutesLeft: { one: "queda {count} minuto", other: "quedan {count} minutos" },
    nearlyDone: "casi terminado",
  },
  outcomes: {
    verified: "Verificado",
    failed: "Fallido",
    indeterminate: "Indeterminado",
    soFar: "Correcto hasta ahora",
  },
  loading: "Cargando…",
  loadingFailed: "No se pudo cargar una parte de esta página. Conéctese a la red y recargue la página.",
  insecure:
    "Aquí no se pueden verificar firmas, porque esta página se abrió sin una conexión segura. Use https o el verificador en un solo archivo (verifier.html).",
  copy: "Copiar",
  copied: "Copiado",
};
