/** The words around every page. */
import type { Language } from "@svc-proof/ui/language";

export interface FrameTexts {
  readonly siteName: string;
  readonly skip: string;
  readonly rehearsal: string;
  readonly main: string;
  readonly language: string;
  readonly signOut: string;
  readonly signedInAs: string;
  readonly places: Readonly<
    Record<
      | "home"
      | "verify"
      | "docs"
      | "plans"
      | "signIn"
      | "overview"
      | "proofs"
      | "create"
      | "keys"
      | "account"
      | "security"
      | "people"
      | "audit",
      string
    >
  >;
  readonly footer: Readonly<Record<"imprint" | "privacy" | "security", string>>;
}

export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = {
  en: {
    siteName: "svc-proof",
    skip: "Skip to the content",
    rehearsal: "Sandbox: a development network. Nothing proven here has any evidential value.",
    main: "Main navigation",
    language: "Language",
    signOut: "Sign out",
    signedInAs: "Signed in as {email}",
    places: {
      home: "Home",
      verify: "Verify",
      docs: "Documentation",
      plans: "Plans",
      signIn: "Sign in",
      overview: "Overview",
      proofs: "Proofs",
      create: "Create proofs",
      keys: "API keys",
      account: "Account",
      security: "Security",
      people: "People",
      audit: "Audit trail",
    },
    footer: { imprint: "Imprint", privacy: "Privacy", security: "Report a vulnerability" },
  },
  es: {
    siteName: "svc-proof",
    skip: "Ir al contenido",
    rehearsal:
      "Entorno de pruebas: red de desarrollo. Nada de lo que se acredite aquí tiene valor probatorio.",
    main: "Navegación principal",
    language: "Idioma",
    signOut: "Cerrar sesión",
    signedInAs: "Sesión de {email}",
    places: {
      home: "Inicio",
      verify: "Verificar",
      docs: "Documentación",
      plans: "Planes",
      signIn: "Iniciar sesión",
      overview: "Resumen",
      proofs: "Pruebas",
      create: "Crear pruebas",
      keys: "Claves de API",
      account: "Cuenta",
      security: "Seguridad",
      people: "Personas",
      audit: "Registro de auditoría",
    },
    footer: { imprint: "Aviso legal", privacy: "Privacidad", security: "Comunicar una vulnerabilidad" },
  },
  de: {
    siteName: "svc-proof",
    skip: "Zum Inhalt springen",
    rehearsal: "Testumgebung: ein Entwicklungsnetz. Nichts, was hier nachgewiesen wird, hat Beweiswert.",
    main: "Hauptnavigation",
    language: "Sprache",
    signOut: "Abmelden",
    signedInAs: "Angemeldet als {email}",
    places: {
      home: "Startseite",
      verify: "Prüfen",
      docs: "Dokumentation",
      plans: "Tarife",
      signIn: "Anmelden",
      overview: "Übersicht",
      proofs: "Nachweise",
      create: "Nachweise erstellen",
      keys: "API-Schlüssel",
      account: "Konto",
      security: "Sicherheit",
      people: "Personen",
      audit: "Protokoll",
    },
    footer: { imprint: "Impressum", privacy: "Datenschutz", security: "Sicherheitslücke melden" },
  },
  fr: {
    siteName: "svc-proof",
    skip: "Aller au contenu",
    rehearsal:
      "Environnement d’essai : un réseau de développement. Rien de ce qui est prouvé ici n’a de valeur probante.",
    main: "Navigation principale",
    language: "Langue",
    signOut: "Se déconnecter",
    signedInAs: "Connecté en tant que {email}",
    places: {
      home: "Accueil",
      verify: "Vérifier",
      docs: "Documentation",
      plans: "Offres",
      signIn: "Se connecter",
      overview: "Vue d’ensemble",
      proofs: "Preuves",
      create: "Créer des preuves",
      keys: "Clés d’API",
      account: "Compte",
      security: "Sécurité",
      people: "Personnes",
      audit: "Journal d’audit",
    },
    footer: {
      imprint: "Mentions légales",
      privacy: "Confidentialité",
      security: "Signaler une vulnérabilité",
    },
  },
};
