/** The EU trusted lists: what they say of the authority behind a timestamp. */
export type { Qualification, QualificationCode, TrustList } from "../trustlist/trust-list.js";
export type { ListFacts } from "../trustlist/trust-snapshot.js";
