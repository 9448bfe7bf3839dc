import type { Language } from "@svc-proof/ui/language";

export interface FrontTexts {
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly lead: string;
  readonly verify: string;
  readonly verifyNote: string;
  readonly register: string;
  readonly registerNote: string;
  readonly how: string;
  readonly steps: readonly { readonly name: string; readonly what: string; readonly picture: string }[];
  readonly forWhom: string;
  readonly readers: readonly { readonly who: string; readonly what: string }[];
  readonly limits: string;
  readonly limitList: readonly string[];
  readonly more: string;
  readonly whatAProofProves: string;
  readonly apiReference: string;
  readonly plans: string;
}

export const FRONT_TEXTS: Readonly<Record<Language, FrontTexts>> = {
  en: {
    title: "Proof that a file existed",
    description: "Proves that a file existed at a date and has not changed since. The file stays with you.",
    heading: "Prove that a file existed, and when",
    lead: "This service records the fingerprint of your file where nobody can change it. From then on anyone can check that exactly this file already existed on that date. The file itself stays with you.",
    verify: "Verify a file",
    verifyNote: "Without an account. Nothing is uploaded.",
    register: "Register a file",
    registerNote: "With an account. The file itself is not sent.",
    how: "How it works",
    steps: [
      {
        name: "Your computer takes the fingerprint",
        what: "A calculation turns the file into 64 characters, its SHA-256 fingerprint. Change one letter of the file and the fingerprint is another. Nobody can work out the file from it.",
        picture: "A file and its fingerprint on a computer. The fingerprint leaves it, the file does not.",
      },
      {
        name: "The fingerprint is recorded",
        what: "Many fingerprints together become one entry in public blockchains, which date it. If you wish, a trust service provider adds a qualified electronic timestamp under European law.",
        picture:
          "Several fingerprints join into one, which stands with a clock in a block among linked blocks.",
      },
      {
        name: "Anyone can check it",
        what: "The verifier takes the fingerprint of the file again and follows the proof to the public record. It needs neither this service nor an account, and still works if this service closes.",
        picture: "A file and a proof give two equal fingerprints. A check mark confirms them.",
      },
    ],
    forWhom: "Who it is for",
    readers: [
      {
        who: "Judges and experts",
        what: "Check a certificate yourself. The verifier shows every step of its calculation and says what it rests on and what it does not prove.",
      },
      {
        who: "Lawyers and notaries",
        what: "Secure contracts, e-mails, photographs and reports on the day you receive them. You get a certificate and a package with all evidence.",
      },
      {
        who: "Citizens and companies",
        what: "Show that your work, your invoice or your recording already existed, without handing it to anyone.",
      },
    ],
    limits: "What it does not prove",
    limitList: [
      "Who made the file, who owns it or who registered it.",
      "That what the file says is true, or that it did not exist earlier.",
      "Which file the fingerprint belongs to, if the original is lost: keep it unchanged, byte for byte.",
    ],
    more: "Find out more",
    whatAProofProves: "What a proof proves: for judges, lawyers and experts",
    apiReference: "API and guides",
    plans: "Plans and prices",
  },
  es: {
    title: "Acreditar que un archivo existía",
    description:
      "Acredita que un archivo existía en una fecha y no ha cambiado desde entonces. El archivo no sale de su poder.",
    heading: "Acredite que un archivo existía, y en qué fecha",
    lead: "Este servicio registra la huella de su archivo donde nadie puede alterarla. Desde ese momento, cualquiera puede comprobar que exactamente ese archivo ya existía en esa fecha. El archivo no sale de su poder.",
    verify: "Verificar un archivo",
    verifyNote: "Sin cuenta. No se sube nada.",
    register: "Registrar un archivo",
    registerNote: "Con cuenta. El archivo no se envía.",
    how: "Cómo funciona",
    steps: [
      {
        name: "Su ordenador calcula la huella",
        what: "Un cálculo convierte el archivo en 64 caracteres: su huella SHA-256. Si cambia una sola letra del archivo, la huella es otra. A partir de la huella nadie puede reconstruir el archivo.",
        picture: "Un archivo y su huella en un ordenador. La huella sale de él; el archivo, no.",
      },
      {
        name: "La huella queda registrada",
        what: "Muchas huellas juntas forman una anotación en cadenas de bloques públicas, que le dan fecha. Si lo desea, un prestador de servicios de confianza añade un sello de tiempo cualificado conforme al Derecho europeo.",
        picture:
          "Varias huellas se unen en una, que figura junto a un reloj en un bloque de una cadena de bloques.",
      },
      {
        name: "Cualquiera puede comprobarlo",
        what: "El verificador vuelve a calcular la huella del archivo y sigue la prueba hasta el registro público. No necesita a este servicio ni una cuenta, y funcionará aunque este servicio cierre.",
        picture: "Un archivo y una prueba dan dos huellas iguales. Una marca de verificación lo confirma.",
      },
    ],
    forWhom: "A quién se dirige",
    readers: [
      {
        who: "Jueces y peritos",
        what: "Compruebe un certificado por sí mismo. El verificador muestra cada paso del cálculo e indica en qué se apoya y qué no acredita.",
      },
      {
        who: "Abogados y notarios",
        what: "Asegure contratos, correos, fotografías e informes el mismo día en que los recibe. Obtendrá un certificado y un paquete con todas las evidencias.",
      },
      {
        who: "Ciudadanos y empresas",
        what: "Demuestre que su obra, su factura o su grabación ya existía, sin entregársela a nadie.",
      },
    ],
    limits: "Qué no acredita",
    limitList: [
      "Quién creó el archivo, a quién pertenece o quién lo registró.",
      "Que su contenido sea cierto, ni que no existiera antes.",
      "A qué archivo corresponde la huella, si se pierde el original: consérvelo sin alterar un solo byte.",
    ],
    more: "Más información",
    whatAProofProves: "Qué acredita una prueba: para jueces, abogados y peritos",
    apiReference: "API y guías",
    plans: "Planes y precios",
  },
  de: {
    title: "Nachweisen, dass eine Datei existierte",
    description:
      "Weist nach, dass es eine Datei zu einem Zeitpunkt gab und sie seither unverändert ist. Die Datei bleibt bei Ihnen.",
    heading: "Weisen Sie nach, dass es eine Datei gab, und wann",
    lead: "Dieser Dienst verzeichnet den Fingerabdruck Ihrer Datei dort, wo ihn niemand ändern kann. Von da an kann jeder prüfen, dass es genau diese Datei an diesem Tag schon gab. Die Datei selbst bleibt bei Ihnen.",
    verify: "Datei prüfen",
    verifyNote: "Ohne Konto. Nichts wird hochgeladen.",
    register: "Datei registrieren",
    registerNote: "Mit Konto. Die Datei selbst wird nicht übertragen.",
    how: "So funktioniert es",
    steps: [
      {
        name: "Ihr Computer berechnet den Fingerabdruck",
        what: "Ein Rechenverfahren macht aus der Datei 64 Zeichen: ihren SHA-256-Fingerabdruck. Ändert sich ein Buchstabe der Datei, so ist der Fingerabdruck ein anderer. Niemand kann daraus auf die Datei schließen.",
        picture:
          "Eine Datei und ihr Fingerabdruck auf einem Computer. Der Fingerabdruck verlässt ihn, die Datei nicht.",
      },
      {
        name: "Der Fingerabdruck wird verzeichnet",
        what: "Viele Fingerabdrücke zusammen werden ein Eintrag in öffentlichen Blockchains, die ihn datieren. Auf Wunsch fügt ein Vertrauensdiensteanbieter einen qualifizierten Zeitstempel nach europäischem Recht hinzu.",
        picture:
          "Mehrere Fingerabdrücke werden zu einem, der mit einer Uhr in einem Block unter verketteten Blöcken steht.",
      },
      {
        name: "Jeder kann es prüfen",
        what: "Der Prüfer berechnet den Fingerabdruck der Datei neu und folgt dem Nachweis bis zum öffentlichen Eintrag. Er braucht weder diesen Dienst noch ein Konto und funktioniert auch, wenn es den Dienst nicht mehr gibt.",
        picture: "Eine Datei und ein Nachweis ergeben zwei gleiche Fingerabdrücke. Ein Häkchen bestätigt es.",
      },
    ],
    forWhom: "Für wen der Dienst gedacht ist",
    readers: [
      {
        who: "Gerichte und Sachverständige",
        what: "Prüfen Sie ein Zertifikat selbst. Der Prüfer zeigt jeden Schritt seiner Berechnung und sagt, worauf sie beruht und was sie nicht belegt.",
      },
      {
        who: "Anwälte und Notare",
        what: "Sichern Sie Verträge, E-Mails, Fotos und Gutachten an dem Tag, an dem Sie sie erhalten. Sie bekommen ein Zertifikat und ein Paket mit allen Belegen.",
      },
      {
        who: "Bürger und Unternehmen",
        what: "Zeigen Sie, dass es Ihr Werk, Ihre Rechnung oder Ihre Aufnahme schon gab, ohne sie aus der Hand zu geben.",
      },
    ],
    limits: "Was damit nicht nachgewiesen ist",
    limitList: [
      "Wer die Datei erstellt hat, wem sie gehört oder wer sie registriert hat.",
      "Dass ihr Inhalt wahr ist oder dass es sie nicht schon früher gab.",
      "Zu welcher Datei der Fingerabdruck gehört, wenn das Original verloren ist: Bewahren Sie es Byte für Byte unverändert auf.",
    ],
    more: "Mehr erfahren",
    whatAProofProves: "Was ein Nachweis beweist: für Gerichte, Anwaltschaft und Sachverständige",
    apiReference: "API und Anleitungen",
    plans: "Tarife und Preise",
  },
  fr: {
    title: "Prouver qu’un fichier existait",
    description:
      "Prouve qu’un fichier existait à une date et n’a pas changé depuis. Le fichier reste chez vous.",
    heading: "Prouvez qu’un fichier existait, et à quelle date",
    lead: "Ce service enregistre l’empreinte de votre fichier là où personne ne peut la modifier. Dès lors, chacun peut vérifier que ce fichier précis existait déjà à cette date. Le fichier lui-même reste chez vous.",
    verify: "Vérifier un fichier",
    verifyNote: "Sans compte. Rien n’est envoyé.",
    register: "Enregistrer un fichier",
    registerNote: "Avec un compte. Le fichier lui-même n’est pas envoyé.",
    how: "Comment cela fonctionne",
    steps: [
      {
        name: "Votre ordinateur calcule l’empreinte",
        what: "Un calcul transforme le fichier en 64 caractères : son empreinte SHA-256. Si une seule lettre du fichier change, l’empreinte est différente. Personne ne peut en déduire le fichier.",
        picture: "Un fichier et son empreinte sur un ordinateur. L’empreinte en sort, le fichier non.",
      },
      {
        name: "L’empreinte est enregistrée",
        what: "De nombreuses empreintes forment ensemble une inscription dans des chaînes de blocs publiques, qui la datent. Si vous le souhaitez, un prestataire de services de confiance ajoute un horodatage qualifié au sens du droit européen.",
        picture:
          "Plusieurs empreintes se réunissent en une seule, inscrite avec une horloge dans un bloc parmi des blocs liés.",
      },
      {
        name: "Chacun peut le vérifier",
        what: "Le vérificateur recalcule l’empreinte du fichier et suit la preuve jusqu’à l’inscription publique. Il n’a besoin ni de ce service ni d’un compte, et fonctionnera même si ce service ferme.",
        picture: "Un fichier et une preuve donnent deux empreintes égales. Une coche le confirme.",
      },
    ],
    forWhom: "À qui il s’adresse",
    readers: [
      {
        who: "Juges et experts",
        what: "Vérifiez vous-même un certificat. Le vérificateur montre chaque étape de son calcul et dit sur quoi il repose et ce qu’il ne prouve pas.",
      },
      {
        who: "Avocats et notaires",
        what: "Mettez à l’abri contrats, courriels, photographies et rapports le jour même où vous les recevez. Vous obtenez un certificat et un dossier réunissant tous les éléments de preuve.",
      },
      {
        who: "Citoyens et entreprises",
        what: "Montrez que votre œuvre, votre facture ou votre enregistrement existait déjà, sans le confier à personne.",
      },
    ],
    limits: "Ce qu’il ne prouve pas",
    limitList: [
      "Qui a créé le fichier, à qui il appartient ou qui l’a enregistré.",
      "Que son contenu est vrai, ni qu’il n’existait pas plus tôt.",
      "À quel fichier correspond l’empreinte si l’original est perdu : conservez-le inchangé, octet par octet.",
    ],
    more: "En savoir plus",
    whatAProofProves: "Ce que prouve une preuve : pour les magistrats, les avocats et les experts",
    apiReference: "API et guides",
    plans: "Offres et prix",
  },
};
