/** The filters of the query language over columns. */
import { COUNTABLES, type CountableName, type OwnMetricGroup } from "../../../contract/insights/ownMetricRules.ts";
import { type FilterNode, leavesOf, type QueryNode } from "../../../contract/query/queryNodes.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import { nameTest } from "../search/filters/filterPredicates.ts";
import type { Attribute } from "./attributes.ts";
import type { Items } from "./countables.ts";

/** Why a filter does not fit: a mistake of the language, a word, a filter that the rows lack, or a value that they cannot have. */
export interface FilterProblem {
  readonly code: "mistake" | "words" | "filter" | "value";
  readonly text: string;
}

/** The attribute whose values a filter matches. */
const ATTRIBUTE_OF: Readonly<Record<string, OwnMetricGroup>> = {
  label: "label",
  type: "type",
  priority: "priority",
  status: "status",
  milestone: "milestone",
  sprint: "sprint",
  author: "person",
  reviewer: "reviewer",
  repo: "source",
};
/** Filters whose value may be a part of a name, as in searches. */
const PARTS: ReadonlySet<string> = new Set(["author", "reviewer", "repo", "path"]);

/** The first problem of a filter for this kind of rows; null for none. */
export function filterProblem(of: CountableName, text: string): FilterProblem | null {
  const { root, mistakes } = parseQuery(text);
  const [mistake] = mistakes;
  if (mistake) return { code: "mistake", text: mistake.found };
  const filters: readonly string[] = COUNTABLES[of].filters;
  for (const { leaf } of leavesOf(root)) {
    const filterText = text.slice(leaf.at, leaf.end);
    if (leaf.kind !== "filter") return { code: "words", text: filterText };
    if (!filters.includes(leaf.name)) return { code: "filter", text: filterText };
    if (!hasValue(of, leaf)) return { code: "value", text: filterText };
  }
  return null;
}

function hasValue(of: CountableName, { name, value }: FilterNode): boolean {
  if (name === "merged") return value === "yes" || value === "no";
  if (name === "field") return value.includes("=");
  if (name !== "is" && name !== "state") return true;
  const isOfRequest = of === "requests" || of === "reviews";
  return isOfRequest ? value === "merged" : value === "open" || value === "closed";
}

/** Whether an item fits the filter, which has no problem. */
export function rowFilter(text: string, items: Items): (item: number) => boolean {
  return testOf(parseQuery(text).root, { items, named: namedValuesOf(items) });
}

/** An attribute with its names as filters compare them: any case, accents aside. */
interface NamedValues {
  readonly attribute: Attribute;
  readonly folded: readonly string[];
}

interface Filtered {
  readonly items: Items;
  readonly named: (filter: string) => NamedValues | null;
}

/** Reads each attribute once for all filters of a text: a custom field that is a text has a value for each issue. */
function namedValuesOf(items: Items): Filtered["named"] {
  const read = new Map<string, NamedValues | null>();
  return (filter) => {
    const cached = read.get(filter);
    if (cached !== undefined) return cached;
    const attribute = filter === "field" ? items.fields?.(null) : items.attributes[ATTRIBUTE_OF[filter] ?? "project"];
    const parsed = attribute ? { attribute, folded: attribute.names.map(normalizeProse) } : null;
    read.set(filter, parsed);
    return parsed;
  };
}

function testOf(node: QueryNode, filtered: Filtered): (item: number) => boolean {
  if (node.kind === "not") {
    const child = testOf(node.child, filtered);
    return (item) => !child(item);
  }
  if ("children" in node) {
    const children = node.children.map((child) => testOf(child, filtered));
    return node.kind === "or"
      ? (item) => children.some((test) => test(item))
      : (item) => children.every((test) => test(item));
  }
  return node.kind === "filter" ? leafTest(node, filtered) : () => false;
}

/** Folds each text once: a document has many changes. */
function textTest(fits: (text: string) => boolean, textOf: Items["pathOf"]): (item: number) => boolean {
  const fitsByText = new Map<string, boolean>();
  return (item) => {
    const text = textOf?.(item);
    if (text === undefined) return false;
    let isFitting = fitsByText.get(text);
    if (isFitting === undefined) fitsByText.set(text, (isFitting = fits(normalizeProse(text))));
    return isFitting;
  };
}

function leafTest({ name, value }: FilterNode, { items, named }: Filtered): (item: number) => boolean {
  const target = value.toLowerCase();
  if (name === "merged" || ((name === "is" || name === "state") && value === "merged")) {
    const isWanted = target !== "no";
    return (item) => !Number.isNaN(items.times.merged?.(item) ?? NaN) === isWanted;
  }
  if (name === "is" || name === "state") {
    const isClosed = target === "closed";
    return (item) => !Number.isNaN(items.times.closed?.(item) ?? NaN) === isClosed;
  }
  if (name === "path") return textTest(nameTest(value), items.pathOf);
  if (name === "ref") return textTest(nameTest(value, true), items.refOf);
  const values = named(name);
  if (values === null) return () => false;
  const { attribute, folded } = values;
  const fits = nameTest(value, !PARTS.has(name));
  const marked = Uint8Array.from(folded, (text) => (fits(text) ? 1 : 0));
  return (item) => attribute.some(item, marked);
}
