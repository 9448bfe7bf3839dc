/** The words of signing in, signing up and signing out. */
import type { Language } from "@svc-proof/ui/language";
import type { Role } from "../../records/types.js";

export interface SignInTexts {
  readonly signIn: string;
  readonly withPasskey: string;
  readonly passkeyButton: string;
  readonly passkeyFailed: string;
  readonly passkeyUnsupported: string;
  readonly passkeysNeedScript: string;
  readonly noPasskeys: string;
  readonly withMail: string;
  readonly email: string;
  readonly emailProblem: string;
  readonly sendLink: string;
  readonly noMail: string;
  readonly codeInstead: string;
  readonly noAccount: string;
  readonly createAccount: string;
  readonly sentTitle: string;
  readonly sentText: string;
  readonly sentSignUpText: string;
  readonly sentLife: string;
  readonly linkTitle: string;
  /** `{email}`. */
  readonly linkText: string;
  readonly linkButton: string;
  /** `{email}`. */
  readonly linkReplaces: string;
  readonly unusableTitle: string;
  readonly unusableText: string;
  readonly askAgain: string;
  readonly disabledTitle: string;
  readonly disabledText: string;
  readonly takenTitle: string;
  readonly takenText: string;
  readonly codeTitle: string;
  readonly codeText: string;
  readonly code: string;
  readonly codeHint: string;
  readonly codeRefused: string;
  readonly againTitle: string;
  readonly againText: string;
  /** `{email}`. */
  readonly againMail: string;
  readonly signUp: string;
  readonly signUpText: string;
  readonly signUpSend: string;
  readonly signUpClosedText: string;
  /** `{email}`. */
  readonly signUpConfirm: string;
  readonly signUpButton: string;
  readonly invitationTitle: string;
  /** `{email}` and `{role}`. */
  readonly invitationText: string;
  /** `{email}`. */
  readonly invitationNewText: string;
  readonly invitationButton: string;
  readonly roles: Readonly<Record<Role, string>>;
  /** `{minutes}`. */
  readonly locked: string;
}

