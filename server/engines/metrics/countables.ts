/** What own metrics count, as columns over the facts of a project. */
import { fieldValueText } from "../../../contract/issues/customFields.ts";
import { STATUS_CATEGORIES } from "../../../contract/issues/issueWorkflow.ts";
import type {
  CountableName,
  OwnMetricGroup,
  OwnMetricNumber,
  OwnMetricTime,
} from "../../../contract/insights/ownMetricRules.ts";
import type { Facts } from "../insights/facts.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import { fieldOfText } from "../insights/fieldTexts.ts";
import { type InsightFilter, scopeOf } from "../insights/scope.ts";
import { type Attribute, listed, singleAttribute } from "./attributes.ts";
import { pageChangeItems, pageItems } from "./pageItems.ts";
import { firstReleases, releaseItems } from "./releaseItems.ts";
import { namedValues, peopleAsValues, projectAttribute, sourcesAsValues } from "./sharedAttributes.ts";

/** A project's facts with the names that its readers know. */
export interface NamedFacts {
  readonly facts: Facts;
  readonly name: string;
  /** By the id of each source. */
  readonly sourceNames: ReadonlyMap<string, string>;
  /** Names of the custom fields that its sources read, those without a value included. */
  readonly chosenFields?: readonly string[];
}

/** A moment of an item in milliseconds since 1970, or a number; NaN where there is none. */
export type Column = (item: number) => number;

/** The items of one kind. Those of bots are excluded, as from all of Insights, except from releases: a job publishes most of them. */
export interface Items {
  readonly length: number;
  /** The position in the facts of its kind of row. */
  readonly rowOf: (item: number) => number;
  readonly keeps: (item: number) => boolean;
  readonly times: Readonly<Partial<Record<OwnMetricTime, Column>>>;
  readonly numbers: Readonly<Partial<Record<OwnMetricNumber, Column>>>;
  readonly attributes: Readonly<Partial<Record<OwnMetricGroup, Attribute>>>;
  /** The values of a custom field, by its name; those of all fields as `Team=Core` with null. */
  readonly fields?: (name: string | null) => Attribute;
  /** The tag of a release. */
  readonly refOf?: (item: number) => string;
  /** The path of a document or a page. */
  readonly pathOf?: (item: number) => string;
  /** Who did it and when, of a review and of a change of a page. */
  readonly eventOf?: (item: number) => { readonly person: number; readonly at: number };
}

const EVERYTHING: InsightFilter = { repository: [], tracker: [], person: [], label: [], type: [] };
const same = (item: number): number => item;

/** The items of a kind. */
export const itemsOf = (of: CountableName, named: NamedFacts): Items => ITEMS[of](named);

const ITEMS: Record<CountableName, (named: NamedFacts) => Items> = {
  issues: (named) => {
    const { issues } = named.facts;
    return {
      length: issues.ids.length,
      rowOf: same,
      keeps: scopeIn(named).keepsIssue,
      times: issueTimes(named.facts, same),
      numbers: {},
      attributes: issueAttributes(named, same, singleAttribute(namedValues(named.facts.states), issues.status, same)),
      fields: (name) => fieldAttribute(named, name, same),
    };
  },
  state_changes: (named) => {
    const { stateIntervals: stays, states } = named.facts;
    const issueOf = (item: number): number => stays.issue[item] ?? -1;
    const { keepsIssue } = scopeIn(named);
    const { opened, closed } = issueTimes(named.facts, issueOf);
    return {
      length: stays.issue.length,
      rowOf: issueOf,
      keeps: (item) => keepsIssue(issueOf(item)),
      times: {
        entered: (item) => stays.enteredAt[item] ?? NaN,
        left: (item) => stays.leftAt[item] ?? NaN,
        opened,
        closed,
      },
      numbers: {},
      attributes: issueAttributes(named, issueOf, singleAttribute(namedValues(states), stays.state, same)),
      fields: (name) => fieldAttribute(named, name, issueOf),
    };
  },
  requests: (named) => {
    const { requests } = named.facts;
    return {
      length: requests.ids.length,
      rowOf: same,
      keeps: scopeIn(named).keepsRequest,
      times: { ...requestTimes(named.facts, same), released: firstReleases(named.facts) },
      numbers: {
        lines: (item) => requests.size[item] ?? NaN,
        reviewers: (item) =>
          requests.isRead[item] === 1 ? (requests.reviewStart[item + 1] ?? 0) - (requests.reviewStart[item] ?? 0) : NaN,
      },
      attributes: {
        person: singleAttribute(peopleAsValues(named), requests.author, same),
        reviewer: listed(peopleAsValues(named), requests.reviewStart, requests.reviewers, same),
        source: singleAttribute(sourcesAsValues(named), requests.source, same),
        project: projectAttribute(named),
      },
    };
  },
  reviews: (named) => {
    const { requests } = named.facts;
    const requestOf = new Int32Array(requests.reviewers.length);
    for (let request = 0; request < requests.ids.length; request += 1)
      requestOf.fill(request, requests.reviewStart[request], requests.reviewStart[request + 1]);
    const position = (item: number): number => requestOf[item] ?? -1;
    const { opened, merged } = requestTimes(named.facts, position);
    const { keepsRequest } = scopeIn(named);
    const reviewed = (item: number): number => requests.reviewTimes[item] ?? NaN;
    return {
      length: requests.reviewers.length,
      rowOf: position,
      keeps: (item) => keepsRequest(position(item)),
      times: { reviewed, opened, merged },
      numbers: { lines: (item) => requests.size[position(item)] ?? NaN },
      attributes: {
        reviewer: singleAttribute(peopleAsValues(named), requests.reviewers, same),
        person: singleAttribute(peopleAsValues(named), requests.author, position),
        source: singleAttribute(sourcesAsValues(named), requests.source, position),
        project: projectAttribute(named),
      },
      eventOf: (item) => ({ person: requests.reviewers[item] ?? -1, at: reviewed(item) }),
    };
  },
  commits: (named) => {
    const { commits } = named.facts;
    return {
      length: commits.ids.length,
      rowOf: same,
      keeps: scopeIn(named).keepsCommit,
      times: { committed: (item) => commits.committedAt[item] ?? NaN },
      numbers: { lines: (item) => commits.lines[item] ?? NaN },
      attributes: {
        person: singleAttribute(peopleAsValues(named), commits.author, same),
        source: singleAttribute(sourcesAsValues(named), commits.source, same),
        project: projectAttribute(named),
      },
    };
  },
  documents: (named) => {
    const { documents } = named.facts;
    const changes = documents.flatMap(({ changedAt }, document) => Array.from(changedAt, (at) => ({ document, at })));
    const rowOf = (item: number): number => changes[item]?.document ?? -1;
    return {
      length: changes.length,
      rowOf,
      keeps: () => true,
      times: { changed: (item) => changes[item]?.at ?? NaN },
      numbers: {},
      attributes: {
        source: singleAttribute(
          sourcesAsValues(named),
          Int32Array.from(documents, ({ source }) => source),
          rowOf,
        ),
        project: projectAttribute(named),
      },
      pathOf: (item) => documents[rowOf(item)]?.path ?? "",
    };
  },
  pages: pageItems,
  page_changes: pageChangeItems,
  releases: releaseItems,
};

