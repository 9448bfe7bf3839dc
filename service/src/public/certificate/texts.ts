/** What the page says beside the words that it shares with the certificate's PDF. */
import type { Language } from "@svc-proof/ui/language";

export interface CertificateTexts {
  readonly title: string;
  readonly description: string;
  readonly waiting: string;
  readonly verifyNow: string;
  readonly verifyNote: string;
  readonly notYet: string;
  readonly portableProof: string;
  readonly holder: string;
  readonly holderNote: string;
  readonly qr: string;
  readonly checkFile: string;
  readonly inBrowser: string;
  readonly byHand: string;
  readonly system: string;
  readonly command: string;
  readonly compare: string;
  readonly otherFile: string;
  readonly look: string;
  readonly private: string;
  readonly unknownTitle: string;
  readonly unknownText: string;
}

export const CERTIFICATE_TEXTS: Readonly<Record<Language, CertificateTexts>> = {
  en: {
    title: "Fingerprint certificate",
    description: "What public records say of a file's fingerprint, and how to check it yourself.",
    waiting:
      "No independent time source has recorded it so far. Until one has, this page is a receipt, not evidence. This usually takes some minutes: reload the page later.",
    verifyNow: "Verify it yourself now",
    verifyNote: "The verifier opens with this proof. Your file stays on your device.",
    notYet: "There is nothing to verify yet: the fingerprint is not in a block.",
    portableProof: "Download the proof (JSON)",
    holder: "Registered by",
    holderNote: "as the account calls itself; the service has not checked the name",
    qr: "QR code with the address of this page",
    checkFile: "Check a file against this certificate",
    inBrowser: "Open the verifier above and add the file. It says whether this is the file.",
    byHand: "Or compute the fingerprint on your own computer:",
    system: "System",
    command: "Command",
    compare: "All 64 characters must be the same as above.",
    otherFile:
      "Use the original exactly as it was registered. A copy that was opened and saved again, or printed and scanned, is another file.",
    look: "Look at the transaction",
    private: "This page shows neither the file nor its name.",
    unknownTitle: "No such certificate",
    unknownText:
      "This service has no certificate with that number. Check that the address is complete: the number has 36 characters.",
  },
  es: {
    title: "Certificado de huella",
    description: "Qué dicen los registros públicos de la huella de un archivo y cómo comprobarlo uno mismo.",
    waiting:
      "Ninguna fuente de tiempo independiente la ha registrado todavía. Hasta entonces, esta página es un resguardo, no una prueba. Suele tardar unos minutos: vuelva a cargar la página más tarde.",
    verifyNow: "Verifíquelo usted mismo ahora",
    verifyNote: "El verificador se abre con esta prueba. Su archivo no sale de su dispositivo.",
    notYet: "Todavía no hay nada que verificar: la huella aún no está en un bloque.",
    portableProof: "Descargar la prueba (JSON)",
    holder: "Registrado por",
    holderNote: "nombre que se da la propia cuenta; el servicio no lo ha comprobado",
    qr: "Código QR con la dirección de esta página",
    checkFile: "Comprobar un archivo con este certificado",
    inBrowser: "Abra el verificador con el botón de arriba y añada el archivo. Le dirá si es ese archivo.",
    byHand: "O calcule la huella en su propio ordenador:",
    system: "Sistema",
    command: "Orden",
    compare: "Los 64 caracteres deben coincidir con los de arriba.",
    otherFile:
      "Use el original tal como se registró. Una copia abierta y guardada de nuevo, o impresa y escaneada, es otro archivo.",
    look: "Ver la transacción",
    private: "Esta página no muestra ni el archivo ni su nombre.",
    unknownTitle: "No existe ese certificado",
    unknownText:
      "Este servicio no tiene ningún certificado con ese número. Compruebe que la dirección está completa: el número tiene 36 caracteres.",
  },
  de: {
    title: "Fingerabdruck-Zertifikat",
    description:
      "Was öffentliche Einträge über den Fingerabdruck einer Datei sagen und wie man es selbst prüft.",
    waiting:
      "Bisher hat ihn keine unabhängige Zeitquelle verzeichnet. Bis dahin ist diese Seite eine Empfangsbestätigung, kein Beleg. Das dauert meist einige Minuten: Laden Sie die Seite später neu.",
    verifyNow: "Jetzt selbst prüfen",
    verifyNote: "Der Prüfer öffnet sich mit diesem Nachweis. Ihre Datei bleibt auf Ihrem Gerät.",
    notYet: "Noch gibt es nichts zu prüfen: Der Fingerabdruck steht noch in keinem Block.",
    portableProof: "Nachweis herunterladen (JSON)",
    holder: "Registriert von",
    holderNote: "wie sich das Konto selbst nennt; der Dienst hat den Namen nicht geprüft",
    qr: "QR-Code mit der Adresse dieser Seite",
    checkFile: "Eine Datei mit diesem Zertifikat vergleichen",
    inBrowser: "Öffnen Sie oben den Prüfer und fügen Sie die Datei hinzu. Er sagt, ob es diese Datei ist.",
    byHand: "Oder berechnen Sie den Fingerabdruck auf Ihrem eigenen Computer:",
    system: "System",
    command: "Befehl",
    compare: "Alle 64 Zeichen müssen mit denen oben übereinstimmen.",
    otherFile:
      "Verwenden Sie das Original genau so, wie es registriert wurde. Eine Kopie, die geöffnet und neu gespeichert oder gedruckt und eingescannt wurde, ist eine andere Datei.",
    look: "Transaktion ansehen",
    private: "Diese Seite zeigt weder die Datei noch ihren Namen.",
    unknownTitle: "Dieses Zertifikat gibt es nicht",
    unknownText:
      "Dieser Dienst hat kein Zertifikat mit dieser Nummer. Prüfen Sie, ob die Adresse vollständig ist: Die Nummer hat 36 Zeichen.",
  },
  fr: {
    title: "Certificat d’empreinte",
    description:
      "Ce que les registres publics disent de l’empreinte d’un fichier, et comment le vérifier soi-même.",
    waiting:
      "Aucune source de temps indépendante ne l’a encore enregistrée. D’ici là, cette page est un récépissé, non une preuve. Cela prend généralement quelques minutes : rechargez la page plus tard.",
    verifyNow: "Vérifiez-le vous-même maintenant",
    verifyNote: "Le vérificateur s’ouvre avec cette preuve. Votre fichier reste sur votre appareil.",
    notYet: "Il n’y a encore rien à vérifier : l’empreinte n’est pas encore dans un bloc.",
    portableProof: "Télécharger la preuve (JSON)",
    holder: "Enregistré par",
    holderNote: "nom que le compte se donne ; le service ne l’a pas vérifié",
    qr: "Code QR contenant l’adresse de cette page",
    checkFile: "Comparer un fichier à ce certificat",
    inBrowser:
      "Ouvrez le vérificateur ci-dessus et ajoutez le fichier. Il vous dira s’il s’agit bien de ce fichier.",
    byHand: "Ou calculez l’empreinte sur votre propre ordinateur :",
    system: "Système",
    command: "Commande",
    compare: "Les 64 caractères doivent être identiques à ceux affichés plus haut.",
    otherFile:
      "Utilisez l’original exactement tel qu’il a été enregistré. Une copie ouverte puis enregistrée de nouveau, ou imprimée et numérisée, est un autre fichier.",
    look: "Voir la transaction",
    private: "Cette page ne montre ni le fichier ni son nom.",
    unknownTitle: "Ce certificat n’existe pas",
    unknownText:
      "Ce service n’a aucun certificat portant ce numéro. Vérifiez que l’adresse est complète : le numéro compte 36 caractères.",
  },
};
