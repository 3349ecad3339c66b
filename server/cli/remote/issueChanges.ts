/** The change of an issue that the words of `clew issue` name, by what the tracker offers. */
import type { IssueAction, ListAction } from "../../../contract/issues/issueActions.ts";
import type {
  IssueActionOffer,
  IssueActions,
  IssueChange,
  NewIssue,
  NewIssueForm,
  WriteOption,
} from "../../../contract/issues/issueWrites.ts";
import { CliError, STATUS } from "../CliError.ts";
import type { IssueVerb } from "../issueVerbs.ts";
import { didYouMean } from "../parseArguments.ts";
import { type CliRequest, wrong } from "../readArguments.ts";
import { shown } from "../terminal.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names of a wrong call's message. */
const MOST_NAMED = 20;
/** The account of the member. */
const ME = "@me";

const LISTS = { label: "labels", assign: "assignees", milestone: "milestones" } as const satisfies Partial<
  Record<IssueVerb, ListAction>
>;
const isListVerb = (verb: IssueVerb): verb is keyof typeof LISTS => Object.hasOwn(LISTS, verb);

/** Which field of an issue a command changes. */
export const actionOf = (verb: Exclude<IssueVerb, "create">): IssueAction =>
  verb === "comment" || verb === "priority" || verb === "duplicate" ? verb : isListVerb(verb) ? LISTS[verb] : "state";

/** @throws CliError in the tracker's words, for what the account cannot do to this issue */
export function offerOf({ blocked, connect, actions }: IssueActions, action: IssueAction): IssueActionOffer {
  requireOpen({ blocked, connect });
  const offer = actions.find((other) => other.action === action);
  if (!offer) throw new CliError(STATUS.nothing, "The tracker has no such field.");
  if (offer.reason !== null) throw new CliError(STATUS.forbidden, shown(offer.reason));
  return offer;
}

/** @throws CliError where the member can write nothing */
export function requireOpen({ blocked, connect }: Pick<IssueActions, "blocked" | "connect">): void {
  if (!blocked) return;
  const how = connect === null ? "" : " The page of an issue in the app does that.";
  throw new CliError(blocked.code === "host" ? STATUS.nothing : STATUS.forbidden, `${shown(blocked.text)}${how}`);
}

/**
 * @param names what follows the issue
 * @returns null where the issue has it already
 * @throws CliError for a name that the tracker does not have, and for one of several states without a choice
 */
export function changeOf(
  verb: Exclude<IssueVerb, "create" | "comment">,
  names: readonly string[],
  { removed, state }: Pick<CliRequest, "removed" | "state">,
  issue: { readonly state: "open" | "closed" },
  { offer, account }: { readonly offer: IssueActionOffer; readonly account: string },
): IssueChange | null {
  if (isListVerb(verb)) return listChangeOf(LISTS[verb], { names, removed, offer, account });
  if (verb === "priority" || verb === "duplicate") {
    const [name, ...more] = names;
    if (name === undefined || more.length > 0)
      throw wrong(`clew issue ${verb} ISSUE ${verb === "priority" ? "NAME" : "OTHER"}`);
    return verb === "duplicate" ? { action: verb, of: name } : priorityChangeOf(name, offer);
  }
  if (names.length > 0) throw wrong(`clew issue ${verb} ISSUE [--state NAME]`);
  return stateChangeOf(verb === "close" ? "closed" : "open", state, issue, offer);
}

function listChangeOf(
  action: ListAction,
  {
    names,
    removed,
    offer,
    account,
  }: {
    readonly names: readonly string[];
    readonly removed: readonly string[];
    readonly offer: IssueActionOffer;
    readonly account: string;
  },
): IssueChange | null {
  if (names.length === 0 && removed.length === 0) throw wrong("Give a name to add, or --remove NAME.");
  const { options, current, is_multiple: isMultiple } = offer;
  const named = (name: string, among: readonly Named[]): Named => optionNamed(name === ME ? account : name, among);
  const added = names.map((name) => named(name, [...options, ...current]).id);
  if (!isMultiple && new Set(added).size > 1) throw wrong("The tracker has one value there: give one name.");
  const had = new Set(current.map(({ id }) => id));
  const add = [...new Set(added)].filter((id) => !had.has(id));
  // A name that is not there needs no removal, but has to be one that exists.
  const off = removed.map((name) => named(name, [...current, ...options]).id).filter((id) => had.has(id));
  // A field of one value: the change carries the value that it replaces.
  const remove = !isMultiple && add.length > 0 ? [...had] : [...new Set(off)].filter((id) => !added.includes(id));
  return add.length === 0 && remove.length === 0 ? null : { action, add, remove };
}

