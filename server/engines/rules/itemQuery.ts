/** The query language of the search, decided for one issue or request without an index. */
import { RULE_FILTERS } from "../../../contract/integrations/ruleKinds.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import type { FilterNode, QueryNode } from "../../../contract/query/queryNodes.ts";
import { leavesOf } from "../../../contract/query/queryNodes.ts";
import { readMoment } from "../../../contract/query/searchFilters.ts";
import { compileGlob } from "../../index/text/globPattern.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import { type Message, message } from "../../messages/messages.ts";
import type { RuleItem, RulePerson } from "./ruleItem.ts";

type ItemTest = (item: RuleItem, at: Date) => boolean;

/** Why a query cannot be used in a rule; null for one that can. */
export function queryFault(query: string): Message | null {
  const { root, mistakes } = parseQuery(query);
  const [mistake] = mistakes;
  if (mistake) return message("rule.query_mistake", { text: mistake.found });
  for (const { leaf } of leavesOf(root)) {
    if (leaf.kind === "regex") return message("rule.query_pattern", { text: `/${leaf.pattern}/` });
    if (leaf.kind === "filter" && !RULE_FILTERS.includes(leaf.name))
      return message("rule.query_filter", { filter: leaf.name, filters: RULE_FILTERS.join(", ") });
  }
  return null;
}

/** Tests items by a query without a fault. Relative dates count from the time of the event. */
export function compileItemQuery(query: string): ItemTest {
  return testOf(parseQuery(query).root);
}

function testOf(node: QueryNode): ItemTest {
  switch (node.kind) {
    case "and": {
      const tests = node.children.map(testOf);
      return (item, at) => tests.every((test) => test(item, at));
    }
    case "or": {
      const tests = node.children.map(testOf);
      return (item, at) => tests.some((test) => test(item, at));
    }
    case "not": {
      const test = testOf(node.child);
      return (item, at) => !test(item, at);
    }
    case "word":
    case "phrase": {
      const text = normalizeProse(node.text);
      return ({ key, title, body }) => normalizeProse(`${key}\n${title}\n${body}`).includes(text);
    }
    case "regex":
      return () => false;
    case "filter":
      return filterTest(node);
  }
}

function filterTest({ name, value }: FilterNode): ItemTest {
  const isName = nameTest(value, true);
  const isPart = nameTest(value, false);
  switch (name) {
    case "kind":
      return ({ kind }) => kind === value;
    case "repo":
      return ({ source }) => isPart(source);
    case "author":
      return ({ author }) => author !== null && isCalled(author, isPart, value);
    case "assignee":
      if (value.toLowerCase() === "none") return ({ assignees }) => assignees.length === 0;
      return ({ assignees }) => assignees.some((assignee) => isCalled(assignee, isPart, value));
    case "state":
      return ({ state }) => state === value;
    case "is":
      return ({ state, isByBot }) => (value === "bot" ? isByBot : state === value);
    case "label":
      return ({ labels }) => labels.some(isName);
    case "component":
      return ({ components }) => components.some(isName);
    case "milestone":
      return ({ milestones }) => milestones.some(isName);
    case "status":
      return ({ status, state }) => isName(status ?? state);
    case "type":
    case "priority":
    case "resolution":
      return (item) => item[name] !== null && isName(item[name]);
    case "after":
    case "before":
      return ({ createdAt }, at) => {
        const moment = readMoment(value, at.getTime()) ?? 0;
        return name === "after" ? createdAt.getTime() >= moment : createdAt.getTime() < moment;
      };
    default:
      return () => false;
  }
}

/** Whether one of the names of the person fits, as in the search: an address by its local part, or as a whole where the value has an `@`. */
function isCalled({ login, name, email, aliases = [] }: RulePerson, test: (text: string) => boolean, value: string) {
  const isWhole = value.includes("@");
  return [login, name, email ?? "", ...aliases].some(
    (text) => text !== "" && test(isWhole ? text : (text.split("@")[0] ?? "")),
  );
}

/** Names are compared as in the search: any case, accents aside, and `*` for anything. */
function nameTest(value: string, isWhole: boolean): (name: string) => boolean {
  const folded = normalizeProse(value);
  if (folded.includes("*")) {
    const source = folded.replaceAll(/\*+/g, "**").slice(0, 300);
    const glob = compileGlob({ source, end: "whole", style: "query" });
    return (name) => glob(normalizeProse(name));
  }
  return (name) => (isWhole ? normalizeProse(name) === folded : normalizeProse(name).includes(folded));
}
