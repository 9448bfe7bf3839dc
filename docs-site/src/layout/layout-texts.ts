/** The words around a page, in the language of the page. */
import type { Language } from "@svc-proof/ui/language";

export interface LayoutTexts {
  readonly documentation: string;
  readonly skip: string;
  readonly main: string;
  readonly verify: string;
  readonly home: string;
  readonly sections: string;
  readonly search: string;
  readonly find: string;
  readonly onThisPage: string;
  readonly neighbours: string;
  readonly previous: string;
  readonly next: string;
  readonly languages: string;
}

export const LAYOUT_TEXTS: Readonly<Record<Language, LayoutTexts>> = {
  en: {
    documentation: "Documentation",
    skip: "Skip to the content",
    main: "Main navigation",
    verify: "Verify",
    home: "Home",
    sections: "Contents",
    search: "Search the documentation",
    find: "Search",
    onThisPage: "On this page",
    neighbours: "Previous and next page",
    previous: "Previous",
    next: "Next",
    languages: "Languages of this page",
  },
  es: {
    documentation: "Documentación",
    skip: "Saltar al contenido",
    main: "Navegación principal",
    verify: "Verificar",
    home: "Inicio",
    sections: "Contenido",
    search: "Buscar en la documentación",
    find: "Buscar",
    onThisPage: "En esta página",
    neighbours: "Página anterior y siguiente",
    previous: "Anterior",
    next: "Siguiente",
    languages: "Idiomas de esta página",
  },
  de: {
    documentation: "Dokumentation",
    skip: "Zum Inhalt springen",
    main: "Hauptnavigation",
    verify: "Prüfen",
    home: "Startseite",
    sections: "Inhalt",
    search: "Dokumentation durchsuchen",
    find: "Suchen",
    onThisPage: "Auf dieser Seite",
    neighbours: "Vorige und nächste Seite",
    previous: "Zurück",
    next: "Weiter",
    languages: "Sprachen dieser Seite",
  },
  fr: {
    documentation: "Documentation",
    skip: "Aller au contenu",
    main: "Navigation principale",
    verify: "Vérifier",
    home: "Accueil",
    sections: "Sommaire",
    search: "Rechercher dans la documentation",
    find: "Rechercher",
    onThisPage: "Sur cette page",
    neighbours: "Page précédente et page suivante",
    previous: "Précédent",
    next: "Suivant",
    languages: "Langues de cette page",
  },
};