/** The change carries the value that the member saw. */
function priorityChangeOf(name: string, { options, current }: IssueActionOffer): IssueChange | null {
  const { id } = optionNamed(name, [...options, ...current]);
  const from = current[0]?.id ?? null;
  return id === from ? null : { action: "priority", from, to: id };
}

function stateChangeOf(
  target: "open" | "closed",
  name: string | undefined,
  issue: { readonly state: "open" | "closed" },
  { options, current }: IssueActionOffer,
): IssueChange | null {
  const ways = options
    .filter(({ state }) => state === target)
    .flatMap((option): Way[] => {
      const { resolutions = [] } = option;
      if (resolutions.length === 0) return [{ option, resolution: null }];
      return resolutions.map((resolution) => ({ option, resolution }));
    });
  // Steps of a workflow also lead from one closed state to another one.
  const isSame = issue.state === target && ways.some(({ option }) => option.target !== undefined);
  if (name === undefined && (ways.length === 0 || isSame)) return null;
  const { option, resolution } = wayNamed(name, ways);
  return { action: "state", from: current[0]?.id ?? null, to: option.id, resolution: resolution?.id ?? null };
}

/** A step to a state, with one of the reasons that it asks for. */
interface Way {
  readonly option: WriteOption;
  readonly resolution: Named | null;
}

/** @param given undefined: the only one, or the usual one */
function wayNamed(name: string | undefined, ways: readonly Way[]): Way {
  const fits = ways.filter(
    ({ option, resolution }) =>
      name === undefined || isNamed(option, name) || (resolution !== null && isNamed(resolution, name)),
  );
  const way = fits.length > 1 ? fits.find(({ option }) => option.id === "completed") : fits[0];
  if (way) return way;
  const named = (fits.length > 0 ? fits : ways).map(({ option, resolution }) => (resolution ?? option).name);
  const why = fits.length > 0 || name === undefined ? "Say which: --state NAME." : noName(name, named);
  throw wrong(`${why} There are: ${listOf(named)}.`);
}

/** A new issue. @throws CliError for a name that the tracker does not have, and a type that this server cannot fill */
export function newIssueOf(
  title: string,
  body: string,
  { labels, issueType }: Pick<CliRequest, "labels" | "issueType">,
  form: NewIssueForm,
): NewIssue {
  const [first, second] = form.types;
  if (issueType !== undefined && !first) throw wrong("The tracker has no types.");
  if (issueType === undefined && second) throw wrong(`Say which: --type NAME. There are: ${namesOf(form.types)}.`);
  const type = issueType === undefined ? (first ?? null) : optionNamed(issueType, form.types);
  const missing = form.types.find(({ id }) => id === type?.id)?.missing ?? [];
  if (missing.length > 0) {
    throw new CliError(STATUS.nothing, `The tracker also asks for ${listOf(missing)}. Make the issue there.`);
  }
  const ids = labels.map((name) => optionNamed(name, form.labels).id);
  return { action: "create", title, body, labels: [...new Set(ids)], type: type?.id ?? null };
}

const folded = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
const isNamed = ({ id, name }: Named, text: string): boolean => id === text || folded(name) === folded(text);

/** The option of a name or an id. @throws CliError, with the nearest name */
export function optionNamed<T extends Named>(text: string, options: readonly T[]): T {
  const exact = options.find(({ id, name }) => name === text || id === text);
  const chosenOption = exact ?? options.find((option) => isNamed(option, text));
  if (chosenOption) return chosenOption;
  const names = options.map(({ name }) => name);
  const near = noName(text, names);
  throw wrong(near.includes("Did you") || names.length === 0 ? near : `${near} There are: ${listOf(names)}.`);
}

const noName = (text: string, names: readonly string[]): string =>
  `The tracker has no ${shown(text)} there.${didYouMean(text, names.map(shown))}`;

const namesOf = (options: readonly Named[]): string => listOf(options.map(({ name }) => name));

function listOf(names: readonly string[]): string {
  const unique = [...new Set(names.map(shown))];
  const more = unique.length - MOST_NAMED;
  return [...unique.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
