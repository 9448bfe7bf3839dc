/** Mails to people: plain text, in the language of the page on which they were asked for, or of the person. */

import { fill, type Language } from "@svc-proof/ui/language";
import type { Mail } from "../clients/mail.js";

/** `{site}` is the site's address, `{link}` the link, `{minutes}` or `{days}` how long it works. */
interface MailText {
  readonly subject: string;
  readonly text: string;
}

export type SecurityEvent =
  | "passkeyAdded"
  | "passkeyRemoved"
  | "codesReplaced"
  | "codeUsed"
  | "sessionsEnded";

interface MailTexts {
  readonly signIn: MailText;
  readonly signUp: MailText;
  /** To a person who exists and asked to sign up. */
  readonly known: MailText;
  readonly invitation: MailText;
  /** Something changed: `{event}`. */
  readonly notice: MailText;
  readonly events: Readonly<Record<SecurityEvent, string>>;
}

const TEXTS: Readonly<Record<Language, MailTexts>> = {
  en: {
    signIn: {
      subject: "Your sign-in link",
      text: `Somebody asked to sign in to {site} with this e-mail address.

To sign in, open this link within {minutes} minutes. It works once:

{link}

If that was not you, do nothing: without this link nobody can sign in. Do not pass it on.
`,
    },
    signUp: {
      subject: "Create your account",
      text: `Somebody asked for an account at {site} with this e-mail address.

To create it, open this link within {minutes} minutes. It works once:

{link}

If that was not you, do nothing: no account is created.
`,
    },
    known: {
      subject: "You already have an account",
      text: `Somebody asked for a new account at {site} with this e-mail address. It already belongs to one.

To sign in to it, open this link within {minutes} minutes. It works once:

{link}

If that was not you, do nothing: nothing has changed.
`,
    },
    invitation: {
      subject: "You are invited to {site}",
      text: `You are invited to {site}, where files are proven to have existed at a time.

To accept, open this link within {days} days. It works once:

{link}

If you do not expect an invitation, do nothing: nothing is created.
`,
    },
    notice: {
      subject: "Your sign-in has changed",
      text: `{event}

This concerns your account at {site}.

If that was not you, sign in at once, open "Security", remove what you do not know and end all other sessions:

{link}
`,
    },
    events: {
      passkeyAdded: "A passkey was added.",
      passkeyRemoved: "A passkey was removed.",
      codesReplaced: "New recovery codes were made. The former ones no longer work.",
      codeUsed: "Somebody signed in with one of your recovery codes.",
      sessionsEnded: "All your other sessions were ended.",
    },
  },
  es: {
    signIn: {
      subject: "Su enlace de acceso",
      text: `Se ha solicitado iniciar sesión en {site} con esta dirección de correo.

Para entrar, abra este enlace en los próximos {minutes} minutos. Solo funciona una vez:

{link}

Si no ha sido usted, no haga nada: sin este enlace nadie puede entrar. No lo comparta.
`,
    },
    signUp: {
      subject: "Cree su cuenta",
      text: `Se ha solicitado una cuenta en {site} con esta dirección de correo.

Para crearla, abra este enlace en los próximos {minutes} minutos. Solo funciona una vez:

{link}

Si no ha sido usted, no haga nada: no se creará ninguna cuenta.
`,
    },
    known: {
      subject: "Ya tiene una cuenta",
      text: `Se ha solicitado una cuenta nueva en {site} con esta dirección de correo, que ya pertenece a una cuenta.

Para entrar en ella, abra este enlace en los próximos {minutes} minutos. Solo funciona una vez:

{link}

Si no ha sido usted, no haga nada: no ha cambiado nada.
`,
    },
    invitation: {
      subject: "Invitación a {site}",
      text: `Le han invitado a {site}, un servicio que acredita que un archivo existía en un momento dado.

Para aceptar, abra este enlace en los próximos {days} días. Solo funciona una vez:

{link}

Si no espera ninguna invitación, no haga nada: no se creará nada.
`,
    },
    notice: {
      subject: "Ha cambiado su forma de acceso",
      text: `{event}

Se trata de su cuenta en {site}.

Si no ha sido usted, inicie sesión cuanto antes, abra «Seguridad», elimine lo que no reconozca y cierre todas las demás sesiones:

{link}
`,
    },
    events: {
      passkeyAdded: "Se ha añadido una llave de acceso.",
      passkeyRemoved: "Se ha eliminado una llave de acceso.",
      codesReplaced: "Se han generado nuevos códigos de recuperación. Los anteriores ya no sirven.",
      codeUsed: "Se ha iniciado sesión con uno de sus códigos de recuperación.",
      sessionsEnded: "Se han cerrado todas sus demás sesiones.",
    },
  },
  de: {
    signIn: {
      subject: "Ihr Anmeldelink",
      text: `Mit dieser E-Mail-Adresse wurde eine Anmeldung bei {site} angefordert.

Um sich anzumelden, öffnen Sie diesen Link innerhalb von {minutes} Minuten. Er funktioniert einmal:

{link}

Falls Sie das nicht waren, brauchen Sie nichts zu tun: Ohne diesen Link kann sich niemand anmelden. Geben Sie ihn nicht weiter.
`,
    },
    signUp: {
      subject: "Konto erstellen",
      text: `Mit dieser E-Mail-Adresse wurde ein Konto bei {site} angefordert.

Um es zu erstellen, öffnen Sie diesen Link innerhalb von {minutes} Minuten. Er funktioniert einmal:

{link}

Falls Sie das nicht waren, brauchen Sie nichts zu tun: Es wird kein Konto erstellt.
`,
    },
    known: {
      subject: "Sie haben bereits ein Konto",
      text: `Mit dieser E-Mail-Adresse wurde ein neues Konto bei {site} angefordert. Sie gehört bereits zu einem Konto.

Um sich dort anzumelden, öffnen Sie diesen Link innerhalb von {minutes} Minuten. Er funktioniert einmal:

{link}

Falls Sie das nicht waren, brauchen Sie nichts zu tun: Es hat sich nichts geändert.
`,
    },
    invitation: {
      subject: "Einladung zu {site}",
      text: `Sie sind zu {site} eingeladen, einem Dienst, der nachweist, dass eine Datei zu einem Zeitpunkt vorlag.

Um anzunehmen, öffnen Sie diesen Link innerhalb von {days} Tagen. Er funktioniert einmal:

{link}

Falls Sie keine Einladung erwarten, brauchen Sie nichts zu tun: Es wird nichts angelegt.
`,
    },
    notice: {
      subject: "Ihre Anmeldung wurde geändert",
      text: `{event}

Das betrifft Ihr Konto bei {site}.

Falls Sie das nicht waren, melden Sie sich sofort an, öffnen Sie „Sicherheit“, entfernen Sie, was Sie nicht kennen, und beenden Sie alle anderen Sitzungen:

{link}
`,
    },
    events: {
      passkeyAdded: "Ein Passkey wurde hinzugefügt.",
      passkeyRemoved: "Ein Passkey wurde entfernt.",
      codesReplaced: "Es wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.",
      codeUsed: "Mit einem Ihrer Wiederherstellungscodes wurde eine Anmeldung vorgenommen.",
      sessionsEnded: "Alle Ihre anderen Sitzungen wurden beendet.",
    },
  },
  fr: {
    signIn: {
      subject: "Votre lien de connexion",
      text: `Une connexion à {site} a été demandée avec cette adresse électronique.

Pour vous connecter, ouvrez ce lien dans les {minutes} minutes. Il ne fonctionne qu’une fois :

{link}

Si vous n’êtes pas à l’origine de cette demande, ne faites rien : sans ce lien, personne ne peut se connecter. Ne le transmettez pas.
`,
    },
    signUp: {
      subject: "Créez votre compte",
      text: `Un compte sur {site} a été demandé avec cette adresse électronique.

Pour le créer, ouvrez ce lien dans les {minutes} minutes. Il ne fonctionne qu’une fois :

{link}

Si vous n’êtes pas à l’origine de cette demande, ne faites rien : aucun compte ne sera créé.
`,
    },
    known: {
      subject: "Vous avez déjà un compte",
      text: `Un nouveau compte sur {site} a été demandé avec cette adresse électronique, qui appartient déjà à un compte.

Pour vous y connecter, ouvrez ce lien dans les {minutes} minutes. Il ne fonctionne qu’une fois :

{link}

Si vous n’êtes pas à l’origine de cette demande, ne faites rien : rien n’a changé.
`,
    },
    invitation: {
      subject: "Invitation à {site}",
      text: `Vous êtes invité à rejoindre {site}, un service qui prouve qu’un fichier existait à un moment donné.

Pour accepter, ouvrez ce lien dans les {days} jours. Il ne fonctionne qu’une fois :

{link}

Si vous n’attendez aucune invitation, ne faites rien : rien ne sera créé.
`,
    },
    notice: {
      subject: "Votre mode de connexion a changé",
      text: `{event}

Cela concerne votre compte sur {site}.

Si vous n’êtes pas à l’origine de ce changement, connectez-vous immédiatement, ouvrez « Sécurité », supprimez ce que vous ne reconnaissez pas et fermez toutes les autres sessions :

{link}
`,
    },
    events: {
      passkeyAdded: "Une clé d’accès a été ajoutée.",
      passkeyRemoved: "Une clé d’accès a été supprimée.",
      codesReplaced: "De nouveaux codes de récupération ont été créés. Les précédents ne fonctionnent plus.",
      codeUsed: "Une connexion a été effectuée avec l’un de vos codes de récupération.",
      sessionsEnded: "Toutes vos autres sessions ont été fermées.",
    },
  },
};

export interface MailContext {
  readonly to: string;
  readonly language: Language;
  /** The site's address. */
  readonly site: string;
  readonly link: string;
}

/** A mail with a link that works once. @param lifeMs how long. */
export function linkMail(
  kind: "signIn" | "signUp" | "known" | "invitation",
  { to, language, site, link }: MailContext,
  lifeMs: number,
): Mail {
  const { subject, text } = TEXTS[language][kind];
  const values = { site, link, minutes: Math.round(lifeMs / 60_000), days: Math.round(lifeMs / 86_400_000) };
  return { to, subject: fill(subject, values), text: fill(text, values) };
}

/** A mail that says what has changed in how a person signs in. */
export function noticeMail(event: SecurityEvent, { to, language, site, link }: MailContext): Mail {
  const { notice, events } = TEXTS[language];
  return { to, subject: notice.subject, text: fill(notice.text, { site, link, event: events[event] }) };
}
