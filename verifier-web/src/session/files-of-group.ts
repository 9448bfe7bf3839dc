import type { Group } from "../intake/arrange.js";
import type { KnownFile } from "../model/known-file.js";

/** The files of a group, its input first. */
export function filesOf(group: Group): readonly KnownFile[] {
  const {
    input,
    original,
    seal,
    timestamps,
    sealTimestamps,
    witnesses,
    witnessTimestamps,
    headers,
    certificates,
    crls,
    ocspResponses,
  } = group;
  return [
    input,
    ...(original === null ? [] : [original]),
    ...(seal === null ? [] : [seal]),
    ...timestamps,
    ...sealTimestamps,
    ...witnesses,
    ...witnessTimestamps,
    ...headers,
    ...certificates,
    ...crls,
    ...ocspResponses,
  ];
}