export const SIGN_IN_TEXTS: Readonly<Record<Language, SignInTexts>> = {
  en: {
    signIn: "Sign in",
    withPasskey: "With a passkey",
    passkeyButton: "Sign in with a passkey",
    passkeyFailed: "That did not work. Try again, or choose another way.",
    passkeyUnsupported: "This browser offers no passkeys here.",
    passkeysNeedScript: "Passkeys need JavaScript.",
    noPasskeys: "Passkeys are not available at this address: they need https and a host name.",
    withMail: "With a link by e-mail",
    email: "E-mail address",
    emailProblem: "Enter an e-mail address such as ana@example.org.",
    sendLink: "Send me a link",
    noMail: "This service sends no e-mail. Sign in with a passkey or a recovery code.",
    codeInstead: "Use a recovery code",
    noAccount: "No account yet?",
    createAccount: "Create an account",
    sentTitle: "Check your inbox",
    sentText:
      "If the address belongs to a person of this service, a link is on its way. Nothing there? Check the spelling and the spam folder.",
    sentSignUpText: "A link is on its way. Nothing there? Check the spelling and the spam folder.",
    sentLife: "The link works once, for 10 minutes, in any browser.",
    linkTitle: "Sign in",
    linkText: "You are about to sign in as {email}.",
    linkButton: "Sign in",
    linkReplaces: "You are signed in as {email}. That session ends.",
    unusableTitle: "This link does not work",
    unusableText: "It was used, has expired or is incomplete.",
    askAgain: "Ask for another link",
    disabledTitle: "This account is closed",
    disabledText: "The operator has disabled it. Write to the operator if you believe this is a mistake.",
    takenTitle: "You already have an account",
    takenText: "Meanwhile this address belongs to a person of this service. Sign in.",
    codeTitle: "Sign in with a recovery code",
    codeText: "Use one of the ten codes that you wrote down. Each works once.",
    code: "Recovery code",
    codeHint: "24 letters and digits; case and hyphens do not matter.",
    codeRefused: "The address and the code do not belong together, or the code was used.",
    againTitle: "Confirm that it is you",
    againText: "For this page you must have signed in within the last 15 minutes.",
    againMail: "We send a link to {email}.",
    signUp: "Create an account",
    signUpText: "We send you a link. It creates a free account that you own.",
    signUpSend: "Send me the link",
    signUpClosedText: "Accounts are created by invitation only. Ask the operator of this service.",
    signUpConfirm: "You are about to create an account for {email}.",
    signUpButton: "Create the account",
    invitationTitle: "Your invitation",
    invitationText: "You are invited to an account as {role}, with the address {email}.",
    invitationNewText: "You are invited to open an account of your own with the address {email}.",
    invitationButton: "Accept the invitation",
    roles: { owner: "an owner", member: "a member", reader: "a reader" },
    locked: "Too many attempts. Try again in {minutes} min.",
  },
  es: {
    signIn: "Iniciar sesión",
    withPasskey: "Con una llave de acceso",
    passkeyButton: "Entrar con una llave de acceso",
    passkeyFailed: "No ha funcionado. Inténtelo de nuevo o elija otro modo.",
    passkeyUnsupported: "Este navegador no ofrece llaves de acceso aquí.",
    passkeysNeedScript: "Las llaves de acceso necesitan JavaScript.",
    noPasskeys:
      "Las llaves de acceso no están disponibles en esta dirección: necesitan https y un nombre de dominio.",
    withMail: "Con un enlace por correo",
    email: "Correo electrónico",
    emailProblem: "Escriba una dirección de correo, como ana@example.org.",
    sendLink: "Enviarme un enlace",
    noMail: "Este servicio no envía correos. Entre con una llave de acceso o un código de recuperación.",
    codeInstead: "Usar un código de recuperación",
    noAccount: "¿Aún no tiene cuenta?",
    createAccount: "Crear una cuenta",
    sentTitle: "Consulte su correo",
    sentText:
      "Si la dirección pertenece a una persona de este servicio, el enlace va de camino. ¿No llega? Revise cómo la ha escrito y la carpeta de correo no deseado.",
    sentSignUpText:
      "El enlace va de camino. ¿No llega? Revise cómo ha escrito la dirección y la carpeta de correo no deseado.",
    sentLife: "El enlace sirve una sola vez, durante 10 minutos, en cualquier navegador.",
    linkTitle: "Iniciar sesión",
    linkText: "Va a entrar como {email}.",
    linkButton: "Entrar",
    linkReplaces: "Ha iniciado sesión como {email}. Esa sesión se cerrará.",
    unusableTitle: "Este enlace no funciona",
    unusableText: "Ya se ha usado, ha caducado o está incompleto.",
    askAgain: "Solicitar otro enlace",
    disabledTitle: "Esta cuenta está bloqueada",
    disabledText: "El operador la ha bloqueado. Escríbale si cree que se trata de un error.",
    takenTitle: "Ya tiene una cuenta",
    takenText: "Entretanto, esta dirección ya pertenece a una persona de este servicio. Inicie sesión.",
    codeTitle: "Entrar con un código de recuperación",
    codeText: "Use uno de los diez códigos que anotó. Cada uno sirve una vez.",
    code: "Código de recuperación",
    codeHint: "24 letras y cifras; no importan las mayúsculas ni los guiones.",
    codeRefused: "La dirección y el código no se corresponden, o el código ya se ha usado.",
    againTitle: "Confirme que es usted",
    againText: "Para esta página debe haber iniciado sesión en los últimos 15 minutos.",
    againMail: "Enviaremos un enlace a {email}.",
    signUp: "Crear una cuenta",
    signUpText: "Le enviaremos un enlace. Con él se crea una cuenta gratuita de la que usted es titular.",
    signUpSend: "Enviarme el enlace",
    signUpClosedText: "Las cuentas se crean solo por invitación. Diríjase al operador de este servicio.",
    signUpConfirm: "Va a crear una cuenta para {email}.",
    signUpButton: "Crear la cuenta",
    invitationTitle: "Su invitación",
    invitationText: "Le han invitado a una cuenta como {role}, con la dirección {email}.",
    invitationNewText: "Le han invitado a abrir una cuenta propia con la dirección {email}.",
    invitationButton: "Aceptar la invitación",
    roles: { owner: "titular", member: "miembro", reader: "lector" },
    locked: "Demasiados intentos. Inténtelo de nuevo dentro de {minutes} min.",
  },
  de: {
    signIn: "Anmelden",
    withPasskey: "Mit einem Passkey",
    passkeyButton: "Mit Passkey anmelden",
    passkeyFailed: "Das hat nicht geklappt. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.",
    passkeyUnsupported: "Dieser Browser bietet hier keine Passkeys an.",
    passkeysNeedScript: "Passkeys benötigen JavaScript.",
    noPasskeys:
      "Passkeys stehen unter dieser Adresse nicht zur Verfügung: Sie benötigen https und einen Hostnamen.",
    withMail: "Mit einem Link per E-Mail",
    email: "E-Mail-Adresse",
    emailProblem: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel ana@example.org.",
    sendLink: "Link senden",
    noMail:
      "Dieser Dienst versendet keine E-Mails. Melden Sie sich mit einem Passkey oder einem Wiederherstellungscode an.",
    codeInstead: "Wiederherstellungscode verwenden",
    noAccount: "Noch kein Konto?",
    createAccount: "Konto erstellen",
    sentTitle: "Sehen Sie in Ihr Postfach",
    sentText:
      "Wenn die Adresse zu einer Person dieses Dienstes gehört, ist ein Link unterwegs. Nichts angekommen? Prüfen Sie die Schreibweise und den Spam-Ordner.",
    sentSignUpText:
      "Ein Link ist unterwegs. Nichts angekommen? Prüfen Sie die Schreibweise und den Spam-Ordner.",
    sentLife: "Der Link funktioniert einmal, 10 Minuten lang, in jedem Browser.",
    linkTitle: "Anmelden",
    linkText: "Sie melden sich als {email} an.",
    linkButton: "Anmelden",
    linkReplaces: "Sie sind als {email} angemeldet. Diese Sitzung endet dann.",
    unusableTitle: "Dieser Link funktioniert nicht",
    unusableText: "Er wurde bereits verwendet, ist abgelaufen oder unvollständig.",
    askAgain: "Neuen Link anfordern",
    disabledTitle: "Dieses Konto ist gesperrt",
    disabledText:
      "Der Betreiber hat es gesperrt. Wenden Sie sich an ihn, wenn Sie das für einen Irrtum halten.",
    takenTitle: "Sie haben bereits ein Konto",
    takenText: "Diese Adresse gehört inzwischen zu einer Person dieses Dienstes. Melden Sie sich an.",
    codeTitle: "Mit einem Wiederherstellungscode anmelden",
    codeText: "Verwenden Sie einen der zehn Codes, die Sie notiert haben. Jeder gilt einmal.",
    code: "Wiederherstellungscode",
    codeHint: "24 Buchstaben und Ziffern; Groß- und Kleinschreibung und Bindestriche spielen keine Rolle.",
    codeRefused: "Adresse und Code passen nicht zusammen, oder der Code wurde bereits verwendet.",
    againTitle: "Bestätigen Sie, dass Sie es sind",
    againText: "Für diese Seite müssen Sie sich in den letzten 15 Minuten angemeldet haben.",
    againMail: "Wir senden einen Link an {email}.",
    signUp: "Konto erstellen",
    signUpText: "Wir senden Ihnen einen Link. Er erstellt ein kostenloses Konto, dessen Inhaber Sie sind.",
    signUpSend: "Link senden",
    signUpClosedText:
      "Konten werden nur auf Einladung erstellt. Wenden Sie sich an den Betreiber dieses Dienstes.",
    signUpConfirm: "Sie erstellen ein Konto für {email}.",
    signUpButton: "Konto erstellen",
    invitationTitle: "Ihre Einladung",
    invitationText: "Sie sind mit der Adresse {email} als {role} in ein Konto eingeladen.",
    invitationNewText: "Sie sind eingeladen, mit der Adresse {email} ein eigenes Konto zu eröffnen.",
    invitationButton: "Einladung annehmen",
    roles: { owner: "Inhaber", member: "Mitglied", reader: "Leser" },
    locked: "Zu viele Versuche. Versuchen Sie es in {minutes} min noch einmal.",
  },
  fr: {
    signIn: "Se connecter",
    withPasskey: "Avec une clé d’accès",
    passkeyButton: "Se connecter avec une clé d’accès",
    passkeyFailed: "Cela n’a pas fonctionné. Réessayez ou choisissez un autre moyen.",
    passkeyUnsupported: "Ce navigateur ne propose pas de clés d’accès ici.",
    passkeysNeedScript: "Les clés d’accès nécessitent JavaScript.",
    noPasskeys:
      "Les clés d’accès ne sont pas disponibles à cette adresse : elles nécessitent https et un nom d’hôte.",
    withMail: "Avec un lien par courriel",
    email: "Adresse électronique",
    emailProblem: "Saisissez une adresse électronique, par exemple ana@example.org.",
    sendLink: "M’envoyer un lien",
    noMail:
      "Ce service n’envoie pas de courriels. Connectez-vous avec une clé d’accès ou un code de récupération.",
    codeInstead: "Utiliser un code de récupération",
    noAccount: "Pas encore de compte ?",
    createAccount: "Créer un compte",
    sentTitle: "Consultez votre messagerie",
    sentText:
      "Si l’adresse est celle d’une personne de ce service, un lien est en route. Rien reçu ? Vérifiez l’orthographe et le dossier des indésirables.",
    sentSignUpText:
      "Un lien est en route. Rien reçu ? Vérifiez l’orthographe et le dossier des indésirables.",
    sentLife: "Le lien fonctionne une seule fois, pendant 10 minutes, dans tout navigateur.",
    linkTitle: "Se connecter",
    linkText: "Vous allez vous connecter en tant que {email}.",
    linkButton: "Se connecter",
    linkReplaces: "Vous êtes connecté en tant que {email}. Cette session prendra fin.",
    unusableTitle: "Ce lien ne fonctionne pas",
    unusableText: "Il a déjà servi, a expiré ou est incomplet.",
    askAgain: "Demander un autre lien",
    disabledTitle: "Ce compte est bloqué",
    disabledText: "L’exploitant l’a bloqué. Écrivez-lui si vous pensez qu’il s’agit d’une erreur.",
    takenTitle: "Vous avez déjà un compte",
    takenText: "Entre-temps, cette adresse est devenue celle d’une personne de ce service. Connectez-vous.",
    codeTitle: "Se connecter avec un code de récupération",
    codeText: "Utilisez l’un des dix codes que vous avez notés. Chacun ne sert qu’une fois.",
    code: "Code de récupération",
    codeHint: "24 lettres et chiffres ; la casse et les tirets sont sans importance.",
    codeRefused: "L’adresse et le code ne correspondent pas, ou le code a déjà servi.",
    againTitle: "Confirmez que c’est bien vous",
    againText: "Pour cette page, vous devez vous être connecté au cours des 15 dernières minutes.",
    againMail: "Nous envoyons un lien à {email}.",
    signUp: "Créer un compte",
    signUpText: "Nous vous envoyons un lien. Il crée un compte gratuit dont vous êtes le propriétaire.",
    signUpSend: "M’envoyer le lien",
    signUpClosedText:
      "Les comptes sont créés sur invitation uniquement. Adressez-vous à l’exploitant de ce service.",
    signUpConfirm: "Vous allez créer un compte pour {email}.",
    signUpButton: "Créer le compte",
    invitationTitle: "Votre invitation",
    invitationText: "Vous êtes invité à rejoindre un compte en tant que {role}, avec l’adresse {email}.",
    invitationNewText: "Vous êtes invité à ouvrir votre propre compte avec l’adresse {email}.",
    invitationButton: "Accepter l’invitation",
    roles: { owner: "propriétaire", member: "membre", reader: "lecteur" },
    locked: "Trop de tentatives. Réessayez dans {minutes} min.",
  },
};