/** The scope that excludes bots alone. */
const scopeIn = ({ facts }: NamedFacts) => scopeOf(facts, EVERYTHING, new Float64Array(), Infinity);

type PositionOf = (item: number) => number;

function issueTimes({ issues, statusStays: stays }: Facts, position: PositionOf) {
  return {
    opened: (item: number) => issues.createdAt[position(item)] ?? NaN,
    closed: (item: number) => issues.closedAt[position(item)] ?? NaN,
    answered: (item: number) => issues.answeredAt[position(item)] ?? NaN,
    /** The first stay in a status of the category "in progress". */
    started: (item: number) => {
      const issue = position(item);
      for (let at = stays.start[issue] ?? 0; at < (stays.start[issue + 1] ?? 0); at += 1)
        if (stays.category[at] === IN_PROGRESS) return stays.enteredAt[at] ?? NaN;
      return NaN;
    },
  };
}
const IN_PROGRESS = STATUS_CATEGORIES.indexOf("in_progress");

function requestTimes({ requests }: Facts, position: PositionOf) {
  return {
    opened: (item: number) => requests.createdAt[position(item)] ?? NaN,
    merged: (item: number) => requests.mergedAt[position(item)] ?? NaN,
    reviewed: (item: number) => requests.reviewedAt[position(item)] ?? NaN,
  };
}

function issueAttributes(named: NamedFacts, position: PositionOf, status: Attribute) {
  const { issues, labels, types, priorities, milestones, sprints } = named.facts;
  return {
    label: listed(namedValues(labels), issues.labelStart, issues.labels, position),
    person: singleAttribute(peopleAsValues(named), issues.author, position),
    assignee: listed(peopleAsValues(named), issues.assigneeStart, issues.assignees, position),
    source: singleAttribute(sourcesAsValues(named), issues.source, position),
    type: singleAttribute(namedValues(types), issues.type, position),
    priority: singleAttribute(namedValues(priorities), issues.priority, position),
    status,
    milestone: listed(namedValues(milestones), issues.milestoneStart, issues.milestones, position),
    sprint: listed(namedValues(sprints), issues.sprintStart, issues.sprints, position),
    project: projectAttribute(named),
  };
}

/** The values of a named field that are its options: a text or a date would make a group for each issue. */
function fieldAttribute({ facts }: NamedFacts, name: string | null, position: PositionOf): Attribute {
  const { fieldStart, fields } = facts.issues;
  const values = facts.fields.map(fieldOfText);
  if (name === null) {
    const texts = values.map((field) => fieldValueText(field.name, field.value));
    return listed(namedValues(texts), fieldStart, fields, position);
  }
  const foldedName = normalizeProse(name);
  const isOfField = values.map((field) => field.type === "choice" && normalizeProse(field.name) === foldedName);
  const positions = fields.map((value) => (isOfField[value] === true ? value : -1));
  return listed(namedValues(values.map(({ value }) => value)), fieldStart, positions, position);
}
