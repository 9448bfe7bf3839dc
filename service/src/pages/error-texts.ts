/** Pages that say why there is no page. */
import type { Language } from "@svc-proof/ui/language";

export type ErrorPage =
  | "notFound"
  | "docsNotBuilt"
  | "forbidden"
  | "forged"
  | "unavailable"
  | "invalid"
  | "tooMany";

export const ERROR_TEXTS: Readonly<
  Record<Language, Readonly<Record<ErrorPage, { readonly title: string; readonly text: string }>>>
> = {
  en: {
    notFound: {
      title: "Page not found",
      text: "There is no such page, or it does not belong to your account.",
    },
    docsNotBuilt: {
      title: "Documentation not built",
      text: "The documentation is not built here yet: run “npm run docs:build” in the folder of the project, then start the service again.",
    },
    forbidden: {
      title: "Not allowed",
      text: "Your role in this account does not allow this. Ask an owner of the account.",
    },
    forged: {
      title: "Please send the form again",
      text: "The form came from another site or is out of date. Nothing was changed. Go back, reload the page and send it again.",
    },
    unavailable: { title: "Please try again", text: "The service could not answer. Try again in a moment." },
    invalid: { title: "The request cannot be read", text: "Go back, reload the page and try again." },
    tooMany: { title: "Too many attempts", text: "Wait a few minutes and try again." },
  },
  es: {
    notFound: { title: "Página no encontrada", text: "No existe esa página o no pertenece a su cuenta." },
    docsNotBuilt: {
      title: "Documentación sin generar",
      text: "La documentación aún no está generada aquí: ejecute «npm run docs:build» en la carpeta del proyecto y vuelva a iniciar el servicio.",
    },
    forbidden: {
      title: "No está permitido",
      text: "Su función en esta cuenta no lo permite. Diríjase a un titular de la cuenta.",
    },
    forged: {
      title: "Vuelva a enviar el formulario",
      text: "El formulario procede de otro sitio o ha caducado. No se ha modificado nada. Vuelva atrás, recargue la página y envíelo de nuevo.",
    },
    unavailable: {
      title: "Inténtelo de nuevo",
      text: "El servicio no ha podido responder. Inténtelo de nuevo dentro de un momento.",
    },
    invalid: {
      title: "No se puede leer la solicitud",
      text: "Vuelva atrás, recargue la página e inténtelo de nuevo.",
    },
    tooMany: { title: "Demasiados intentos", text: "Espere unos minutos e inténtelo de nuevo." },
  },
  de: {
    notFound: {
      title: "Seite nicht gefunden",
      text: "Diese Seite gibt es nicht, oder sie gehört nicht zu Ihrem Konto.",
    },
    docsNotBuilt: {
      title: "Dokumentation nicht erstellt",
      text: "Die Dokumentation ist hier noch nicht erstellt: Führen Sie im Ordner des Projekts „npm run docs:build“ aus, und starten Sie den Dienst danach neu.",
    },
    forbidden: {
      title: "Nicht erlaubt",
      text: "Ihre Rolle in diesem Konto erlaubt das nicht. Wenden Sie sich an einen Inhaber des Kontos.",
    },
    forged: {
      title: "Bitte senden Sie das Formular noch einmal",
      text: "Das Formular kam von einer anderen Website oder ist veraltet. Es wurde nichts geändert. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal.",
    },
    unavailable: {
      title: "Bitte versuchen Sie es erneut",
      text: "Der Dienst konnte nicht antworten. Versuchen Sie es gleich noch einmal.",
    },
    invalid: {
      title: "Die Anfrage ist nicht lesbar",
      text: "Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.",
    },
    tooMany: {
      title: "Zu viele Versuche",
      text: "Warten Sie einige Minuten und versuchen Sie es dann erneut.",
    },
  },
  fr: {
    notFound: {
      title: "Page introuvable",
      text: "Cette page n’existe pas ou n’appartient pas à votre compte.",
    },
    docsNotBuilt: {
      title: "Documentation non générée",
      text: "La documentation n’est pas encore générée ici : exécutez « npm run docs:build » dans le dossier du projet, puis redémarrez le service.",
    },
    forbidden: {
      title: "Action non autorisée",
      text: "Votre rôle dans ce compte ne le permet pas. Adressez-vous à un propriétaire du compte.",
    },
    forged: {
      title: "Veuillez renvoyer le formulaire",
      text: "Le formulaire provient d’un autre site ou n’est plus à jour. Rien n’a été modifié. Revenez en arrière, rechargez la page et renvoyez-le.",
    },
    unavailable: {
      title: "Veuillez réessayer",
      text: "Le service n’a pas pu répondre. Réessayez dans un instant.",
    },
    invalid: {
      title: "La demande est illisible",
      text: "Revenez en arrière, rechargez la page et réessayez.",
    },
    tooMany: { title: "Trop de tentatives", text: "Patientez quelques minutes, puis réessayez." },
  },
};
