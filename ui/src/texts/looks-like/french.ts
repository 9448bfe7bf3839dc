import type { LooksLikeTexts } from "./looks-like-texts.js";

const OF_ORIGINAL = "Ajoutez la preuve qui s’y rapporte\u00a0: ce fichier en sera l’original.";

export const french: LooksLikeTexts = {
  html: "C’est une page web. Enregistrez le fichier que la page propose et ajoutez-le.",
  email: "C’est un courriel. Enregistrez la pièce jointe et ajoutez-la.",
  http_answer:
    "C’est la réponse d’un serveur avec son en-tête. Enregistrez le fichier seul\u00a0: avec curl, sans l’option -i.",
  api_error: "C’est le message d’erreur d’un serveur. Demandez-lui de nouveau la preuve.",
  proof_not_ready:
    "Ce fichier indique que la preuve n’est pas encore prête. Redemandez-la plus tard au service.",
  proof_resource:
    "C’est ce que le service dit d’une preuve, non la preuve elle-même. Ajoutez le fichier «\u00a0proof.json\u00a0», ou saisissez le numéro de la preuve.",
  verification_report:
    "C’est le rapport d’une vérification, non une preuve. Ajoutez le fichier sur lequel il porte.",
  sigstore_bundle:
    "C’est un ensemble Sigstore\u00a0: une signature avec son certificat. Il se vérifie avec cosign.",
  timestamp_request:
    "C’est la demande d’un horodatage, qui ne prouve rien. Ajoutez la réponse de l’autorité (.tsr).",
  document_signature:
    "C’est la signature d’un document, non un horodatage. Elle se vérifie avec un programme prévu pour de telles signatures.",
  evidence_record:
    "C’est un «\u00a0evidence record\u00a0» (RFC 4998 ou 6283), que ce vérificateur ne lit pas. Demandez les horodatages qu’il contient.",
  certificates:
    "Ce sont des certificats, qui ne prouvent aucune date. Ajoutez l’horodatage auquel ils appartiennent.",
  crl: "C’est une liste de révocation. Ajoutez l’horodatage auquel elle appartient.",
  ocsp_response: "C’est une réponse OCSP. Ajoutez l’horodatage auquel elle appartient.",
  trust_list: "C’est une liste de confiance. Ajoutez l’horodatage qui est jugé d’après elle.",
  bitcoin_headers: "Ce sont des en-têtes de blocs Bitcoin. Ajoutez l’horodatage auquel ils appartiennent.",
  mangled_opentimestamps:
    "C’est un fichier OpenTimestamps qu’un programme a ouvert comme du texte, puis enregistré. Demandez le fichier tel qu’il a été créé.",
  image: `C’est une image. ${OF_ORIGINAL}`,
  video: `C’est une vidéo. ${OF_ORIGINAL}`,
  audio: `C’est un enregistrement sonore. ${OF_ORIGINAL}`,
  archive:
    "C’est une archive, mais pas un ZIP. Si elle contient la preuve, décompressez-la et ajoutez le dossier.",
  office_document: `C’est un document bureautique. ${OF_ORIGINAL}`,
  apple_double:
    "macOS note ici des informations sur un autre fichier. La preuve est le fichier dont le nom ne commence pas par «\u00a0._\u00a0».",
  folder_settings: "Un système note ici des informations sur un dossier. Ce n’est pas une preuve.",
  xml: `C’est un document XML. ${OF_ORIGINAL}`,
  json: `C’est un document JSON. ${OF_ORIGINAL}`,
  text: `C’est un texte. ${OF_ORIGINAL}`,
  empty: "Ce fichier est vide. Demandez-le de nouveau.",
  unknown: `Ce n’est pas une preuve que ce vérificateur connaît. ${OF_ORIGINAL}`,
};
