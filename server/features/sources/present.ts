import type { SourceValid } from "../../../contract/projects.ts";
import { type Language, formatMessage } from "../../messages/messages.ts";
import { fieldNames } from "./chosenFields.ts";
import type { ValidatedSource } from "../../sources/sourceTypes.ts";

/** What a host reported of a source, as the answer of its validation. */
export function presentFacts(facts: ValidatedSource, language: Language): SourceValid {
  const { name, visibility, defaultBranch, items, notes, account, missing, limitLeft, sample, customFields } = facts;
  return {
    valid: true,
    name,
    visibility,
    ...(defaultBranch !== undefined && { default_branch: defaultBranch }),
    ...(items !== undefined && { items }),
    notes: notes.map((note) => formatMessage(note, language)),
    ...(account !== undefined && { account }),
    ...(missing !== undefined && { missing_scopes: [...missing] }),
    ...(limitLeft !== undefined && { requests_left: limitLeft }),
    ...(sample !== undefined && { sample: [...sample] }),
    ...(customFields !== undefined && { custom_fields: fieldNames(customFields) }),
  };
}
