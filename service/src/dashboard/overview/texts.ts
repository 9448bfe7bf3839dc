import type { Language } from "@svc-proof/ui/language";

export interface OverviewTexts {
  readonly title: string;
  readonly today: string;
  readonly of: string;
  readonly renewed: string;
  readonly seals: string;
  readonly custody: string;
  readonly keys: string;
  readonly last: {
    readonly title: string;
    readonly columns: readonly [string, string, string];
    readonly all: string;
  };
  readonly next: {
    readonly title: string;
    readonly create: string;
    readonly key: string;
    readonly verify: string;
    readonly reader: string;
  };
}

export const OVERVIEW_TEXTS: Readonly<Record<Language, OverviewTexts>> = {
  en: {
    title: "Overview",
    today: "Proofs today through the API",
    of: "{used} of {max}",
    renewed: "The count starts again at 00:00 UTC.",
    seals: "Seals left",
    custody: "Originals in custody",
    keys: "Active API keys",
    last: { title: "Last proofs", columns: ["Name", "Received", "State"], all: "All proofs" },
    next: {
      title: "What to do first",
      create: "Create a proof in the browser: choose a file; the file itself is not sent.",
      key: "Create an API key, if a program is to register fingerprints.",
      verify: "See what the other side sees: verify a proof.",
      reader: "There are no proofs yet. A member of the account can create some.",
    },
  },
  es: {
    title: "Resumen",
    today: "Pruebas de hoy a través de la API",
    of: "{used} de {max}",
    renewed: "El recuento empieza de nuevo a las 00:00 UTC.",
    seals: "Sellos disponibles",
    custody: "Originales en custodia",
    keys: "Claves de API activas",
    last: { title: "Últimas pruebas", columns: ["Nombre", "Recepción", "Estado"], all: "Todas las pruebas" },
    next: {
      title: "Por dónde empezar",
      create: "Cree una prueba en el navegador: elija un archivo; el archivo no se envía.",
      key: "Cree una clave de API si va a registrar huellas desde un programa.",
      verify: "Vea lo que verá la otra parte: verifique una prueba.",
      reader: "Todavía no hay pruebas. Un miembro de la cuenta puede crearlas.",
    },
  },
  de: {
    title: "Übersicht",
    today: "Nachweise heute über die API",
    of: "{used} von {max}",
    renewed: "Die Zählung beginnt um 00:00 UTC neu.",
    seals: "Verbleibende Zeitstempel",
    custody: "Verwahrte Originale",
    keys: "Aktive API-Schlüssel",
    last: { title: "Letzte Nachweise", columns: ["Name", "Eingang", "Stand"], all: "Alle Nachweise" },
    next: {
      title: "Die ersten Schritte",
      create:
        "Erstellen Sie im Browser einen Nachweis: Wählen Sie eine Datei; sie selbst wird nicht übertragen.",
      key: "Erstellen Sie einen API-Schlüssel, wenn ein Programm Fingerabdrücke registrieren soll.",
      verify: "Sehen Sie, was die Gegenseite sieht: Prüfen Sie einen Nachweis.",
      reader: "Es gibt noch keine Nachweise. Ein Mitglied des Kontos kann welche erstellen.",
    },
  },
  fr: {
    title: "Vue d’ensemble",
    today: "Preuves du jour par l’API",
    of: "{used} sur {max}",
    renewed: "Le compte repart de zéro à 00:00 UTC.",
    seals: "Horodatages restants",
    custody: "Originaux conservés",
    keys: "Clés d’API actives",
    last: { title: "Dernières preuves", columns: ["Nom", "Réception", "État"], all: "Toutes les preuves" },
    next: {
      title: "Par où commencer",
      create: "Créez une preuve dans le navigateur : choisissez un fichier ; lui-même n’est pas envoyé.",
      key: "Créez une clé d’API si un programme doit enregistrer des empreintes.",
      verify: "Voyez ce que verra l’autre partie : vérifiez une preuve.",
      reader: "Il n’y a pas encore de preuve. Un membre du compte peut en créer.",
    },
  },
};
