import type { CustomField } from "../../../contract/issues/customFields.ts";
import { nearestOf } from "../../../contract/matching/editDistance.ts";
import { Invalid } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import type { SourceFacts } from "../../sources/connector/connectorTypes.ts";

/** Fields of one source: each team-managed project of a Jira may have one by the same name, and each is part of every request. */
const MAX_FIELDS = 100;
/** Names that a refusal lists. */
const MAX_NAMES = 30;

/** Names of the fields that a host has, each once. */
export const fieldNames = (fields: readonly CustomField[]): string[] =>
  [...new Set(fields.map(({ name }) => name))].toSorted((a, b) => a.localeCompare(b));

/** Whether the custom fields of a source can be chosen. */
export const hasChosenFields = ({ kind, provider }: { readonly kind: string; readonly provider: string }): boolean =>
  kind === "tracker" && providerRulesOf(provider).customFields !== undefined;

/** The fields that have the given names, in any case. @throws Invalid for a name that no field has, with what there is */
export function chosenFields(
  names: readonly string[],
  { name: source, customFields = [], fieldsRefusal }: Pick<SourceFacts, "name" | "customFields" | "fieldsRefusal">,
): CustomField[] {
  const availableNames = fieldNames(customFields);
  const missing = names.filter((name) => !availableNames.some((available) => isSame(available, name)));
  if (missing.length === 0)
    return customFields.filter((field) => names.some((name) => isSame(name, field.name))).slice(0, MAX_FIELDS);
  if (availableNames.length === 0)
    throw new Invalid({ custom_fields: [fieldsRefusal ?? message("source.no_custom_fields", { name: source })] });
  throw new Invalid({
    custom_fields: missing.map((name) => {
      const nearest = nearestOf(name, availableNames, 2);
      return nearest === null
        ? message("source.unknown_field", { field: name, known: availableNames.slice(0, MAX_NAMES).join(", ") })
        : message("source.unknown_field_near", { field: name, nearest });
    }),
  });
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
