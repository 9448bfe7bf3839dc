/** The document's metadata as XMP (ISO 16684-1), with its conformance to PDF/UA-1 (ISO 14289-1 section 5). */

export interface DocumentMetadata {
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  readonly producer: string;
  readonly createdAt: Date;
  /** 32 hexadecimal digits, as in the file's identifier. */
  readonly documentId: string;
}

export function xmpMetadata({ title, language, producer, createdAt, documentId }: DocumentMetadata): string {
  // In whole seconds, as in the document's information dictionary.
  const date = `${createdAt.toISOString().slice(0, 19)}Z`;
  const uuid = documentId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="${xml(producer)}"/>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="${date}" xmp:ModifyDate="${date}" xmp:CreatorTool="${xml(producer)}"/>
<rdf:Description rdf:about="" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmpMM:DocumentID="uuid:${uuid}"/>
</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}

function xml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
