/** Every error code of the XML reader, one per malformation (XML 1.0, fifth edition; Namespaces in XML 1.0). */
export type XmlErrorCode =
  /** The input is larger than the reader allows. */
  | "xml_too_large"
  /** Not UTF-8, or the declaration names another encoding. */
  | "xml_encoding"
  /** A character that XML does not allow. */
  | "xml_character"
  /** The XML declaration is malformed, or names a version other than 1.0. */
  | "xml_declaration"
  /** A document type declaration. None is read: it can define entities and default values of attributes. */
  | "xml_doctype"
  /** A reference to an entity other than the five predefined ones, or an `&` that begins no reference. */
  | "xml_entity"
  /** A character reference that is malformed, or names a character that XML does not allow. */
  | "xml_character_reference"
  /** The input ends inside a construct. */
  | "xml_truncated"
  /** No root element, a second one, or text outside it. */
  | "xml_root"
  /** A tag is malformed. */
  | "xml_tag"
  /** An end tag does not match its start tag. */
  | "xml_tag_mismatch"
  /** A name is malformed, or has more than one colon. */
  | "xml_name"
  | "xml_name_too_long"
  /** An attribute is malformed: no value, no quotes, no space before it, or `<` in its value. */
  | "xml_attribute"
  /** The same attribute twice, by its name or by its namespace and local name. */
  | "xml_attribute_duplicate"
  /** A prefix that is not declared. */
  | "xml_prefix_unbound"
  /** A declaration that Namespaces in XML forbids: of a reserved prefix or namespace, or of a prefix as empty. */
  | "xml_namespace"
  /** A namespace that is not an absolute URI. Canonical XML 1.0 requires to refuse relative ones. */
  | "xml_namespace_uri"
  /** `]]>` in text. */
  | "xml_text"
  /** `--` inside a comment. */
  | "xml_comment"
  /** A processing instruction is malformed, or its target is reserved. */
  | "xml_instruction"
  | "xml_too_deep"
  | "xml_too_many_nodes"
  | "xml_too_many_attributes"
  /** A piece of text, an instruction or the value of an attribute is too long. */
  | "xml_text_too_long"
  /** A value is not base64 in its canonical form, white space aside. Thrown by `decodeBase64` only. */
  | "xml_base64";
