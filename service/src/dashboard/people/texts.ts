import type { Language } from "@svc-proof/ui/language";
import type { Role } from "../../records/types.js";

export interface PeopleTexts {
  readonly title: string;
  readonly about: string;
  readonly roles: Readonly<Record<Role, string>>;
  readonly mayDo: Readonly<Record<Role, string>>;
  readonly columns: readonly [string, string, string, string, string];
  readonly you: string;
  readonly never: string;
  readonly change: string;
  readonly changeNamed: string;
  readonly ownerOnly: string;
  readonly done: Readonly<Record<"role" | "removed" | "withdrawn" | "invited", string>>;
  readonly invite: {
    readonly title: string;
    readonly button: string;
    readonly email: string;
    readonly role: string;
    readonly language: string;
    readonly send: string;
    readonly badEmail: string;
    readonly isHere: string;
    readonly tooMany: string;
    readonly link: string;
    readonly linkAbout: string;
    readonly back: string;
  };
  readonly invitations: {
    readonly title: string;
    readonly columns: readonly [string, string, string, string];
    readonly withdraw: string;
    readonly withdrawNamed: string;
  };
  readonly one: {
    readonly role: string;
    readonly save: string;
    readonly remove: string;
    readonly removeAbout: string;
    readonly removeButton: string;
    readonly lastOwner: string;
    readonly back: string;
  };
}

