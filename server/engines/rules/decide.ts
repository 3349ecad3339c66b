/**
 * What a rule does about an event. Pure: the runs of a rule and its dry run call the same functions, so that a dry run shows what a run does.
 */
import {
  RULE_CERTAINTIES,
  type RuleCertainty,
  hasArea,
  isOfIssue,
  isOfMetric,
  isMarkable,
  isWriting,
} from "../../../contract/integrations/ruleKinds.ts";
import type { RuleAction, RuleDefinition } from "../../../contract/integrations/rules.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import { type Message, message } from "../../messages/messages.ts";
import { compileItemQuery, queryFault } from "./itemQuery.ts";
import type { ExpertChoice } from "./chooseExpert.ts";
import type { RuleEvent, RuleItem, RulePerson } from "./ruleItem.ts";

/** Files that a comment names. */
const MAX_NAMED_FILES = 3;

/** One action with its text as it is done. */
export interface PlannedAction {
  readonly action: RuleAction;
  /** Empty for an expert who is not chosen yet, and where there is none. */
  readonly detail: string;
  readonly expert?: ExpertChoice;
}

export interface CompiledRule {
  readonly definition: RuleDefinition;
  /** What the rule does about an event; empty where it does not fit, and where nothing is left to do. */
  decide(event: RuleEvent): PlannedAction[];
}

/** Faults of a definition by its field; empty for one that can be used. */
export function ruleFaults({
  when,
  days,
  search,
  query,
  area,
  certainty,
  metric,
  actions,
}: RuleDefinition): Partial<Record<keyof RuleDefinition, Message>> {
  const hasItem = isOfIssue(when) || when === "request.opened";
  const fault = queryFault(query);
  return {
    ...(when === "issue.stale" && days === null && { days: message("rule.days_required") }),
    ...(when !== "issue.stale" && days !== null && { days: message("rule.days_unused") }),
    ...(when === "search.matched" && search === null && { search: message("rule.search_required") }),
    ...(when !== "search.matched" && search !== null && { search: message("rule.search_unused") }),
    ...(fault && { query: fault }),
    ...(!hasItem && query !== "" && { query: message("rule.query_unused") }),
    ...(!hasArea(when) && area !== null && { area: message("rule.area_unused") }),
    ...(!isOfMetric(when) && metric !== undefined && { metric: message("rule.metric_unused") }),
    ...(!isOfIssue(when) && certainty !== null && { certainty: message("rule.certainty_unused") }),
    ...(!isOfIssue(when) &&
      actions.some((action) => isWriting(action.do)) && { actions: message("rule.not_of_issue") }),
    ...(!isMarkable(when) &&
      actions.some((action) => action.do === "mark") && { actions: message("rule.not_markable") }),
  };
}

/** A rule that can decide. @param definition one without faults */
export function compileRule(definition: RuleDefinition): CompiledRule {
  const test = compileItemQuery(definition.query);
  const { when, area, certainty, metric } = definition;
  const fits = ({ trigger, at, item, days, search, detail = "" }: RuleEvent): boolean => {
    if (trigger !== when) return false;
    if (when === "issue.stale") {
      if (days !== definition.days) return false;
    } else if (when === "search.matched") return search === definition.search;
    if (isOfMetric(when)) return metric === undefined || metric === detail;
    if (when === "page.outdated") return area === null || isIn(detail, folderOf(area));
    if (when === "knowledge.at_risk") return area === null || isPartIn(detail, folderOf(area));
    if (item === null) return true;
    return (
      test(item, at) &&
      (area === null || isInArea(item, area)) &&
      (certainty === null || isAtLeast(item.certainty, certainty))
    );
  };
  return {
    definition,
    decide: (event) =>
      fits(event) ? withoutRepeats(definition.actions.flatMap((action) => planned(action, event))) : [],
  };
}

/** Whether one of the likely files is the file, or in the folder. */
function isInArea({ likelyFiles }: RuleItem, area: string): boolean {
  const folder = folderOf(area);
  return likelyFiles?.some((path) => isIn(path, folder)) === true;
}

