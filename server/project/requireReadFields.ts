import { leavesOf } from "../../contract/query/queryNodes.ts";
import { parseQuery } from "../../contract/query/searchQuery.ts";
import type { Db } from "../db/openDb.ts";
import { hasSentField, listChosenFieldNames } from "../db/tables/sources/sourceFields.ts";
import { Invalid } from "../errors.ts";
import { message } from "../messages/messages.ts";

/**
 * Refuses a filter by a custom field that no tracker of the projects reads, because it was never chosen or is no longer: without its values
 * every count would be wrong.
 * @param values as `Team=Core`. @throws Invalid with the fields that are read
 */
export async function requireReadFields(
  db: Db,
  projectIds: readonly string[],
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return;
  const fields = await listChosenFieldNames(db, projectIds);
  for (const value of values) {
    // A name may have the sign too.
    const names = [...value.matchAll(/=/g)].map(({ index }) => value.slice(0, index));
    const [first] = names;
    if (!first || first.includes("*") || names.some((name) => fields.some((field) => isSame(field, name)))) continue;
    if (await hasSentField(db, projectIds, names)) continue;
    throw new Invalid({
      field: [
        fields.length === 0
          ? message("issue.no_read_fields", { field: first })
          : message("issue.unread_field", { field: first, known: fields.toSorted().join(", ") }),
      ],
    });
  }
}

/** The values of `field:` in a query. */
export const fieldValuesOf = (query: string): string[] =>
  leavesOf(parseQuery(query).root).flatMap(({ leaf }) =>
    leaf.kind === "filter" && leaf.name === "field" ? [leaf.value] : [],
  );

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