export const PEOPLE_TEXTS: Readonly<Record<Language, PeopleTexts>> = {
  en: {
    title: "People",
    about: "Who may sign in to this account, and what each person may do.",
    roles: { owner: "Owner", member: "Member", reader: "Read only" },
    mayDo: {
      owner: "May do everything, also invite people, order, export and delete.",
      member: "Creates proofs, uses seals from the balance, manages keys and originals.",
      reader: "Views proofs and downloads them.",
    },
    columns: ["E-mail address", "Role", "Since", "Last sign-in", "Action"],
    you: "you",
    never: "Never",
    change: "Change",
    changeNamed: "Change {email}",
    ownerOnly: "Only an owner can invite people and change roles.",
    done: {
      role: "The role is changed.",
      removed: "The person is removed and signed out everywhere.",
      withdrawn: "The invitation is withdrawn.",
      invited: "The invitation is on its way.",
    },
    invite: {
      title: "Invite a person",
      button: "Invite a person",
      email: "E-mail address",
      role: "Role",
      language: "Language of the e-mail",
      send: "Send invitation",
      badEmail: "Enter an e-mail address, as in name@example.org.",
      isHere: "This person already belongs to the account.",
      tooMany: "The account has sent as many invitations as it may in a day. Try again tomorrow.",
      link: "Give this link to {email}",
      linkAbout:
        "This service sends no e-mail, so pass the link on yourself. It works once, within {days} days, and whoever has it can accept. It is not shown again.",
      back: "Back to the people",
    },
    invitations: {
      title: "Open invitations",
      columns: ["E-mail address", "Role", "Until", "Action"],
      withdraw: "Withdraw",
      withdrawNamed: "Withdraw the invitation of {email}",
    },
    one: {
      role: "Role",
      save: "Save",
      remove: "Remove from the account",
      removeAbout:
        "The person is signed out everywhere and can no longer sign in. Keys that the person created keep working.",
      removeButton: "Remove",
      lastOwner: "This is the only owner of the account. Make somebody else an owner first.",
      back: "Back to the people",
    },
  },
  es: {
    title: "Personas",
    about: "Quién puede iniciar sesión en esta cuenta y qué puede hacer cada persona.",
    roles: { owner: "Titular", member: "Miembro", reader: "Solo lectura" },
    mayDo: {
      owner: "Puede hacerlo todo, también invitar, hacer pedidos, exportar y eliminar.",
      member: "Crea pruebas, utiliza los sellos del saldo y gestiona claves y originales.",
      reader: "Consulta y descarga las pruebas.",
    },
    columns: ["Correo electrónico", "Función", "Desde", "Último acceso", "Acción"],
    you: "usted",
    never: "Nunca",
    change: "Cambiar",
    changeNamed: "Cambiar {email}",
    ownerOnly: "Solo un titular puede invitar a personas y cambiar funciones.",
    done: {
      role: "La función se ha cambiado.",
      removed: "La persona ya no pertenece a la cuenta y se han cerrado todas sus sesiones.",
      withdrawn: "La invitación se ha retirado.",
      invited: "La invitación está en camino.",
    },
    invite: {
      title: "Invitar a una persona",
      button: "Invitar a una persona",
      email: "Correo electrónico",
      role: "Función",
      language: "Idioma del mensaje",
      send: "Enviar la invitación",
      badEmail: "Escriba una dirección de correo, por ejemplo nombre@example.org.",
      isHere: "Esta persona ya pertenece a la cuenta.",
      tooMany: "La cuenta ha enviado el máximo de invitaciones de un día. Vuelva a intentarlo mañana.",
      link: "Entregue este enlace a {email}",
      linkAbout:
        "Este servicio no envía correo, así que debe entregar el enlace usted. Solo funciona una vez, durante {days} días, y quien lo tenga puede aceptar la invitación. No se volverá a mostrar.",
      back: "Volver a las personas",
    },
    invitations: {
      title: "Invitaciones pendientes",
      columns: ["Correo electrónico", "Función", "Hasta", "Acción"],
      withdraw: "Retirar",
      withdrawNamed: "Retirar la invitación de {email}",
    },
    one: {
      role: "Función",
      save: "Guardar",
      remove: "Quitar de la cuenta",
      removeAbout:
        "Se cierran todas las sesiones de la persona y ya no podrá iniciar otra. Las claves que haya creado siguen funcionando.",
      removeButton: "Quitar",
      lastOwner: "Es el único titular de la cuenta. Nombre antes a otro titular.",
      back: "Volver a las personas",
    },
  },
  de: {
    title: "Personen",
    about: "Wer sich bei diesem Konto anmelden darf und was die einzelnen Personen dürfen.",
    roles: { owner: "Inhaber", member: "Mitglied", reader: "Nur Lesen" },
    mayDo: {
      owner: "Darf alles, auch einladen, bestellen, exportieren und löschen.",
      member:
        "Erstellt Nachweise, verwendet das Guthaben an Zeitstempeln, verwaltet Schlüssel und Originale.",
      reader: "Sieht Nachweise und lädt sie herunter.",
    },
    columns: ["E-Mail-Adresse", "Rolle", "Seit", "Letzte Anmeldung", "Aktion"],
    you: "Sie",
    never: "Nie",
    change: "Ändern",
    changeNamed: "{email} ändern",
    ownerOnly: "Nur ein Inhaber kann Personen einladen und Rollen ändern.",
    done: {
      role: "Die Rolle ist geändert.",
      removed: "Die Person ist entfernt und überall abgemeldet.",
      withdrawn: "Die Einladung ist zurückgezogen.",
      invited: "Die Einladung ist unterwegs.",
    },
    invite: {
      title: "Person einladen",
      button: "Person einladen",
      email: "E-Mail-Adresse",
      role: "Rolle",
      language: "Sprache der E-Mail",
      send: "Einladung senden",
      badEmail: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.org.",
      isHere: "Diese Person gehört bereits zum Konto.",
      tooMany:
        "Das Konto hat die höchste Zahl an Einladungen eines Tages verschickt. Versuchen Sie es morgen wieder.",
      link: "Geben Sie diesen Link an {email} weiter",
      linkAbout:
        "Dieser Dienst verschickt keine E-Mails; geben Sie den Link selbst weiter. Er funktioniert einmal, innerhalb von {days} Tagen, und wer ihn hat, kann annehmen. Er wird nicht noch einmal angezeigt.",
      back: "Zurück zu den Personen",
    },
    invitations: {
      title: "Offene Einladungen",
      columns: ["E-Mail-Adresse", "Rolle", "Bis", "Aktion"],
      withdraw: "Zurückziehen",
      withdrawNamed: "Einladung von {email} zurückziehen",
    },
    one: {
      role: "Rolle",
      save: "Speichern",
      remove: "Aus dem Konto entfernen",
      removeAbout:
        "Die Person wird überall abgemeldet und kann sich nicht mehr anmelden. Schlüssel, die sie erstellt hat, funktionieren weiter.",
      removeButton: "Entfernen",
      lastOwner: "Das ist der einzige Inhaber des Kontos. Machen Sie zuerst jemand anderen zum Inhaber.",
      back: "Zurück zu den Personen",
    },
  },
  fr: {
    title: "Personnes",
    about: "Qui peut se connecter à ce compte, et ce que chacun peut y faire.",
    roles: { owner: "Propriétaire", member: "Membre", reader: "Lecture seule" },
    mayDo: {
      owner: "Peut tout faire, y compris inviter, commander, exporter et supprimer.",
      member: "Crée des preuves, utilise le solde d’horodatages, gère les clés et les originaux.",
      reader: "Consulte et télécharge les preuves.",
    },
    columns: ["Adresse électronique", "Rôle", "Depuis", "Dernière connexion", "Action"],
    you: "vous",
    never: "Jamais",
    change: "Modifier",
    changeNamed: "Modifier {email}",
    ownerOnly: "Seul un propriétaire peut inviter des personnes et modifier les rôles.",
    done: {
      role: "Le rôle est modifié.",
      removed: "La personne est retirée et déconnectée partout.",
      withdrawn: "L’invitation est retirée.",
      invited: "L’invitation est en route.",
    },
    invite: {
      title: "Inviter une personne",
      button: "Inviter une personne",
      email: "Adresse électronique",
      role: "Rôle",
      language: "Langue du courriel",
      send: "Envoyer l’invitation",
      badEmail: "Saisissez une adresse électronique, par exemple nom@example.org.",
      isHere: "Cette personne fait déjà partie du compte.",
      tooMany: "Le compte a envoyé le nombre maximal d’invitations pour une journée. Réessayez demain.",
      link: "Remettez ce lien à {email}",
      linkAbout:
        "Ce service n’envoie pas de courriels ; remettez le lien vous-même. Il fonctionne une fois, pendant {days} jours, et quiconque le détient peut accepter. Il ne sera plus affiché.",
      back: "Retour aux personnes",
    },
    invitations: {
      title: "Invitations en attente",
      columns: ["Adresse électronique", "Rôle", "Jusqu’au", "Action"],
      withdraw: "Retirer",
      withdrawNamed: "Retirer l’invitation de {email}",
    },
    one: {
      role: "Rôle",
      save: "Enregistrer",
      remove: "Retirer du compte",
      removeAbout:
        "La personne est déconnectée partout et ne peut plus se connecter. Les clés qu’elle a créées continuent de fonctionner.",
      removeButton: "Retirer",
      lastOwner: "C’est le seul propriétaire du compte. Désignez-en d’abord un autre.",
      back: "Retour aux personnes",
    },
  },
};
