import type { Language } from "@svc-proof/ui/language";

export interface OperatorPageTexts {
  readonly imprint: string;
  readonly operator: string;
  readonly noImprint: string;
  readonly privacy: string;
  readonly noPrivacy: string;
  readonly software: string;
  readonly softwareLead: string;
  /** What is stored: a name, and what is told of it. */
  readonly stored: readonly { readonly name: string; readonly what: string }[];
  readonly cookies: string;
  readonly cookieNote: string;
  readonly cookie: string;
  readonly purpose: string;
  readonly lasts: string;
  readonly cookieList: readonly {
    readonly name: string;
    readonly purpose: string;
    readonly lasts: string;
  }[];
  readonly never: string;
  readonly neverList: readonly string[];
}

export const OPERATOR_TEXTS: Readonly<Record<Language, OperatorPageTexts>> = {
  en: {
    imprint: "Imprint",
    operator: "This service is run by:",
    noImprint: "The operator of this service has not provided an imprint.",
    privacy: "Privacy",
    noPrivacy: "The operator of this service has not provided a privacy notice of its own.",
    software: "What this software stores",
    softwareLead:
      "This is what the software itself keeps. The operator decides about backups, logs of other programs and how long they are kept.",
    stored: [
      {
        name: "Fingerprints",
        what: "The SHA-256 fingerprint of each registered file, with the time of receipt. Fingerprints in public blockchains are hidden in a combined value and cannot be deleted from there.",
      },
      {
        name: "Names of files and metadata",
        what: "What the account states with a fingerprint. Only the account sees it; the public certificate page does not show it.",
      },
      {
        name: "Originals",
        what: "Only if the account deposits them: encrypted, until the account deletes them.",
      },
      {
        name: "Accounts",
        what: "E-mail addresses of the people of an account, the public part of their passkeys, the browser and the times of each sign-in, the last use of keys, and an audit trail of what was changed.",
      },
      {
        name: "Network addresses",
        what: "Counted in memory and in the store for about a minute to limit the number of requests. They are not written to the log.",
      },
      {
        name: "Log",
        what: "Time, kind of request, status and duration of each request, without network address, search terms or contents.",
      },
    ],
    cookies: "Cookies",
    cookieNote:
      "The pages of certificates set and read none. There is no tracking and nothing of third parties.",
    cookie: "Cookie",
    purpose: "Purpose",
    lasts: "Kept for",
    cookieList: [
      {
        name: "__Host-session",
        purpose: "keeps you signed in; only after a sign-in",
        lasts: "until you sign out or the session expires",
      },
      { name: "language", purpose: "the language that you chose; only after a choice", lasts: "one year" },
    ],
    never: "What it never receives",
    neverList: [
      "The file, when you register a fingerprint or verify a proof.",
      "Card numbers or bank details.",
      "Visits to other sites.",
    ],
  },
  es: {
    imprint: "Aviso legal",
    operator: "Operador (titular) de este servicio:",
    noImprint: "El operador de este servicio no ha facilitado un aviso legal.",
    privacy: "Privacidad",
    noPrivacy: "El operador de este servicio no ha facilitado una política de privacidad propia.",
    software: "Qué guarda este programa",
    softwareLead:
      "Esto es lo que conserva el propio programa. El operador decide sobre las copias de seguridad, los registros de otros programas y sus plazos.",
    stored: [
      {
        name: "Huellas",
        what: "La huella SHA-256 de cada archivo registrado, con la hora de recepción. En las cadenas de bloques públicas las huellas quedan ocultas en un valor conjunto y no se pueden borrar de allí.",
      },
      {
        name: "Nombres de archivos y metadatos",
        what: "Lo que la cuenta indica junto a una huella. Solo lo ve la cuenta; la página pública del certificado no lo muestra.",
      },
      {
        name: "Originales",
        what: "Solo si la cuenta los deposita: cifrados, hasta que la cuenta los borra.",
      },
      {
        name: "Cuentas",
        what: "Las direcciones de correo de las personas de una cuenta, la parte pública de sus llaves de acceso, el navegador y la hora de cada inicio de sesión, el último uso de las claves, y un registro de auditoría de los cambios.",
      },
      {
        name: "Direcciones de red",
        what: "Se cuentan en memoria y en la base de datos durante un minuto aproximadamente para limitar las solicitudes. No se anotan en el registro.",
      },
      {
        name: "Registro",
        what: "Hora, tipo, resultado y duración de cada solicitud, sin dirección de red, términos de búsqueda ni contenidos.",
      },
    ],
    cookies: "Cookies",
    cookieNote: "Las páginas de certificados no usan ninguna. No hay seguimiento ni nada de terceros.",
    cookie: "Cookie",
    purpose: "Finalidad",
    lasts: "Duración",
    cookieList: [
      {
        name: "__Host-session",
        purpose: "mantiene su sesión; solo tras iniciarla",
        lasts: "hasta que la cierre o caduque",
      },
      { name: "language", purpose: "el idioma que eligió; solo tras elegirlo", lasts: "un año" },
    ],
    never: "Qué no recibe nunca",
    neverList: [
      "El archivo, cuando registra una huella o verifica una prueba.",
      "Números de tarjeta ni datos bancarios.",
      "Sus visitas a otros sitios.",
    ],
  },
  de: {
    imprint: "Impressum",
    operator: "Betreiber dieses Dienstes:",
    noImprint: "Der Betreiber dieses Dienstes hat kein Impressum hinterlegt.",
    privacy: "Datenschutz",
    noPrivacy: "Der Betreiber dieses Dienstes hat keine eigene Datenschutzerklärung hinterlegt.",
    software: "Was diese Software speichert",
    softwareLead:
      "Dies behält die Software selbst. Über Sicherungskopien, Protokolle anderer Programme und deren Fristen entscheidet der Betreiber.",
    stored: [
      {
        name: "Fingerabdrücke",
        what: "Den SHA-256-Fingerabdruck jeder registrierten Datei mit der Zeit des Eingangs. In öffentlichen Blockchains sind Fingerabdrücke in einem gemeinsamen Wert verborgen und können dort nicht gelöscht werden.",
      },
      {
        name: "Dateinamen und Metadaten",
        what: "Was das Konto zu einem Fingerabdruck angibt. Nur das Konto sieht es; die öffentliche Seite des Zertifikats zeigt es nicht.",
      },
      {
        name: "Originale",
        what: "Nur wenn das Konto sie hinterlegt: verschlüsselt, bis das Konto sie löscht.",
      },
      {
        name: "Konten",
        what: "E-Mail-Adressen der Personen eines Kontos, den öffentlichen Teil ihrer Passkeys, Browser und Zeit jeder Anmeldung, die letzte Verwendung von Schlüsseln sowie ein Protokoll der Änderungen.",
      },
      {
        name: "Netzadressen",
        what: "Sie werden etwa eine Minute lang im Speicher und in der Datenbank gezählt, um die Zahl der Anfragen zu begrenzen. Im Protokoll stehen sie nicht.",
      },
      {
        name: "Protokoll",
        what: "Zeit, Art, Status und Dauer jeder Anfrage, ohne Netzadresse, Suchbegriffe oder Inhalte.",
      },
    ],
    cookies: "Cookies",
    cookieNote:
      "Die Seiten der Zertifikate setzen und lesen keine. Es gibt keine Nachverfolgung und nichts von Dritten.",
    cookie: "Cookie",
    purpose: "Zweck",
    lasts: "Dauer",
    cookieList: [
      {
        name: "__Host-session",
        purpose: "hält Sie angemeldet; nur nach einer Anmeldung",
        lasts: "bis Sie sich abmelden oder die Sitzung abläuft",
      },
      {
        name: "language",
        purpose: "die Sprache, die Sie gewählt haben; nur nach einer Wahl",
        lasts: "ein Jahr",
      },
    ],
    never: "Was sie nie erhält",
    neverList: [
      "Die Datei, wenn Sie einen Fingerabdruck registrieren oder einen Nachweis prüfen.",
      "Kartennummern oder Bankdaten.",
      "Ihre Besuche auf anderen Websites.",
    ],
  },
  fr: {
    imprint: "Mentions légales",
    operator: "Exploitant de ce service :",
    noImprint: "L’exploitant de ce service n’a pas fourni de mentions légales.",
    privacy: "Confidentialité",
    noPrivacy: "L’exploitant de ce service n’a pas fourni de politique de confidentialité propre.",
    software: "Ce que ce logiciel conserve",
    softwareLead:
      "Voici ce que le logiciel lui-même conserve. L’exploitant décide des sauvegardes, des journaux d’autres programmes et de leur durée.",
    stored: [
      {
        name: "Empreintes",
        what: "L’empreinte SHA-256 de chaque fichier enregistré, avec l’heure de réception. Dans les chaînes de blocs publiques, les empreintes sont cachées dans une valeur commune et ne peuvent pas y être effacées.",
      },
      {
        name: "Noms de fichiers et métadonnées",
        what: "Ce que le compte indique avec une empreinte. Seul le compte le voit ; la page publique du certificat ne le montre pas.",
      },
      {
        name: "Originaux",
        what: "Uniquement si le compte les dépose : chiffrés, jusqu’à ce que le compte les supprime.",
      },
      {
        name: "Comptes",
        what: "Les adresses électroniques des personnes d’un compte, la partie publique de leurs clés d’accès, le navigateur et l’heure de chaque connexion, la dernière utilisation des clés, et un journal d’audit des modifications.",
      },
      {
        name: "Adresses réseau",
        what: "Comptées en mémoire et dans la base pendant environ une minute pour limiter le nombre de requêtes. Elles ne figurent pas dans le journal.",
      },
      {
        name: "Journal",
        what: "Heure, type, statut et durée de chaque requête, sans adresse réseau, termes de recherche ni contenus.",
      },
    ],
    cookies: "Cookies",
    cookieNote: "Les pages des certificats n’en utilisent aucun. Il n’y a ni suivi ni contenu de tiers.",
    cookie: "Cookie",
    purpose: "Finalité",
    lasts: "Durée",
    cookieList: [
      {
        name: "__Host-session",
        purpose: "maintient votre connexion ; seulement après une connexion",
        lasts: "jusqu’à la déconnexion ou l’expiration de la session",
      },
      {
        name: "language",
        purpose: "la langue que vous avez choisie ; seulement après un choix",
        lasts: "un an",
      },
    ],
    never: "Ce qu’il ne reçoit jamais",
    neverList: [
      "Le fichier, lorsque vous enregistrez une empreinte ou vérifiez une preuve.",
      "Des numéros de carte ou des données bancaires.",
      "Vos visites sur d’autres sites.",
    ],
  },
};
