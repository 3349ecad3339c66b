/** Fields that administrators of a Jira made: what each is, and the values of issues. */
import { z } from "zod";
import type { CustomField, CustomFieldType } from "../../../../contract/issues/customFields.ts";
import type { IssueCustomField } from "../../../../contract/issues/issueWorkflow.ts";
import type { RestClient } from "../../rest/restClient.ts";
import { isRecord } from "../../rest/restFailure.ts";

const Field = z.object({
  id: z.string(),
  name: z.string(),
  schema: z.object({ type: z.string(), items: z.string().nullish(), custom: z.string().nullish() }),
});

/** Types of custom fields by Jira's names of its own types. What is not in it (work logs, checklists of add-ons) cannot be read. */
const TYPES: Readonly<Record<string, CustomFieldType>> = {
  string: "text",
  number: "number",
  date: "date",
  datetime: "date",
  option: "choice",
  "option-with-child": "choice",
  version: "choice",
  group: "choice",
  team: "choice",
  user: "person",
};
/** Lists, by their items. */
const LISTS: Readonly<Record<string, CustomFieldType>> = {
  option: "choices",
  string: "choices",
  version: "choices",
  group: "choices",
  user: "person",
};
/** Fields that are read as facts of their own, and texts of many paragraphs. */
const LEFT_OUT =
  /(?::gh-sprint|:gh-epic-link|:gh-epic-label|:gh-epic-color|:gh-lexo-rank|:jsw-story-points|:textarea)$/;

/** Ids are parts of queries and of stored settings. */
const FIELD_ID = /^customfield_\d{1,10}$/;
const MAX_NAME_LENGTH = 200;

/** The custom fields of a Jira that can be read. */
export async function listCustomFields(client: RestClient, signal: AbortSignal): Promise<CustomField[]> {
  const rows = client.rows(Field, (await client.get("/field", "page", signal)).data);
  return rows.flatMap(({ id, name, schema }) => {
    const type = schema.type === "array" ? LISTS[schema.items ?? ""] : TYPES[schema.type];
    const isCustom = FIELD_ID.test(id) && name.length <= MAX_NAME_LENGTH && !LEFT_OUT.test(schema.custom ?? "");
    return isCustom && type !== undefined ? [{ id, name, type }] : [];
  });
}

/** The values that an issue has; what has another form than its type is left out. */
export const customValues = (
  chosen: readonly CustomField[],
  fields: Readonly<Record<string, unknown>>,
): IssueCustomField[] => {
  const byName = new Map<string, IssueCustomField>();
  for (const { id, name, type } of chosen) {
    const fieldValue = fields[id] ?? [];
    const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).flatMap((item) => valueOf(type, item) ?? []);
    // Each project may have a field of its own by the same name.
    if (values.length > 0 && !byName.has(name)) byName.set(name, { name, type, values });
  }
  return [...byName.values()];
};

function valueOf(type: CustomFieldType, value: unknown): string | number | null {
  if (type === "number") return typeof value === "number" && Number.isFinite(value) ? value : null;
  const text = textOf(value);
  if (type !== "date" || text === null) return text;
  return z.iso.date().safeParse(text.slice(0, 10)).data ?? null;
}

/** A text, or the name of an option, a version, a team or a person. */
function textOf(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : value;
  if (!isRecord(value)) return null;
  const name = [value["value"], value["displayName"], value["name"]].find((candidate) => typeof candidate === "string");
  if (typeof name !== "string" || name.trim() === "") return null;
  const child = textOf(value["child"]);
  return child === null ? name : `${name} / ${child}`;
}
