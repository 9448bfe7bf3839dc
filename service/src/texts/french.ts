import type { PageTexts } from "./english.js";

export const french: PageTexts = {
  frame: {
    siteName: "svc-proof",
    skip: "Aller au contenu",
    rehearsal:
      "Essai sur un réseau de développement ou de test. Rien de ce qui est enregistré ici n’a de valeur probante.",
    main: "Navigation principale",
    menu: "Menu",
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
      audit: "Journal",
    },
    footer: {
      imprint: "Mentions légales",
      privacy: "Confidentialité",
      security: "Signaler une vulnérabilité",
    },
  },
  errors: {
    notFound: {
      title: "Page introuvable",
      text: "Cette page n’existe pas ou n’appartient pas à votre compte.",
    },
    searchDocs: "Documentation\u00a0: recherche et guides",
    docsNotBuilt: {
      title: "Documentation non générée",
      text: "La documentation n’est pas encore générée ici\u00a0: exécutez «\u00a0npm run docs:build\u00a0» dans le dossier du projet, puis redémarrez le service.",
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
  front: {
    title: "Prouver qu’un fichier existait",
    description:
      "Prouve qu’un fichier existait à une date donnée et n’a pas changé depuis. Le fichier reste chez vous.",
    heading: "Prouvez qu’un fichier existait, et à quelle date",
    lead: "Ce service inscrit l’empreinte de votre fichier dans des chaînes de blocs publiques, qu’il ne peut pas modifier lui-même. Dès lors, chacun peut vérifier que ce fichier précis existait déjà à cette date. Le fichier lui-même reste chez vous.",
    leadRehearsal:
      "Ce service inscrit l’empreinte de votre fichier sur un réseau de développement ou de test, pour montrer comment il fonctionne. Cela ne prouve rien. Le fichier lui-même reste chez vous.",
    verify: "Vérifier un fichier",
    verifyNote: "Sans compte. Rien n’est envoyé.",
    register: "Enregistrer un fichier",
    registerNote: "Avec un compte. Le fichier lui-même n’est pas envoyé.",
    how: "Comment cela fonctionne",
    steps: [
      {
        name: "Votre ordinateur calcule l’empreinte",
        what: "Un calcul transforme le fichier en 64 caractères\u00a0: son empreinte SHA-256. Si une seule lettre du fichier change, l’empreinte est différente. Elle ne permet pas de retrouver le fichier\u00a0: tout au plus peut-on confirmer un contenu que l’on a deviné en entier.",
        picture: "Un fichier et son empreinte sur un ordinateur. L’empreinte en sort, le fichier non.",
      },
      {
        name: "L’empreinte est enregistrée",
        what: "De nombreuses empreintes forment ensemble une inscription dans des chaînes de blocs publiques, qui la datent. Si vous le souhaitez, une autorité y ajoute un horodatage électronique, qualifié au sens du droit de l’Union si les listes de confiance désignent ainsi son service.",
        picture:
          "Plusieurs empreintes se réunissent en une seule, inscrite avec une horloge dans un bloc parmi des blocs liés.",
      },
      {
        name: "Chacun peut le vérifier",
        what: "Le vérificateur recalcule l’empreinte du fichier et suit la preuve jusqu’à l’inscription publique. Il n’a besoin ni de ce service ni d’un compte, et une copie enregistrée fonctionnera même si ce service ferme.",
        picture: "Un fichier et une preuve donnent deux empreintes égales. Une coche le confirme.",
      },
    ],
    forWhom: "À qui s’adresse ce service",
    readers: [
      {
        who: "Juges et experts",
        what: "Vérifiez vous-même un certificat. Le vérificateur montre chaque étape de son calcul et dit sur quoi il repose et ce qu’il ne prouve pas.",
      },
      {
        who: "Avocats et notaires",
        what: "Faites dater contrats, courriels, photographies et rapports le jour même où vous les recevez. Vous obtenez un certificat et un dossier réunissant tous les éléments de preuve.",
      },
      {
        who: "Citoyens et entreprises",
        what: "Montrez que votre œuvre, votre facture ou votre enregistrement existait déjà, sans le confier à personne.",
      },
    ],
    limits: "Ce que cela ne prouve pas",
    limitList: [
      "Qui a créé le fichier, à qui il appartient ni qui l’a enregistré.",
      "Que son contenu est exact, ni qu’il n’existait pas plus tôt.",
      "À quel fichier correspond l’empreinte si l’original est perdu\u00a0: conservez-le inchangé, octet pour octet.",
    ],
    more: "En savoir plus",
    whatAProofProves: "Ce que prouve une preuve\u00a0: pour les magistrats, les avocats et les experts",
    apiReference: "API et guides",
    plans: "Offres et prix",
  },
  offers: {
    seals: {
      title: "Horodatages électroniques",
      description: "Ce qu’est un horodatage électronique, à quoi il sert et ce qu’il coûte.",
      what: [
        "Une autorité délivre l’horodatage pour l’empreinte de votre fichier. Elle signe que l’empreinte existait à cet instant\u00a0; elle ne voit jamais le fichier.",
        "Si les listes de confiance de l’UE désignent à cet instant le service de l’autorité comme qualifié, il s’agit d’un horodatage électronique qualifié au sens du règlement (UE) nº\u00a0910/2014 (eIDAS). Le certificat indique ce que disaient alors les listes.",
      ],
      good: {
        title: "À quoi il sert",
        items: [
          "Dans l’Union européenne, un horodatage qualifié bénéficie d’une présomption d’exactitude de la date et de l’heure et d’intégrité des données qui y sont liées (article 41, paragraphe 2). Cette présomption peut être renversée et ne s’étend ni à l’auteur ni au contenu.",
          "Le juge n’a pas à comprendre les chaînes de blocs\u00a0: le fichier suit une norme (RFC\u00a03161) et des logiciels courants le vérifient.",
          "Il est généralement délivré en quelques secondes. Les ancrages dans des chaînes de blocs prennent de quelques minutes à quelques heures.",
        ],
      },
      without: {
        title: "Sans horodatage électronique",
        text: "Chaque preuve est ancrée dans des chaînes de blocs publiques sans supplément. La date est ainsi établie elle aussi, et chacun peut le vérifier. L’horodatage qualifié y ajoute la présomption de l’article 41, paragraphe 2.",
      },
      price: {
        title: "Prix",
        text: "{price} par horodatage. Il est consommé lorsqu’il est délivré\u00a0; s’il ne peut pas l’être, il vous est rendu.",
        free: "Ici, les horodatages sont gratuits.",
      },
      closed: "Ce service ne vend pas d’horodatages pour le moment.",
      left: "Horodatages restants sur votre compte\u00a0: {count}.",
      order: {
        title: "Commander des horodatages électroniques",
        amount: "Nombre d’horodatages",
        hint: "De 1 à {max}.",
        problem: "Saisissez un nombre entier de 1 à {max}.",
        button: "Commander",
      },
    },
    plans: {
      title: "Offres",
      description: "Limites et prix des offres.",
      limits: "Limites des offres",
      limit: "Limite",
      rows: {
        price: "Prix",
        proofs: "Preuves par jour par l’API",
        browser: "Preuves créées dans le navigateur",
        unlimited: "Ne comptent pas",
        keys: "Clés d’API actives",
        file: "Taille d’un original conservé",
        custody: "Espace des originaux conservés",
        downloads: "Téléchargements d’originaux par jour",
        seals: "Horodatages électroniques",
        sealsBought: "{price} l’unité",
      },
      noCharge: "Gratuit",
      onRequest: "Sur demande",
      aMonth: "{price} par mois",
      same: "Les preuves sont les mêmes dans toutes les offres et se vérifient avec ou sans ce service\u00a0: pendant des décennies, si elles sont renouvelées avant la fin de leurs algorithmes et de leurs certificats. Le vérificateur indique quand prend fin le certificat d’un horodatage électronique.",
      custody:
        "Les originaux sont conservés chiffrés, jusqu’à ce que vous les supprimiez. Ce n’est pas un archivage électronique au sens du règlement (UE) nº\u00a0910/2014 (articles 45 decies et 45 undecies).",
      yours: "Votre offre",
      order: "Commander l’offre Pro",
    },
    about: "Ce qu’est un horodatage électronique",
    signIn: "Se connecter pour commander",
    ownerOnly: "Seul un propriétaire du compte peut commander.",
  },
  operator: {
    imprint: "Mentions légales",
    operator: "Exploitant de ce service\u00a0:",
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
        what: "Ce que le compte indique avec une empreinte. Seul le compte le voit\u00a0; la page publique du certificat ne le montre pas.",
      },
      {
        name: "Originaux",
        what: "Uniquement si le compte les dépose\u00a0: chiffrés, jusqu’à ce que le compte les supprime.",
      },
      {
        name: "Comptes",
        what: "Les adresses électroniques des personnes d’un compte, la partie publique de leurs clés d’accès, le navigateur et l’heure de chaque connexion, la dernière utilisation des clés, un journal d’audit des modifications, et la demande d’un courriel jusqu’à son envoi ou son retrait, au plus 30 jours.",
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
        purpose: "maintient votre connexion\u00a0; seulement après une connexion",
        lasts: "jusqu’à la déconnexion ou l’expiration de la session",
      },
      {
        name: "language",
        purpose: "la langue que vous avez choisie\u00a0; seulement après un choix",
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
  certificate: {
    title: "Certificat d’existence d’un fichier",
    description:
      "Ce que les registres publics disent de l’empreinte d’un fichier, et comment le vérifier soi-même.",
    waiting:
      "Aucune source de temps indépendante n’a encore enregistré l’empreinte. D’ici là, cette page est un récépissé, non une preuve. Cela prend généralement quelques minutes\u00a0: rechargez la page plus tard.",
    verifyNow: "Vérifiez-le vous-même maintenant",
    verifyNote:
      "Tout ce qui figure sur cette page est déclaré par le service. Le vérificateur le contrôle sans s’en remettre au service. Votre fichier reste sur votre appareil.",
    verifyNoteRehearsal:
      "Tout ce qui figure sur cette page est déclaré par le service. Le vérificateur le contrôle. Votre fichier reste sur votre appareil.",
    notYet: "Il n’y a encore rien à vérifier\u00a0: l’empreinte n’est pas encore dans un bloc.",
    portableProof: "Télécharger la preuve (JSON)",
    holder: "Enregistré par",
    holderNote: "nom que le compte se donne\u00a0; le service ne l’a pas vérifié",
    qr: "Code QR contenant l’adresse de cette page",
    checkFile: "Comparer un fichier à ce certificat",
    inBrowser:
      "Ouvrez le vérificateur ci-dessus et ajoutez le fichier. Il vous dira si c’est bien celui de ce certificat.",
    chooseFile: "Choisir le fichier",
    orDrop:
      "ou déposez-le n’importe où sur cette page\u00a0: il s’ouvre dans le vérificateur avec cette preuve et n’est pas envoyé.",
    opening: "Ouverture du vérificateur…",
    byHand: "Ou calculez l’empreinte sur votre propre ordinateur\u00a0:",
    system: "Système",
    command: "Commande",
    compare: "Les 64 caractères doivent être identiques à ceux affichés plus haut.",
    otherFile:
      "Conservez l’original sans le modifier et utilisez-le exactement tel qu’il a été enregistré. Une copie ouverte puis enregistrée de nouveau, ou imprimée et numérisée, est un autre fichier.",
    look: "Voir la transaction",
    private: "Cette page ne montre ni le fichier ni son nom.",
    unknownTitle: "Ce certificat n’existe pas",
    unknownText:
      "Ce service n’a aucun certificat portant ce numéro. Vérifiez que l’adresse est complète\u00a0: le numéro compte 36 caractères.",
  },
  connect: {
    title: "Connexions à d’autres programmes",
    lead: "Il n’existe pas encore de connexions toutes faites à d’autres programmes. Ce qui existe aujourd’hui\u00a0:",
    now: "Disponible",
    nowList: [
      { name: "API HTTP", what: "pour vos propres programmes et serveurs", path: "/docs/api/" },
      {
        name: "Ligne de commande\u00a0: svc-proof",
        what: "pour des fichiers et des dossiers, avec les preuves vérifiées à côté",
        path: "/docs/packages/client.html",
      },
      {
        name: "Créer dans le navigateur",
        what: "un fichier ou un dossier entier, sans programme",
        path: "/dashboard/create",
      },
    ],
    notYet: "Pas encore disponible",
    notYetList: [
      "Connexions à la messagerie, au stockage en ligne ou aux logiciels de bureau",
      "Messages à votre serveur quand une preuve change (webhooks)\u00a0: interrogez plutôt l’état de la preuve",
      "Assistants qui enregistrent des fichiers pour vous",
    ],
  },
  transaction: {
    title: "Transaction",
    onChain: "Sur la chaîne portant le numéro EIP-155 {chain}",
    unknown:
      "Aucun explorateur public de blocs n’est connu pour cette chaîne. Cette page n’a rien consulté\u00a0: elle ne peut pas dire si la transaction existe.",
    ask: "Interrogez un nœud de la chaîne auquel vous faites confiance\u00a0:",
    node: "Mettez l’adresse de ce nœud à la place de <RPC_URL>.",
    payload:
      "Le champ input de la réponse est la charge utile de la preuve portable, en hexadécimal. Le vérificateur compare les deux pour vous.",
    development:
      "Il s’agit d’un réseau de développement\u00a0: rien de ce qui y est enregistré n’a de valeur probante.",
  },
  signIn: {
    signIn: "Se connecter",
    withPasskey: "Avec une clé d’accès",
    passkeyButton: "Se connecter avec une clé d’accès",
    passkeyFailed: "Cela n’a pas fonctionné. Réessayez ou choisissez un autre moyen.",
    passkeyUnsupported: "Ce navigateur ne propose pas de clés d’accès ici.",
    passkeysNeedScript: "Les clés d’accès nécessitent JavaScript.",
    noPasskeys:
      "Les clés d’accès ne sont pas disponibles à cette adresse\u00a0: elles nécessitent https et un nom d’hôte.",
    withMail: "Avec un lien par courriel",
    email: "Adresse électronique",
    emailProblem: "Saisissez une adresse électronique, par exemple ana@example.org.",
    sendLink: "M’envoyer un lien",
    noMail:
      "Ce service n’envoie pas de courriels. Connectez-vous avec une clé d’accès ou un code de récupération.",
    codeInstead: "Utiliser un code de récupération",
    noAccount: "Pas encore de compte\u00a0?",
    createAccount: "Créer un compte",
    sentTitle: "Consultez votre messagerie",
    sentText:
      "Si l’adresse est celle d’une personne de ce service, un lien est en route. Rien reçu\u00a0? Vérifiez l’orthographe et le dossier des indésirables.",
    sentSignUpText:
      "Un lien est en route. Rien reçu\u00a0? Vérifiez l’orthographe et le dossier des indésirables.",
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
    codeHint: "24 lettres et chiffres\u00a0; la casse et les tirets sont sans importance.",
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
  overview: {
    title: "Vue d’ensemble",
    today: "Preuves du jour par l’API",
    of: "{used} sur {max}",
    renewed: "Le décompte repart de zéro à 00:00 UTC.",
    seals: "Horodatages électroniques restants",
    custody: "Originaux conservés",
    keys: "Clés d’API actives",
    last: { title: "Dernières preuves", columns: ["Nom", "Réception", "État"], all: "Toutes les preuves" },
    chart: {
      title: "Les 30 derniers jours",
      total: { one: "{count} preuve en 30 jours", other: "{count} preuves en 30 jours" },
      table: "Sous forme de tableau",
      columns: ["Jour", "Preuves"],
      stopped: "Plus de {max} preuves en 30 jours\u00a0: seuls les jours après le {day} sont affichés.",
    },
    limits: "Limites",
    next: {
      title: "Par où commencer",
      create:
        "Créez une preuve dans le navigateur\u00a0: choisissez un fichier\u00a0; lui-même n’est pas envoyé.",
      key: "Créez une clé d’API si un programme doit enregistrer des empreintes.",
      verify: "Voyez ce que verra l’autre partie\u00a0: vérifiez une preuve.",
      reader: "Il n’y a pas encore de preuve. Un membre du compte peut en créer.",
    },
  },
  create: {
    title: "Créer des preuves",
    lead: "Choisissez des fichiers pour enregistrer leurs empreintes. Votre navigateur calcule chaque empreinte sur cet ordinateur\u00a0: les fichiers eux-mêmes ne sont jamais envoyés. Le service reçoit l’empreinte, la taille et le type, ainsi que le nom du fichier si vous ne le gardez pas pour vous.",
    noScript:
      "Le choix de fichiers demande JavaScript. Sans lui, enregistrez des empreintes avec le formulaire ci-dessous.",
    fingerprint: {
      title: "Enregistrer des empreintes que vous avez déjà",
      intro:
        "Pour des fichiers qui se trouvent sur un autre ordinateur, ou sans JavaScript\u00a0: calculez-y leur SHA-256 et saisissez-le ici.",
      field: "Empreintes (SHA-256)",
      fieldHint:
        "Une seule, ou une liste telle que l’affichent sha256sum, shasum ou Get-FileHash, une ligne par fichier.",
      name: "Nom du fichier (facultatif)",
      nameHint:
        "Pour une empreinte seule\u00a0; une liste indique déjà les noms. D’un chemin, seul le nom du fichier est gardé.",
      submit: "Enregistrer",
      problems: {
        name: "Saisissez un nom de 200 caractères au plus.",
        limit:
          "Votre compte a créé de nombreuses preuves au cours de la dernière minute. Patientez une minute, puis renvoyez le formulaire.",
      },
      howTo: "Comment calculer une empreinte",
      howToIntro: "Chaque système dispose d’un outil. Remplacez le nom du fichier par le vôtre\u00a0:",
      exampleFile: "contrat.pdf",
      systems: {
        windows: "Windows, PowerShell",
        windowsPrompt: "Windows, invite de commandes",
        macos: "macOS, Terminal",
        linux: "Linux, terminal",
      },
    },
    lines: {
      form: "Ligne {line}\u00a0: ce n’est pas une empreinte SHA-256, qui compte 64 caractères\u00a0: des chiffres et les lettres de a à f.",
      algorithm: "Ligne {line}\u00a0: c’est une empreinte d’un autre type. Il faut SHA-256.",
      many: "À partir de la ligne {line}, il y en a trop. Enregistrez les autres ensuite.",
      others: { one: "et {count} autre ligne", other: "et {count} autres lignes" },
    },
    script: {
      drop: "Déposez ici des fichiers ou des dossiers",
      dropNow: "Relâchez pour créer des preuves",
      chooseFiles: "Choisir des fichiers",
      chooseFolder: "Choisir un dossier",
      privacy:
        "Vos fichiers restent sur cet ordinateur. Les fichiers système des dossiers (.DS_Store, Thumbs.db, desktop.ini) sont laissés de côté.",
      reading: "Lecture du dossier…",
      chooseList: "Lire une liste dans un fichier",
      options: {
        names: "Envoyer les noms des fichiers. Seul votre compte les voit.",
        mail: "Envoyer un seul courriel à {email} quand toutes les preuves seront confirmées.",
        mailNoted: "C’est noté\u00a0: vous pouvez fermer la page, le courriel arrivera.",
      },
      progress: {
        label: "Tous les fichiers",
        registered: { one: "{count} fichier traité", other: "{count} fichiers traités" },
        of: "{registered} sur {total}",
        hashed: "{done} lus sur {total}",
        rate: "{rate} par seconde",
        secondsLeft: { one: "encore {count} seconde", other: "encore {count} secondes" },
        minutesLeft: { one: "encore {count} minute", other: "encore {count} minutes" },
      },
      buttons: {
        cancel: "Annuler",
        resume: "Continuer",
        retry: "Réessayer",
        retryAll: "Réessayer tous les échecs",
        clear: "Vider la liste",
        forget: "Oublier ces fichiers",
        csv: "Enregistrer la liste en CSV",
        proofs: "Aller aux preuves",
        signIn: "Se connecter",
        previous: "Précédents",
        next: "Suivants",
      },
      table: {
        caption: "Fichiers",
        file: "Fichier",
        size: "Taille",
        state: "État",
        filter: "Afficher",
        filters: { all: "Tous les fichiers", open: "En cours", done: "Terminés", problems: "Problèmes" },
        range: "{from} à {to} sur {total}",
        none: "Aucun fichier ici.",
        open: "Ouvrir la preuve",
        noName: "Sans nom",
        certificate: "Certificat",
        evidence: "Dossier de preuve",
      },
      states: {
        waiting: "En attente",
        hashing: "Calcul de l’empreinte\u00a0: {percent}",
        hashed: "Empreinte calculée",
        sending: "Enregistrement en cours",
        unanswered: "Pas encore de réponse\u00a0; nouvel envoi à venir",
        created: "Enregistré",
        existing: "Déjà dans votre compte",
        duplicate: "Même contenu que {name}",
        notFirst: "Un autre compte a enregistré ce contenu auparavant",
        empty: "Fichier vide\u00a0: non enregistré, car tous les fichiers vides ont la même empreinte",
        unreadable:
          "Non enregistré\u00a0: le fichier a été modifié, déplacé ou verrouillé pendant la lecture. Fermez le programme qui l’utilise, puis choisissez à nouveau le fichier",
        failed: "L’empreinte n’a pas pu être calculée",
        refused: "Le service a refusé l’entrée",
        missing: "Choisissez à nouveau ce fichier",
        cancelled: "Annulé, non enregistré",
      },
      notices: {
        finished: {
          one: "{count} empreinte reçue\u00a0; sa preuve va suivre.",
          other: "{count} empreintes reçues\u00a0; leurs preuves vont suivre.",
        },
        confirmed: {
          one: "{count} preuve est confirmée.",
          other: "Les {count} preuves sont confirmées.",
        },
        keep: "Conservez les originaux sans les modifier, octet pour octet\u00a0: un fichier ouvert puis enregistré de nouveau est un autre fichier, que la preuve ne couvre pas.",
        problems: {
          one: "{count} fichier n’a pas été enregistré. La liste en donne la raison.",
          other: "{count} fichiers n’ont pas été enregistrés. La liste en donne la raison.",
        },
        cancelled: {
          one: "Annulé. {count} fichier était déjà enregistré et le reste.",
          other: "Annulé. {count} fichiers étaient déjà enregistrés et le restent.",
        },
        missing: {
          one: "La page a été quittée avant la fin. Choisissez à nouveau {count} fichier pour terminer\u00a0; rien n’est enregistré deux fois.",
          other:
            "La page a été quittée avant la fin. Choisissez à nouveau {count} fichiers ou leur dossier pour terminer\u00a0; rien n’est enregistré deux fois.",
        },
        limited: {
          one: "La limite par minute de votre compte est atteinte. Reprise dans {count} seconde.",
          other: "La limite par minute de votre compte est atteinte. Reprise dans {count} secondes.",
        },
        offline: {
          one: "Le service ne répond pas. Nouvel essai dans {count} seconde\u00a0; rien n’est perdu.",
          other: "Le service ne répond pas. Nouvel essai dans {count} secondes\u00a0; rien n’est perdu.",
        },
        signedOut:
          "Votre session est terminée. Connectez-vous\u00a0: cela s’ouvre dans un autre onglet. Revenez ensuite ici\u00a0; tout reprend là où cela s’est arrêté.",
        otherTab:
          "Des preuves sont en cours de création dans un autre onglet de ce navigateur. Travaillez-y ou fermez-le\u00a0: cela continuera alors ici.",
        noJournal:
          "Ce navigateur ne conserve aucune donnée du site (navigation privée\u00a0?). Ne rechargez pas la page avant la fin\u00a0: des fichiers pourraient être enregistrés deux fois.",
        cut: {
          one: "Seul le premier fichier ({count}) a été pris. Choisissez les autres ensuite.",
          other: "Seuls les {count} premiers fichiers ont été pris. Choisissez les autres ensuite.",
        },
        unreadable: {
          one: "{count} élément du dossier n’a pas pu être ouvert.",
          other: "{count} éléments du dossier n’ont pas pu être ouverts.",
        },
        nothing: "Il ne contenait aucun fichier.",
      },
    },
  },
  proofs: {
    title: "Preuves",
    search: {
      text: "Nom, empreinte ou numéro",
      textHint:
        "Une partie du nom, l’empreinte entière, ou le numéro d’une preuve ou d’un certificat, même sous forme de lien.",
      more: "Autres conditions",
      file: "Ou cherchez un fichier\u00a0: déposez-le ici",
      fileHint: "Votre navigateur calcule son empreinte et la recherche. Le fichier n’est pas envoyé.",
      chooseFile: "Choisir un fichier",
      hashing: "Calcul de l’empreinte\u00a0: {percent}",
      unreadable: "Le fichier n’a pas pu être lu. Choisissez-le à nouveau.",
      from: "Du",
      until: "Au",
      dateProblem: "Écrivez une date comme 2026-03-31.",
      orderProblem: "Le dernier jour précède le premier.",
      state: "État",
      origin: "Enregistrement",
      any: "Tous",
      submit: "Rechercher",
      reset: "Tout afficher",
    },
    list: {
      caption: "Preuves du compte, de la plus récente à la plus ancienne",
      none: "Aucune preuve ne correspond.",
      noneYet: "Il n’y a pas encore de preuves.",
      create: "Créer des preuves",
      goOn: "Rien n’a été trouvé jusqu’ici. Des preuves plus anciennes n’ont pas encore été parcourues.",
      newest: "Plus récentes",
      older: "Plus anciennes",
      pages: "Pages de la liste",
      chooseOne: "Choisir {name}",
      evidence: "Télécharger les dossiers de preuve des preuves choisies",
      evidenceHint:
        "Une archive ZIP avec le dossier de preuve de chacune. Les originaux comptent parmi les téléchargements du jour.",
      evidenceLanguage: "Langue des documents",
      tooMany: {
        one: "Choisissez au plus {count} preuve à la fois.",
        other: "Choisissez au plus {count} preuves à la fois.",
      },
      mails: {
        title: "Courriels demandés",
        wish: {
          one: "Quand {count} preuve sera confirmée (demandé le {date})",
          other: "Quand les {count} preuves seront confirmées (demandé le {date})",
        },
        stop: "Ne pas l’envoyer",
      },
    },
    columns: {
      name: "Nom",
      date: "Réception",
      state: "État",
      seal: "Horodatage électronique",
      original: "Original",
      origin: "Enregistrement",
    },
    states: { queued: "Reçue", batched: "Dans un lot", anchored: "Ancrée", confirmed: "Confirmée" },
    steps: {
      said: { done: "fait", underWay: "en cours", open: "pas encore" },
      whole: "Confirmée, aussi dans Bitcoin",
    },
    stateHints: {
      queued: "L’empreinte est enregistrée et attend le prochain lot.",
      batched: "L’empreinte est dans un lot en cours d’ancrage.",
      anchored: "Le lot est dans un bloc qui n’est pas encore définitif.",
      confirmed: "L’ancrage est définitif.",
    },
    origins: { api: "Par l’API", web: "Dans le navigateur" },
    seal: {
      issued: "Avec horodatage électronique",
      pending: "Horodatage électronique demandé",
      none: "Sans horodatage électronique",
      authority: "Autorité",
      time: "Heure",
      serial: "Numéro de série",
      title: "Ajouter un horodatage électronique",
      explain:
        "Un horodatage électronique de l’empreinte\u00a0; il est qualifié (eIDAS) si les listes de confiance de l’UE désignent l’autorité comme qualifiée. Il atteste l’heure à laquelle il est délivré, non celle de l’enregistrement.",
      price:
        "Un horodatage est prélevé sur le solde. Il coûte {price}\u00a0; aucune carte n’est débitée ici.",
      balance: {
        one: "Il reste {count} horodatage sur le compte.",
        other: "Il reste {count} horodatages sur le compte.",
      },
      noneLeft: "Il ne reste plus d’horodatage sur le compte.",
      confirm: "Utiliser un horodatage",
      get: "Ajouter un horodatage électronique",
      buy: "Obtenir des horodatages électroniques",
      closed: "Aucun horodatage n’est délivré pour le moment.",
    },
    detail: {
      fingerprint: "Empreinte (SHA-256)",
      received: "Réception",
      size: "Taille",
      bytes: { one: "{count} octet", other: "{count} octets" },
      type: "Type",
      facts: "Détails",
      blocks: "Blocs et transactions",
      certificateNumber: "Numéro du certificat",
      identifier: "Identifiant",
      live: "État des éléments de preuve",
      reload: "Recharger pour voir l’état actuel",
      changed: "L’état a changé\u00a0: {state}",
      anchors: "Ancrages",
      noAnchor: "Pas encore ancrée.",
      network: "Réseau",
      block: "Bloc",
      blockTime: "Heure du bloc",
      transaction: "Transaction",
      bitcoin: "Bitcoin",
      bitcoinStates: { pending: "Pas encore transmise", submitted: "Transmise, pas encore dans un bloc" },
      bitcoinConfirmed: "Dans le bloc {height}",
      foreign:
        "Un autre compte a enregistré les mêmes octets en premier. Cette preuve n’a ni certificat, ni dossier de preuve, ni horodatage.",
      back: "Toutes les preuves",
    },
    downloads: {
      title: "Tous les fichiers",
      language: "Langue",
      copyLink: "Copier le lien",
      copied: "Copié",
      certificate: "Certificat (PDF)",
      certificatePage: "Page publique du certificat",
      evidence: "Dossier de preuve (ZIP)",
      evidenceHint: "Le dossier contient l’original, qui compte comme un téléchargement.",
      proof: "Preuve portable (JSON)",
      bitcoin: "Fichier OpenTimestamps",
      seal: "Horodatage électronique (RFC\u00a03161)",
      original: "Original",
      remaining: {
        one: "Il reste {count} téléchargement d’original aujourd’hui.",
        other: "Il reste {count} téléchargements d’originaux aujourd’hui.",
      },
      verify: "La vérifier maintenant",
    },
    original: {
      title: "Original",
      none: "L’original n’est pas conservé.",
      stored: "Conservé depuis le {date}\u00a0: {name}, {size}",
      off: "Ce service ne conserve pas d’originaux.",
      explain:
        "Le fichier est chiffré et conservé s’il a l’empreinte de cette preuve. Tout autre fichier est refusé. Ce n’est pas un archivage électronique au sens du règlement (UE) nº\u00a0910/2014.",
      limit: "Au plus {size}.",
      file: "Fichier",
      upload: "Déposer l’original",
      cancel: "Annuler",
      delete: "Supprimer l’original",
      deleteTitle: "Supprimer l’original\u00a0?",
      deleteExplain:
        "{name} est retiré et ne peut pas être récupéré d’ici. La preuve, son horodatage et son certificat restent valables pour qui détient le fichier\u00a0: gardez-en une copie.",
      keep: "Le garder",
      progress: "{percent} envoyés\u00a0: {sent} sur {size}",
      resume: "{percent} d’un fichier de {size} sont arrivés. Choisissez le même fichier pour continuer.",
      otherFile: "Ce n’est pas le fichier commencé\u00a0: l’envoi reprend du début.",
      interrupted: "La connexion a été interrompue. Nouvel essai…",
      cancelled: "L’envoi a été annulé.",
    },
    notices: {
      sealed: "La preuve a un horodatage électronique.",
      sealPending: "L’horodatage est payé. Il arrivera dès que l’autorité répondra.",
      hadSeal: "La preuve avait déjà un horodatage. Rien n’a été utilisé.",
      stored: "L’original est conservé.",
      existing: "L’original était déjà conservé.",
      deleted: "L’original a été supprimé. La preuve reste valable.",
      mailStopped: "Ce courriel ne sera pas envoyé.",
      noneChosen: "Choisissez au moins une preuve qui a un certificat.",
    },
    refusals: {
      conflict: "Ce n’est pas possible pour cette preuve.",
      payment_required: "Il ne reste plus d’horodatage sur le compte.",
      rate_limited: "Trop de demandes en une minute. Patientez un instant, puis réessayez.",
      seal_unavailable: "L’autorité ne délivre pas d’horodatage pour le moment. Rien n’a été utilisé.",
      download_quota_exceeded:
        "Les téléchargements d’originaux du jour sont épuisés. Ils sont renouvelés à 00:00 UTC.",
      integrity_failed: "L’original conservé ne correspond plus à son empreinte et n’est pas remis.",
      unavailable: "Le service ne peut pas le faire pour l’instant. Réessayez dans un moment.",
      hash_mismatch: "Le fichier n’a pas l’empreinte de cette preuve. Il n’a pas été conservé.",
      file_unreadable:
        "Le fichier a été modifié, déplacé ou verrouillé pendant l’envoi. Fermez le programme qui l’utilise, puis choisissez à nouveau le fichier.",
      file_too_large: "Le fichier dépasse la taille que permet l’offre.",
      custody_unavailable: "Ce service ne conserve pas d’originaux.",
      custody_quota_exceeded: "Il ne reste pas assez d’espace sur le compte pour ce fichier.",
      request_timeout: "Le fichier est arrivé trop lentement. Réessayez.",
      not_found: "Aucun original n’est conservé.",
      invalid_request: "Le fichier n’est pas arrivé entier, ou il est vide. Réessayez.",
    },
  },
  keys: {
    title: "Clés d’API",
    about:
      "Un programme s’identifie par une clé pour utiliser l’API au nom de ce compte. Donnez à chaque programme sa propre clé.",
    limit: "Clés actives\u00a0: {count} sur {max}",
    readerOnly:
      "Votre rôle ne permet que la consultation. Un membre ou un propriétaire peut créer et révoquer des clés.",
    create: {
      title: "Créer une clé",
      name: "Nom",
      hint: "Ce qui va l’utiliser, par exemple «\u00a0boutique en ligne\u00a0» ou «\u00a0serveur de sauvegarde\u00a0».",
      button: "Créer la clé",
      full: "Le compte a atteint le nombre maximal de clés actives. Révoquez-en une pour en créer une autre.",
    },
    problems: {
      name: "Saisissez un nom de 1 à 60 caractères, sur une seule ligne.",
      full: "Le compte a déjà {max} clés actives. Révoquez-en d’abord une.",
    },
    created: {
      title: "La clé «\u00a0{name}\u00a0» est créée",
      once: "Copiez-la maintenant et conservez-la en lieu sûr\u00a0: elle ne sera plus affichée et le service ne la garde pas.",
      key: "La clé",
      copy: "Copier",
      copied: "Copiée",
      first: "Une première preuve avec cette clé",
      back: "Je l’ai enregistrée\u00a0: retour aux clés",
    },
    unknown: {
      title: "On ne sait pas si l’opération a eu lieu",
      create:
        "Le service a perdu le contact avec sa base de données pendant la création de la clé «\u00a0{name}\u00a0». Si la liste contient une clé de ce nom, révoquez-la\u00a0: personne ne l’a vue. Créez-en ensuite une autre.",
      revoke:
        "Le service a perdu le contact avec sa base de données pendant la révocation. Consultez la liste et recommencez si la clé est toujours active.",
      back: "Retour aux clés",
    },
    list: {
      title: "Clés actives",
      none: "Il n’y a aucune clé active.",
      columns: ["Nom", "Création", "Par", "Dernière utilisation", "Action"],
      never: "Jamais",
      unnamed: "Clé sans nom",
      administrator: "Administrateur",
      revoke: "Révoquer",
      revokeNamed: "Révoquer {name}",
    },
    former: { title: "Clés révoquées", columns: ["Nom", "Création", "Révocation"] },
    revoke: {
      title: "Révoquer la clé «\u00a0{name}\u00a0»\u00a0?",
      about:
        "Les programmes qui l’utilisent sont refusés en moins d’une seconde. Une clé révoquée ne peut pas être rétablie.",
      button: "Révoquer la clé",
      cancel: "La conserver",
      done: "La clé est révoquée.",
    },
  },
  account: {
    title: "Compte",
    plan: { title: "Offre", is: "Votre offre\u00a0: {plan}.", change: "Comparer les offres" },
    usage: {
      title: "Utilisation",
      columns: ["Limite", "Utilisé", "Au plus"],
      proofs: "Preuves du jour par l’API",
      keys: "Clés d’API actives",
      custody: "Espace des originaux conservés",
      file: "Taille d’un original",
      downloads: "Téléchargements d’originaux du jour",
      renewed: "Les décomptes journaliers repartent de zéro à 00:00 UTC.",
      browser: "Les preuves créées dans le navigateur ne comptent pas.",
    },
    seals: {
      title: "Horodatages électroniques",
      left: "Horodatages électroniques restants\u00a0: {count}",
      kinds:
        "De bienvenue\u00a0: {welcome}\u00a0; achetés\u00a0: {pack}. Ceux de bienvenue sont utilisés d’abord.",
      ledger: "Toutes les écritures d’horodatages",
      buy: "Ce qu’est un horodatage électronique et comment en obtenir d’autres",
    },
    ledger: {
      title: "Écritures d’horodatages électroniques",
      about: "Chaque horodatage ajouté, utilisé ou rendu. Le solde est la somme de ces écritures.",
      none: "Il n’y a aucune écriture.",
      columns: ["Date", "Horodatages", "Type", "Motif"],
      kinds: { welcome: "Bienvenue", pack: "Acheté" },
      paid: "Horodatage d’une preuve",
      refund: "Rendu\u00a0: l’horodatage n’a pas pu être délivré",
      newAccount: "Horodatages de bienvenue du nouveau compte",
      newer: "Écritures les plus récentes",
      older: "Écritures plus anciennes",
      back: "Retour au compte",
    },
    name: {
      title: "Nom sur les pages de certificat",
      about:
        "Une page de certificat est publique pour qui en a l’adresse. Elle ne nomme personne tant que vous ne l’activez pas ici\u00a0; elle affiche alors ce nom pour tous les certificats du compte.",
      label: "Nom ou raison sociale",
      hint: "Personne ne vérifie ce nom\u00a0; la page le précise.",
      shows: "Afficher le nom sur les pages de certificat",
      button: "Enregistrer",
      done: "Le nom est enregistré.",
      problem: "Saisissez au plus 120 caractères, sur une seule ligne.",
      missing: "Saisissez le nom à afficher.",
      ownerOnly: "Seul un propriétaire peut le modifier.",
      is: "Nom\u00a0: {name}",
      none: "Aucun nom n’est indiqué.",
      shown: "Il est affiché sur les pages de certificat.",
      hidden: "Il n’est pas affiché sur les pages de certificat.",
    },
    data: {
      title: "Vos données",
      about: "Un propriétaire peut exporter toutes les données du compte et supprimer celui-ci.",
      export: "Exporter toutes les données",
      delete: "Supprimer le compte",
    },
    unknown: {
      title: "On ne sait pas si cela a été enregistré",
      text: "Le service a perdu le contact avec sa base de données. Consultez le compte et recommencez si nécessaire.",
      back: "Retour au compte",
    },
  },
  data: {
    export: {
      title: "Exporter toutes les données",
      about:
        "Une archive (ZIP) de tout ce que le service conserve de ce compte\u00a0: personnes, clés sans leur partie secrète, preuves avec leurs preuves portables, écritures d’horodatages, commandes et journal d’audit, en JSON.",
      originals: "Avec les originaux conservés",
      downloads:
        "Chaque original compte pour un téléchargement du jour\u00a0; téléchargements restants aujourd’hui\u00a0: {count}. Ce qui dépasse est omis, et l’archive le signale.",
      after: "Continuer par les originaux qui suivent cette preuve",
      afterHint:
        "Uniquement pour poursuivre un export précédent\u00a0: la valeur originals_after de son fichier left-out.json.",
      afterProblem: "Le compte n’a pas cette preuve.",
      button: "Télécharger l’archive",
      tooMany: "Le compte a atteint le nombre maximal d’exports pour une heure. Réessayez plus tard.",
      underWay: "Un autre export du compte est en cours. Réessayez quand il sera terminé.",
    },
    delete: {
      title: "Supprimer le compte",
      goes: {
        title: "Ce qui est supprimé, immédiatement et définitivement",
        items: [
          "tout ce qui permet de se connecter à ce compte, et les personnes elles-mêmes",
          "toutes les clés d’API\u00a0: les programmes qui les utilisent sont refusés",
          "les noms et métadonnées de toutes les preuves, et le nom sur les pages de certificat",
          "tous les originaux conservés",
        ],
      },
      stays: {
        title: "Ce qui reste, et pourquoi",
        text: "Les preuves que vous avez remises doivent rester vérifiables\u00a0; elles ne dépendent pas de ce compte.",
        items: [
          "les empreintes, dont le contenu ne peut être déduit, avec leurs ancrages et horodatages",
          "les écritures d’horodatages et les commandes, sans vos adresses, car l’exploitant doit en rendre compte",
          "une entrée qui indique qui a supprimé le compte",
        ],
      },
      seals: "Horodatages non utilisés qui seront perdus\u00a0: {count}.",
      confirm: "Saisissez votre adresse électronique pour confirmer\u00a0: {email}",
      confirmHint: "Rien ne pourra rétablir le compte.",
      problem: "Ce n’est pas votre adresse électronique. Rien n’a été supprimé.",
      button: "Supprimer définitivement le compte",
      cancel: "Conserver le compte",
      exportFirst: "Exporter d’abord toutes les données",
    },
    deleted: {
      title: "Le compte est supprimé",
      text: "Les preuves que vous avez remises restent vérifiables, ici et ailleurs.",
    },
    unknown: {
      title: "On ne sait pas si le compte est supprimé",
      text: "Le service a perdu le contact avec sa base de données. Si vous pouvez encore vous connecter, supprimez à nouveau le compte\u00a0: cela achève l’opération. Sinon, le compte est fermé et le service achève le reste.",
    },
    back: "Retour au compte",
  },
  orders: {
    title: "Commandes",
    columns: ["Date", "Objet", "Prix", "État"],
    seals: { one: "{count} horodatage", other: "{count} horodatages" },
    plan: "Offre {plan}",
    states: { open: "En cours", granted: "Livrée", cancelled: "Annulée" },
    onRequest: "Sur demande",
    aMonth: "{price} par mois",
    one: {
      title: "Commande",
      what: "Objet",
      price: "Prix",
      state: "État",
      placed: "Date",
      number: "Numéro de commande",
      pay: "Continuer vers le paiement chez {host}",
      payAbout:
        "Vous payez là-bas, non ici\u00a0: ce service ne voit jamais les données d’une carte. La livraison a lieu dès que l’exploitant a confirmé le paiement.",
      wait: "L’exploitant a reçu votre commande et écrira à {email}. La livraison a lieu dès qu’il l’a acceptée.",
      granted: "Ce que vous avez commandé est sur votre compte.",
      cancelled: "La commande est annulée. Rien n’est livré.",
      cancel: "Annuler la commande",
      back: "Retour au compte",
    },
    tooMany: {
      title: "Des commandes sont en cours",
      text: "Le compte a déjà {max} commandes en cours. Payez ou annulez-en d’abord une.",
    },
    unknown: {
      title: "On ne sait pas si l’opération a eu lieu",
      text: "Le service a perdu le contact avec sa base de données. Consultez la commande\u00a0; si elle n’existe pas, rien n’a été commandé et vous pouvez renvoyer le formulaire sans commander deux fois.",
      look: "Consulter la commande",
    },
  },
  people: {
    title: "Personnes",
    about: "Qui peut se connecter à ce compte, et ce que chacun peut y faire.",
    roles: { owner: "Propriétaire", member: "Membre", reader: "Lecteur" },
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
        "Ce service n’envoie pas de courriels\u00a0; remettez le lien vous-même. Il fonctionne une fois, pendant {days} jours, et quiconque le détient peut accepter. Il ne sera plus affiché.",
      back: "Retour aux personnes",
    },
    invitations: {
      title: "Invitations en attente",
      columns: ["Adresse électronique", "Rôle", "Jusqu’au", "Action"],
      withdraw: "Retirer",
      withdrawNamed: "Retirer l’invitation envoyée à {email}",
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
  security: {
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
      "Les clés d’accès ne sont pas disponibles à cette adresse\u00a0: elles nécessitent https et un nom d’hôte.",
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
    onSystem: "{browser} sur {system}",
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
  audit: {
    title: "Journal d’audit",
    about: "Qui a modifié quoi dans ce compte, et quand. Les entrées ne changent jamais.",
    filter: "Action",
    any: "Toutes",
    show: "Afficher",
    columns: ["Date", "Qui", "Action", "Objet", "Détails"],
    none: "Il n’y a aucune entrée.",
    noneYet: "Rien de trouvé jusqu’ici. Les entrées plus anciennes peuvent en contenir.",
    administrator: "Administrateur",
    service: "Le service",
    newer: "Entrées les plus récentes",
    older: "Entrées plus anciennes",
    csv: "Tout sous forme de tableau (CSV)",
    json: "Tout en JSON",
    actions: {
      "account.create": "Compte créé",
      "account.update": "Compte modifié",
      "account.disable": "Compte bloqué",
      "account.enable": "Compte débloqué",
      "account.delete": "Compte supprimé",
      "account.export": "Données exportées",
      "key.create": "Clé créée",
      "key.revoke": "Clé révoquée",
      "person.create": "Personne ajoutée",
      "person.invite": "Personne invitée",
      "person.withdraw": "Invitation retirée",
      "person.role": "Rôle modifié",
      "person.remove": "Personne retirée",
      "passkey.add": "Clé d’accès ajoutée",
      "passkey.remove": "Clé d’accès supprimée",
      "recovery.replace": "Codes de récupération remplacés",
      "recovery.use": "Code de récupération utilisé",
      "session.start": "Connexion",
      "session.end": "Déconnexion",
      "seals.add": "Horodatages ajoutés",
      "seals.remove": "Horodatages retirés",
      "order.place": "Commande passée",
      "order.grant": "Commande acceptée",
      "order.cancel": "Commande annulée",
      "plan.set": "Offre modifiée",
      "original.delete": "Original supprimé",
      "custody.purge": "Originaux conservés supprimés",
      "batch.retry": "Lot relancé",
    },
  },
  details: {
    names: {
      amount: "Nombre",
      batch: "Lot",
      by: "Par",
      cause: "Motif",
      display_name: "Nom sur les pages de certificat",
      email: "Adresse électronique",
      file_name: "Fichier",
      format: "Format",
      former: "Avant",
      from: "Avant",
      kind: "Type",
      label: "Libellé",
      method: "Par",
      name: "Nom",
      originals: "Avec les originaux",
      plan: "Offre",
      price_eur: "Prix en euros",
      reason: "Raison",
      role: "Rôle",
      seals: "Horodatages",
      shows_display_name: "Affiché",
      size_bytes: "Taille en octets",
      steps: "Étapes",
      to: "Maintenant",
      welcome_seals: "Horodatages de bienvenue",
      what: "Données",
    },
    exports: { all: "tout", audit: "le journal d’audit" },
    reasons: { deletion: "suppression du compte" },
    purposes: { invitation: "invitation", "sign-up": "inscription" },
    yes: "oui",
    no: "non",
  },
  mails: {
    signIn: {
      subject: "Votre lien de connexion",
      text: `Une connexion à {site} a été demandée avec cette adresse électronique.

Pour vous connecter, ouvrez ce lien dans les {minutes} minutes. Il ne fonctionne qu’une fois\u00a0:

{link}

Si vous n’êtes pas à l’origine de cette demande, ne faites rien\u00a0: sans ce lien, personne ne peut se connecter. Ne le transmettez pas.
`,
    },
    signUp: {
      subject: "Créez votre compte",
      text: `Un compte sur {site} a été demandé avec cette adresse électronique.

Pour le créer, ouvrez ce lien dans les {minutes} minutes. Il ne fonctionne qu’une fois\u00a0:

{link}

Si vous n’êtes pas à l’origine de cette demande, ne faites rien\u00a0: aucun compte ne sera créé.
`,
    },
    known: {
      subject: "Vous avez déjà un compte",
      text: `Un nouveau compte sur {site} a été demandé avec cette adresse électronique, qui appartient déjà à un compte.

Pour vous y connecter, ouvrez ce lien dans les {minutes} minutes. Il ne fonctionne qu’une fois\u00a0:

{link}

Si vous n’êtes pas à l’origine de cette demande, ne faites rien\u00a0: rien n’a changé.
`,
    },
    invitation: {
      subject: "Invitation à rejoindre {site}",
      text: `Vous êtes invité à rejoindre {site}, un service qui prouve qu’un fichier existait à un moment donné.

Pour accepter, ouvrez ce lien dans les {days} jours. Il ne fonctionne qu’une fois\u00a0:

{link}

Si vous n’attendez aucune invitation, ne faites rien\u00a0: rien ne sera créé.
`,
    },
    confirmed: {
      subject: { one: "Votre preuve est confirmée", other: "Vos {count} preuves sont confirmées" },
      text: {
        one: `La preuve pour laquelle vous avez demandé un avis sur {site} le {date} est confirmée. Le certificat et le dossier de preuve sont prêts, sauf si un autre compte a enregistré les mêmes octets en premier\u00a0:

{link}

Conservez l’original sans le modifier, octet pour octet\u00a0: la preuve ne couvre aucun autre fichier.

Vous avez demandé ce seul courriel. Aucun autre ne suivra.
`,
        other: `Les {count} preuves pour lesquelles vous avez demandé un avis sur {site} le {date} sont confirmées. Les certificats et les dossiers de preuve sont prêts, sauf là où un autre compte a enregistré les mêmes octets en premier\u00a0:

{link}

Conservez les originaux sans les modifier, octet pour octet\u00a0: les preuves ne couvrent aucun autre fichier.

Vous avez demandé ce seul courriel. Aucun autre ne suivra.
`,
      },
    },
    notice: {
      subject: "Un changement concerne votre connexion",
      text: `{event}

Cela concerne votre compte sur {site}.

Si vous n’êtes pas à l’origine de ce changement, connectez-vous immédiatement, ouvrez «\u00a0Sécurité\u00a0», supprimez ce que vous ne reconnaissez pas et fermez toutes les autres sessions\u00a0:

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
