/** Custom fields that a definition names and no tracker reads: rows without them cannot be counted. */
import { fieldOfGroup } from "../../../contract/insights/ownMetricRules.ts";
import type { RowsDefinition } from "../../../contract/insights/ownMetrics.ts";
import { leavesOf } from "../../../contract/query/queryNodes.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import { fieldOfText } from "../insights/fieldTexts.ts";
import type { NamedFacts } from "./countables.ts";

/** Names of the custom fields that can be counted in these projects, folded: those that are read, and those of sent issues. */
export const knownFields = (projects: readonly NamedFacts[]): ReadonlySet<string> =>
  new Set(
    projects.flatMap(({ facts, chosenFields = [] }) =>
      [...chosenFields, ...facts.fields.map((text) => fieldOfText(text).name)].map(normalizeProse),
    ),
  );

/** The fields that the groups and the filters of a definition name and none of the known ones is. */
export function unreadFields({ by, filter, value }: RowsDefinition, fieldNames: ReadonlySet<string>): string[] {
  const group = by === null ? null : fieldOfGroup(by);
  const others = value.kind === "share" ? [value.part] : value.kind === "followed" ? [value.issues] : [];
  const filtered = [filter, ...others].flatMap(fieldsFiltered);
  return [...new Set([...(group === null ? [] : [[group]]), ...filtered])].flatMap((names) => {
    const isKnown = names.some((name) => fieldNames.has(normalizeProse(name)));
    return isKnown ? [] : names.slice(0, 1);
  });
}

/** The names that each `field:` of a query can mean: a name may have the sign `=` too. A pattern of names means no certain one. */
const fieldsFiltered = (text: string): string[][] =>
  leavesOf(parseQuery(text).root).flatMap(({ leaf }) =>
    leaf.kind === "filter" && leaf.name === "field" ? namesIn(leaf.value) : [],
  );

function namesIn(value: string): string[][] {
  const names = [...value.matchAll(/=/g)].map(({ index }) => value.slice(0, index));
  return names.length === 0 || names[0]?.includes("*") === true ? [] : [names];
}
