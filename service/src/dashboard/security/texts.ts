/** The words of the page on which a person sees what signs them in. */
import type { Language, Plural } from "@svc-proof/ui/language";
import type { SessionRecord } from "../../records/types.js";

export interface SecurityTexts {
  readonly title: string;
  readonly intro: string;
  readonly passkeys: string;
  readonly passkeysText: string;
  readonly noPasskeyYet: string;
  readonly name: string;
  readonly added: string;
  readonly lastUsed: string;
  readonly never: string;
  readonly where: string;
  readonly synced: string;
  readonly oneDevice: string;
  readonly action: string;
  readonly remove: string;
  /** `{name}`. */
  readonly removeNamed: string;
  readonly passkeyName: string;
  readonly passkeyNameHint: string;
  readonly defaultName: string;
  readonly add: string;
  readonly addFailed: string;
  readonly addFull: string;
  readonly unsupported: string;
  readonly needScript: string;
  readonly noPasskeys: string;
  readonly codes: string;
  readonly codesText: string;
  readonly codesLeft: Plural;
  readonly noCodes: string;
  readonly makeCodes: string;
  readonly codesReplace: string;
  readonly codesTitle: string;
  readonly codesShown: string;
  /** `{site}` and `{email}`. */
  readonly codesFor: string;
  readonly codesDone: string;
  readonly sessions: string;
  readonly sessionsText: string;
  readonly device: string;
  readonly unknownDevice: string;
  readonly method: string;
  readonly methods: Readonly<Record<SessionRecord["method"], string>>;
  readonly started: string;
  readonly lastSeen: string;
  readonly thisOne: string;
  readonly end: string;
  readonly endOthers: string;
  readonly notices: Readonly<Record<NoticeKind, string>>;
}

export type NoticeKind = "passkeyAdded" | "passkeyRemoved" | "lastPasskey" | "sessionEnded" | "othersEnded";