const folderOf = (area: string): string => area.replaceAll(/^\/+|\/+$/g, "");

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Whether a part of the map of knowledge and a folder have files together: a part is a folder, or `*` for the remaining files of one. */
function isPartIn(part: string, folder: string): boolean {
  const top = part.replace(/\/?\*$/, "");
  return isIn(top, folder) || (top === part && isIn(folder, top));
}

/** An unknown place is not certain at all. */
const isAtLeast = (certainty: RuleCertainty | null, least: RuleCertainty): boolean =>
  certainty !== null && RULE_CERTAINTIES.indexOf(certainty) >= RULE_CERTAINTIES.indexOf(least);

/** Whether a rule looks at the likely place of an issue, which is worked out some time after the event. */
export const needsPlace = ({ area, certainty }: RuleDefinition): boolean => area !== null || certainty !== null;

function planned(action: RuleAction, { item, days, marks }: RuleEvent): PlannedAction[] {
  switch (action.do) {
    case "label": {
      const isThere = item?.labels.some((label) => isSameLabel(label, action.label)) === true;
      return isThere ? [] : [{ action, detail: action.label }];
    }
    case "assign": {
      const isThere = item?.assignees.some((person) => isPerson(person, action.person)) === true;
      return isThere ? [] : [{ action, detail: action.person }];
    }
    case "assign_expert":
      return item?.assignees.length === 0 ? [{ action, detail: "" }] : [];
    case "comment":
      return [{ action, detail: filledIn(action.text, item, days ?? null) }];
    case "notify":
      return [{ action, detail: action.people.join(", ") }];
    case "webhook":
      return [{ action, detail: action.webhook }];
    case "mark": {
      const isThere = marks?.some(({ folded }) => folded === normalizeProse(action.mark)) === true;
      return isThere ? [] : [{ action, detail: action.mark }];
    }
  }
}

/** Two actions of a rule that write the same label, person or mark in other letters are one. */
function withoutRepeats(actions: readonly PlannedAction[]): PlannedAction[] {
  const seen = new Set<string>();
  return actions.filter(({ action }) => {
    const sameAs = repeatKey(action);
    if (sameAs === null) return true;
    const isRepeat = seen.has(sameAs);
    seen.add(sameAs);
    return !isRepeat;
  });
}

/** The same for actions of which the second one changes nothing; null for an action that is done each time. */
function repeatKey(action: RuleAction): string | null {
  switch (action.do) {
    case "label":
      return `label ${action.label.toLowerCase()}`;
    case "assign":
      return `assign ${foldedName(action.person)}`;
    case "mark":
      return `mark ${normalizeProse(action.mark)}`;
    default:
      return null;
  }
}

/** Trackers compare labels in any case. */
export const isSameLabel = (label: string, other: string): boolean => label.toLowerCase() === other.toLowerCase();

/** What an account can be called, in lower case. */
export const namesOfPerson = ({ login, name, email }: Omit<RulePerson, "id">): string[] =>
  [login, name, email ?? ""].filter((text) => text !== "").map((text) => text.toLowerCase());

/** As `namesOfPerson` has what a rule or a tracker calls an account. */
export const foldedName = (called: string): string => called.replace(/^@/, "").toLowerCase();

/** Whether an account is the one that a rule calls so. */
export const isPerson = (person: Omit<RulePerson, "id">, called: string): boolean =>
  namesOfPerson(person).includes(foldedName(called));

/** What others wrote is named as code or without signs, so that it mentions no user and links nothing. */
function filledIn(text: string, item: RuleItem | null, days: number | null): string {
  // A host links a word that begins so.
  const plain = (value: string): string => value.replaceAll(/[^\p{L}\p{N} ._#-]/gu, "").replaceAll(/www\./gi, "www ");
  const files = item?.likelyFiles?.slice(0, MAX_NAMED_FILES) ?? [];
  const values: Readonly<Record<string, string>> = {
    author: plain(item?.author?.login ?? ""),
    key: plain(item?.key ?? ""),
    days: String(days ?? ""),
    files: files.map((path) => `\`${path.replaceAll(/[`\n\r]/g, "")}\``).join(", "),
  };
  return text.replaceAll(/\{(author|key|days|files)\}/g, (_, name: string) => values[name] ?? "");
}
