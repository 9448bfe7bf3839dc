import type { Language } from "@svc-proof/ui/language";

export interface ConnectTexts {
  readonly title: string;
  readonly lead: string;
  readonly now: string;
  readonly nowList: readonly { readonly name: string; readonly what: string; readonly path: string }[];
  readonly notYet: string;
  readonly notYetList: readonly string[];
}

export const CONNECT_TEXTS: Readonly<Record<Language, ConnectTexts>> = {
  en: {
    title: "Connections to other programs",
    lead: "There are no ready-made connections to other programs yet. What exists today:",
    now: "Available",
    nowList: [
      { name: "HTTP API", what: "for your own programs and servers", path: "/docs/api/" },
      {
        name: "Command line: svc-proof",
        what: "for files and folders, with verified evidence beside them",
        path: "/docs/packages/client.html",
      },
      {
        name: "Create in the browser",
        what: "one file or a whole folder, without a program",
        path: "/dashboard/create",
      },
    ],
    notYet: "Not yet available",
    notYetList: [
      "Connections to e-mail, cloud storage or office programs",
      "Messages to your server when a proof changes (webhooks): ask for the state of a proof instead",
      "Assistants that register files for you",
    ],
  },
  es: {
    title: "Conexiones con otros programas",
    lead: "Todavía no hay conexiones preparadas con otros programas. Lo que existe hoy:",
    now: "Disponible",
    nowList: [
      { name: "API HTTP", what: "para sus propios programas y servidores", path: "/docs/api/" },
      {
        name: "Línea de órdenes: svc-proof",
        what: "para archivos y carpetas, con las evidencias verificadas junto a ellos",
        path: "/docs/packages/client.html",
      },
      {
        name: "Crear en el navegador",
        what: "un archivo o una carpeta entera, sin programas",
        path: "/dashboard/create",
      },
    ],
    notYet: "Todavía no disponible",
    notYetList: [
      "Conexiones con el correo electrónico, el almacenamiento en la nube o programas de oficina",
      "Avisos a su servidor cuando cambia una prueba (webhooks): consulte en su lugar el estado de la prueba",
      "Asistentes que registren archivos por usted",
    ],
  },
  de: {
    title: "Verbindungen zu anderen Programmen",
    lead: "Fertige Verbindungen zu anderen Programmen gibt es noch nicht. Was es heute gibt:",
    now: "Verfügbar",
    nowList: [
      { name: "HTTP-API", what: "für Ihre eigenen Programme und Server", path: "/docs/api/" },
      {
        name: "Kommandozeile: svc-proof",
        what: "für Dateien und Ordner, mit geprüften Nachweisen daneben",
        path: "/docs/packages/client.html",
      },
      {
        name: "Im Browser erstellen",
        what: "eine Datei oder ein ganzer Ordner, ohne Programm",
        path: "/dashboard/create",
      },
    ],
    notYet: "Noch nicht verfügbar",
    notYetList: [
      "Verbindungen zu E-Mail, Cloud-Speichern oder Büroprogrammen",
      "Nachrichten an Ihren Server, wenn sich ein Nachweis ändert (Webhooks): Fragen Sie stattdessen den Stand des Nachweises ab",
      "Assistenten, die Dateien für Sie registrieren",
    ],
  },
  fr: {
    title: "Connexions à d’autres programmes",
    lead: "Il n’existe pas encore de connexions toutes faites à d’autres programmes. Ce qui existe aujourd’hui :",
    now: "Disponible",
    nowList: [
      { name: "API HTTP", what: "pour vos propres programmes et serveurs", path: "/docs/api/" },
      {
        name: "Ligne de commande : svc-proof",
        what: "pour des fichiers et des dossiers, avec les preuves vérifiées à côté",
        path: "/docs/packages/client.html",
      },
      {
        name: "Créer dans le navigateur",
        what: "un fichier ou un dossier entier, sans programme",
        path: "/dashboard/create",
      },
    ],
    notYet: "Pas encore disponible",
    notYetList: [
      "Connexions à la messagerie, au stockage en ligne ou aux logiciels de bureau",
      "Messages à votre serveur quand une preuve change (webhooks) : interrogez plutôt l’état de la preuve",
      "Assistants qui enregistrent des fichiers pour vous",
    ],
  },
};