export const SECURITY_TEXTS: Readonly<Record<Language, SecurityTexts>> = {
  en: {
    title: "Security",
    intro: "What signs you in, and where you are signed in.",
    passkeys: "Passkeys",
    passkeysText:
      "A passkey is kept by your phone, computer or security key and cannot be phished. Add one on each device that you use.",
    noPasskeyYet: "You have no passkey yet.",
    name: "Name",
    added: "Added",
    lastUsed: "Last used",
    never: "never",
    where: "Kept",
    synced: "synchronised between devices",
    oneDevice: "on one device",
    action: "Action",
    remove: "Remove",
    removeNamed: "Remove {name}",
    passkeyName: "Name of the new passkey",
    passkeyNameHint: "For instance the device.",
    defaultName: "Passkey",
    add: "Add a passkey",
    addFailed: "The passkey was not added. Try again.",
    addFull: "The passkey exists already, or you have 20 of them.",
    unsupported: "This browser offers no passkeys here.",
    needScript: "Adding a passkey needs JavaScript.",
    noPasskeys: "Passkeys are not available at this address: they need https and a host name.",
    codes: "Recovery codes",
    codesText:
      "For the day when you have neither your passkey nor access to your e-mail. Each code works once.",
    codesLeft: { one: "You have {count} code left.", other: "You have {count} codes left." },
    noCodes: "You have none.",
    makeCodes: "Make recovery codes",
    codesReplace: "New codes replace the ones that you have.",
    codesTitle: "Your recovery codes",
    codesShown:
      "They are shown only once. Print them or write them down, and keep them apart from your devices.",
    codesFor: "For {email} at {site}",
    codesDone: "I have kept them",
    sessions: "Sessions",
    sessionsText: "A session ends after 12 hours without use, and after 7 days in any case.",
    device: "Browser",
    unknownDevice: "unknown",
    method: "Signed in with",
    methods: { passkey: "passkey", link: "link", "recovery-code": "recovery code" },
    started: "Since",
    lastSeen: "Last used",
    thisOne: "this session",
    end: "End",
    endOthers: "Sign out everywhere else",
    notices: {
      passkeyAdded: "The passkey was added.",
      passkeyRemoved: "The passkey was removed.",
      lastPasskey:
        "This is the only way you have to sign in. Add another passkey or make recovery codes first.",
      sessionEnded: "The session was ended.",
      othersEnded: "All other sessions were ended.",
    },
  },
  es: {
    title: "Seguridad",
    intro: "Con qué inicia sesión y dónde la tiene abierta.",
    passkeys: "Llaves de acceso",
    passkeysText:
      "Una llave de acceso se guarda en su teléfono, su ordenador o una llave de seguridad y no puede obtenerse mediante engaño. Añada una en cada dispositivo que utilice.",
    noPasskeyYet: "Todavía no tiene ninguna llave de acceso.",
    name: "Nombre",
    added: "Añadida",
    lastUsed: "Último uso",
    never: "nunca",
    where: "Se guarda",
    synced: "sincronizada entre dispositivos",
    oneDevice: "en un solo dispositivo",
    action: "Acción",
    remove: "Eliminar",
    removeNamed: "Eliminar {name}",
    passkeyName: "Nombre de la nueva llave de acceso",
    passkeyNameHint: "Por ejemplo, el dispositivo.",
    defaultName: "Llave de acceso",
    add: "Añadir una llave de acceso",
    addFailed: "No se ha añadido la llave de acceso. Inténtelo de nuevo.",
    addFull: "La llave de acceso ya existe o ya tiene 20.",
    unsupported: "Este navegador no ofrece llaves de acceso aquí.",
    needScript: "Para añadir una llave de acceso hace falta JavaScript.",
    noPasskeys:
      "Las llaves de acceso no están disponibles en esta dirección: necesitan https y un nombre de dominio.",
    codes: "Códigos de recuperación",
    codesText: "Para el día en que no tenga ni su llave de acceso ni su correo. Cada código sirve una vez.",
    codesLeft: { one: "Le queda {count} código.", other: "Le quedan {count} códigos." },
    noCodes: "No tiene ninguno.",
    makeCodes: "Generar códigos de recuperación",
    codesReplace: "Los códigos nuevos sustituyen a los que tiene.",
    codesTitle: "Sus códigos de recuperación",
    codesShown: "Solo se muestran esta vez. Imprímalos o anótelos y guárdelos lejos de sus dispositivos.",
    codesFor: "Para {email} en {site}",
    codesDone: "Los he guardado",
    sessions: "Sesiones",
    sessionsText: "Una sesión termina tras 12 horas sin uso y, en todo caso, a los 7 días.",
    device: "Navegador",
    unknownDevice: "desconocido",
    method: "Acceso con",
    methods: { passkey: "llave de acceso", link: "enlace", "recovery-code": "código de recuperación" },
    started: "Desde",
    lastSeen: "Último uso",
    thisOne: "esta sesión",
    end: "Cerrar",
    endOthers: "Cerrar todas las demás sesiones",
    notices: {
      passkeyAdded: "Se ha añadido la llave de acceso.",
      passkeyRemoved: "Se ha eliminado la llave de acceso.",
      lastPasskey:
        "Es la única forma de acceso que tiene. Añada antes otra llave de acceso o genere códigos de recuperación.",
      sessionEnded: "Se ha cerrado la sesión.",
      othersEnded: "Se han cerrado todas las demás sesiones.",
    },
  },
  de: {
    title: "Sicherheit",
    intro: "Womit Sie sich anmelden und wo Sie angemeldet sind.",
    passkeys: "Passkeys",
    passkeysText:
      "Ein Passkey liegt auf Ihrem Telefon, Ihrem Computer oder einem Sicherheitsschlüssel und lässt sich nicht durch Phishing erbeuten. Fügen Sie auf jedem Gerät, das Sie nutzen, einen hinzu.",
    noPasskeyYet: "Sie haben noch keinen Passkey.",
    name: "Name",
    added: "Hinzugefügt",
    lastUsed: "Zuletzt verwendet",
    never: "nie",
    where: "Gespeichert",
    synced: "zwischen Geräten synchronisiert",
    oneDevice: "auf einem Gerät",
    action: "Aktion",
    remove: "Entfernen",
    removeNamed: "{name} entfernen",
    passkeyName: "Name des neuen Passkeys",
    passkeyNameHint: "Zum Beispiel das Gerät.",
    defaultName: "Passkey",
    add: "Passkey hinzufügen",
    addFailed: "Der Passkey wurde nicht hinzugefügt. Versuchen Sie es noch einmal.",
    addFull: "Den Passkey gibt es schon, oder Sie haben bereits 20.",
    unsupported: "Dieser Browser bietet hier keine Passkeys an.",
    needScript: "Um einen Passkey hinzuzufügen, wird JavaScript benötigt.",
    noPasskeys:
      "Passkeys stehen unter dieser Adresse nicht zur Verfügung: Sie benötigen https und einen Hostnamen.",
    codes: "Wiederherstellungscodes",
    codesText:
      "Für den Tag, an dem Sie weder Ihren Passkey noch Ihr Postfach zur Hand haben. Jeder Code gilt einmal.",
    codesLeft: { one: "Sie haben noch {count} Code.", other: "Sie haben noch {count} Codes." },
    noCodes: "Sie haben keine.",
    makeCodes: "Wiederherstellungscodes erstellen",
    codesReplace: "Neue Codes ersetzen die bisherigen.",
    codesTitle: "Ihre Wiederherstellungscodes",
    codesShown:
      "Sie werden nur dieses eine Mal angezeigt. Drucken oder notieren Sie sie und bewahren Sie sie getrennt von Ihren Geräten auf.",
    codesFor: "Für {email} bei {site}",
    codesDone: "Ich habe sie verwahrt",
    sessions: "Sitzungen",
    sessionsText: "Eine Sitzung endet nach 12 Stunden ohne Nutzung, in jedem Fall nach 7 Tagen.",
    device: "Browser",
    unknownDevice: "unbekannt",
    method: "Angemeldet mit",
    methods: { passkey: "Passkey", link: "Link", "recovery-code": "Wiederherstellungscode" },
    started: "Seit",
    lastSeen: "Zuletzt genutzt",
    thisOne: "diese Sitzung",
    end: "Beenden",
    endOthers: "Überall sonst abmelden",
    notices: {
      passkeyAdded: "Der Passkey wurde hinzugefügt.",
      passkeyRemoved: "Der Passkey wurde entfernt.",
      lastPasskey:
        "Das ist Ihr einziger Zugang. Fügen Sie zuerst einen weiteren Passkey hinzu oder erstellen Sie Wiederherstellungscodes.",
      sessionEnded: "Die Sitzung wurde beendet.",
      othersEnded: "Alle anderen Sitzungen wurden beendet.",
    },
  },
  fr: {
    title: "Sécurité",
    intro: "Ce qui vous permet de vous connecter, et où vous êtes connecté.",
    passkeys: "Clés d’accès",
    passkeysText:
      "Une clé d’accès est conservée par votre téléphone, votre ordinateur ou une clé de sécurité et ne peut être dérobée par hameçonnage. Ajoutez-en une sur chaque appareil que vous utilisez.",
    noPasskeyYet: "Vous n’avez pas encore de clé d’accès.",
    name: "Nom",
    added: "Ajoutée",
    lastUsed: "Dernière utilisation",
    never: "jamais",
    where: "Conservée",
    synced: "synchronisée entre appareils",
    oneDevice: "sur un seul appareil",
    action: "Action",
    remove: "Supprimer",
    removeNamed: "Supprimer {name}",
    passkeyName: "Nom de la nouvelle clé d’accès",
    passkeyNameHint: "Par exemple l’appareil.",
    defaultName: "Clé d’accès",
    add: "Ajouter une clé d’accès",
    addFailed: "La clé d’accès n’a pas été ajoutée. Réessayez.",
    addFull: "La clé d’accès existe déjà, ou vous en avez 20.",
    unsupported: "Ce navigateur ne propose pas de clés d’accès ici.",
    needScript: "L’ajout d’une clé d’accès nécessite JavaScript.",
    noPasskeys:
      "Les clés d’accès ne sont pas disponibles à cette adresse : elles nécessitent https et un nom d’hôte.",
    codes: "Codes de récupération",
    codesText:
      "Pour le jour où vous n’aurez ni votre clé d’accès ni votre messagerie. Chaque code ne sert qu’une fois.",
    codesLeft: { one: "Il vous reste {count} code.", other: "Il vous reste {count} codes." },
    noCodes: "Vous n’en avez aucun.",
    makeCodes: "Créer des codes de récupération",
    codesReplace: "Les nouveaux codes remplacent ceux que vous avez.",
    codesTitle: "Vos codes de récupération",
    codesShown:
      "Ils ne sont affichés qu’une seule fois. Imprimez-les ou notez-les, et conservez-les à l’écart de vos appareils.",
    codesFor: "Pour {email} sur {site}",
    codesDone: "Je les ai conservés",
    sessions: "Sessions",
    sessionsText:
      "Une session se termine après 12 heures d’inactivité et, dans tous les cas, au bout de 7 jours.",
    device: "Navigateur",
    unknownDevice: "inconnu",
    method: "Connexion par",
    methods: { passkey: "clé d’accès", link: "lien", "recovery-code": "code de récupération" },
    started: "Depuis",
    lastSeen: "Dernière utilisation",
    thisOne: "cette session",
    end: "Fermer",
    endOthers: "Se déconnecter partout ailleurs",
    notices: {
      passkeyAdded: "La clé d’accès a été ajoutée.",
      passkeyRemoved: "La clé d’accès a été supprimée.",
      lastPasskey:
        "C’est votre seul moyen de connexion. Ajoutez d’abord une autre clé d’accès ou créez des codes de récupération.",
      sessionEnded: "La session a été fermée.",
      othersEnded: "Toutes les autres sessions ont été fermées.",
    },
  },
};
