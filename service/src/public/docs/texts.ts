import type { Language } from "@svc-proof/ui/language";

export interface DocsTexts {
  readonly title: string;
  readonly lead: string;
  readonly api: string;
  readonly apiWhat: string;
  readonly guides: string;
  readonly inEnglish: string;
  readonly openapi: string;
  readonly contents: string;
  readonly verifier: string;
  readonly verifierWhat: string;
}

export const DOCS_TEXTS: Readonly<Record<Language, DocsTexts>> = {
  en: {
    title: "Documentation",
    lead: "For whoever registers fingerprints by program, and for whoever checks evidence and wants to know how.",
    api: "API reference",
    apiWhat: "Every operation with its parameters, answers and an example.",
    guides: "Guides and formats",
    inEnglish: "",
    openapi: "OpenAPI description (JSON)",
    contents: "Contents",
    verifier: "Verifier",
    verifierWhat: "Checks proofs, packages and certificates on your device.",
  },
  es: {
    title: "Documentación",
    lead: "Para quien registra huellas desde un programa y para quien comprueba evidencias y quiere saber cómo.",
    api: "Referencia de la API",
    apiWhat: "Cada operación con sus parámetros, sus respuestas y un ejemplo.",
    guides: "Guías y formatos",
    inEnglish: "Estos textos técnicos están en inglés.",
    openapi: "Descripción OpenAPI (JSON)",
    contents: "Contenido",
    verifier: "Verificador",
    verifierWhat: "Comprueba pruebas, paquetes y certificados en su dispositivo.",
  },
  de: {
    title: "Dokumentation",
    lead: "Für alle, die Fingerabdrücke per Programm registrieren, und für alle, die Belege prüfen und wissen wollen, wie.",
    api: "API-Referenz",
    apiWhat: "Jede Operation mit Parametern, Antworten und einem Beispiel.",
    guides: "Anleitungen und Formate",
    inEnglish: "Diese technischen Texte sind auf Englisch.",
    openapi: "OpenAPI-Beschreibung (JSON)",
    contents: "Inhalt",
    verifier: "Prüfer",
    verifierWhat: "Prüft Nachweise, Pakete und Zertifikate auf Ihrem Gerät.",
  },
  fr: {
    title: "Documentation",
    lead: "Pour qui enregistre des empreintes par programme, et pour qui vérifie des preuves et veut savoir comment.",
    api: "Référence de l’API",
    apiWhat: "Chaque opération avec ses paramètres, ses réponses et un exemple.",
    guides: "Guides et formats",
    inEnglish: "Ces textes techniques sont en anglais.",
    openapi: "Description OpenAPI (JSON)",
    contents: "Sommaire",
    verifier: "Vérificateur",
    verifierWhat: "Vérifie les preuves, les dossiers de preuve et les certificats sur votre appareil.",
  },
};
