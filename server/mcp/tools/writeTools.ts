/**
 * Tools that change issues at their trackers, as the owner of the token. Each call is a dry run unless it says otherwise, and a change needs the
 * account that the dry run answered and a key of its own: the same call again changes nothing.
 */
import { z } from "zod";
import { issueHref } from "../appLinks.ts";
import { type IssueAction, MAX_CHANGED_NAMES, MAX_COMMENT_LENGTH } from "../../../contract/issues/issueActions.ts";
import type { IssueActionOffer, IssueChange, IssueWriteAnswer } from "../../../contract/issues/issueWrites.ts";
import type { Draft } from "../tokenBudget.ts";
import { type Tool, tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { ISSUE } from "./arguments.ts";

const MAX_LISTED = 50;

export const writeArguments = {
  dry_run: z.boolean().default(true),
  account: z.string().max(300).optional().describe("As the dry run answered it"),
  key: z.string().min(8).max(200).optional().describe("Random; the same again for a repetition"),
};
interface WriteArguments {
  readonly dry_run: boolean;
  readonly account?: string | undefined;
  readonly key?: string | undefined;
}

export const writeOutput = { account: z.string(), state: z.enum(["dry_run", "done"]), page: z.string().nullable() };

/** @throws ToolRefusal without what a change needs */
export function requireWriteArguments({ account, key }: WriteArguments): { account: string; key: string } {
  if (account !== undefined && key !== undefined) return { account, key };
  throw toolRefusal(
    "invalid_arguments",
    "account, key: A change needs both: the account that the dry run answered, and a key that no other change has.",
  );
}

/** What a dry run answers. @param options values to choose from, each a line */
export const dryRunDraft = (
  account: string,
  page: string | null,
  facts: readonly string[],
  options: readonly string[],
): Draft => ({
  lead: [
    "Nothing is changed: this is a dry run. Repeat the call with dry_run=false, the account below and a key to do it.",
    ...(page === null ? [] : [`Page: ${page}`]),
    ...(options.length > 0 ? ["The values that the tracker takes are listed below, each after its id."] : []),
  ],
  fenced: [`account: ${singleLine(account)}`, ...facts],
  blocks: options,
  data: () => ({ account, state: "dry_run", page }),
});

/** The outcome of a change. @throws ToolRefusal for one that the tracker has not made, or may not have */
export function writtenDraft(
  { state, text }: Pick<IssueWriteAnswer, "state" | "text">,
  account: string,
  page: string | null,
): Draft {
  const reason = text === null ? [] : [singleLine(text)];
  if (state === "refused")
    throw toolRefusal(
      "refused",
      "Nothing was changed, and the reason follows. Another attempt needs a new key.",
      reason,
    );
  if (state === "unknown")
    throw toolRefusal(
      "busy",
      "Whether the tracker has made the change is not known yet. Repeat the call with the same key: it is made at most once.",
      reason,
    );
  return {
    lead: ["The tracker has made the change.", ...(page === null ? [] : [`Page: ${page}`])],
    blocks: [],
    data: () => ({ account, state: "done", page }),
  };
}

/** @throws ToolRefusal for values that the tracker does not offer, with those that it does */
export function requireOffered(
  ids: readonly string[],
  options: readonly { readonly id: string; readonly name: string }[],
): void {
  const offered = new Set(options.map(({ id }) => id));
  const unknown = ids.filter((id) => !offered.has(id));
  if (unknown.length === 0) return;
  throw toolRefusal("invalid_arguments", "The tracker does not offer some of the values. They and its own follow.", [
    `not offered: ${unknown.map((id) => JSON.stringify(singleLine(id))).join(", ")}`,
    ...options.slice(0, MAX_LISTED).map(optionLine),
  ]);
}

export const optionLine = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  id === name ? singleLine(id) : `${singleLine(id)}  ${singleLine(name)}`;

interface ChangeTool<S extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly action: IssueAction;
  readonly isDestructive: boolean;
  readonly input: S;
  /** @throws ToolRefusal for arguments that are no change */
  readonly changeOf: (input: z.output<z.ZodObject<S>>) => IssueChange;
  /** Ids that the tracker has to offer. */
  readonly ids?: (input: z.output<z.ZodObject<S>>) => readonly string[];
}

/** An option of a state by the id that a change without `from` takes. */
const optionsOf = ({ options }: IssueActionOffer) =>
  options.map(({ id, target, name }) => ({ id: target ?? id, name }));

function changeTool<S extends z.ZodRawShape>(definition: ChangeTool<S>): Tool {
  const { name, title, description, action, isDestructive, changeOf, ids = () => [] } = definition;
  return tool({
    name,
    title,
    description,
    writes: { isDestructive },
    input: { issue: ISSUE.describe("#12, ABC-12, tern#12, address, id"), ...writeArguments, ...definition.input },
    output: writeOutput,
    draft: async (scope, input) => {
      const call = input as unknown as z.output<z.ZodObject<S>> &
        WriteArguments & { readonly issue: string; readonly project?: string };
      const project = await scope.projectOf(call.project, call.issue);
      if (!call.dry_run) {
        const { account, key } = requireWriteArguments(call);
        const change = changeOf(call);
        const issue = await project.issueNamed(call.issue);
        const body = { key: project.writeKey(key), account, change };
        const answer = await project.write("writeIssue", { params: { issueId: issue.id }, body });
        return writtenDraft(answer, account, issueHref(project, issue.address));
      }
      const issue = await project.issueNamed(call.issue);
      const { blocked, account, actions } = await project.write("issueActions", { params: { issueId: issue.id } });
      if (blocked || account === null)
        throw toolRefusal("not_allowed", "Nothing can be written. The reason follows.", [blocked?.text ?? ""]);
      const offer = actions.find((candidate) => candidate.action === action);
      if (!offer) throw toolRefusal("not_allowed", "The tracker of this issue does not have this.");
      if (offer.reason !== null)
        throw toolRefusal("not_allowed", "The tracker does not offer it. The reason follows.", [offer.reason]);
      const options = optionsOf(offer);
      requireOffered(ids(call), options);
      const now = offer.current.map(optionLine);
      return dryRunDraft(
        account,
        issueHref(project, issue.address),
        now.length > 0 ? [`now: ${now.join(", ")}`] : [],
        options.map(optionLine),
      );
    },
  });
}

const names = z.array(z.string().min(1).max(200)).max(MAX_CHANGED_NAMES).default([]).describe("Ids");
const lists = { add: names, remove: names };
interface Lists {
  readonly add: string[];
  readonly remove: string[];
}
/** @throws ToolRefusal for an empty change */
function requireNames({ add, remove }: Lists): Lists {
  if (add.length + remove.length > 0) return { add, remove };
  throw toolRefusal("invalid_arguments", "add, remove: Give at least one id; a dry run lists them.");
}

export const addComment = changeTool({
  name: "add_comment",
  title: "Comment on an issue",
  description: "Comment at the tracker, in Markdown.",
  action: "comment",
  isDestructive: false,
  input: { body: z.string().min(1).max(MAX_COMMENT_LENGTH) },
  changeOf: ({ body }) => ({ action: "comment", body }),
});

export const changeLabels = changeTool({
  name: "change_labels",
  title: "Change labels",
  description: "Add and remove labels of an issue.",
  action: "labels",
  isDestructive: true,
  input: lists,
  changeOf: (input) => ({ action: "labels", ...requireNames(input) }),
  ids: ({ add }) => add,
});

export const assignIssue = changeTool({
  name: "assign_issue",
  title: "Assign an issue",
  description: "Add and remove assignees of an issue.",
  action: "assignees",
  isDestructive: true,
  input: lists,
  changeOf: (input) => ({ action: "assignees", ...requireNames(input) }),
  ids: ({ add }) => add,
});

export const changeMilestone = changeTool({
  name: "change_milestone",
  title: "Change the milestone",
  description: "Add and remove milestones of an issue. Where it has one only, add replaces it.",
  action: "milestones",
  isDestructive: true,
  input: lists,
  changeOf: (input) => {
    const { add, remove } = requireNames(input);
    return { action: "milestones", add, remove, ...(add.length > 0 && { replaces: true }) };
  },
  ids: ({ add }) => add,
});

export const setPriority = changeTool({
  name: "set_priority",
  title: "Set the priority",
  description: "Replace the priority of an issue.",
  action: "priority",
  isDestructive: true,
  input: { to: z.string().min(1).max(200).optional().describe("Id; a dry run lists them") },
  changeOf: ({ to }) => {
    if (to === undefined)
      throw toolRefusal("invalid_arguments", "to: Give the id of a priority; a dry run lists them.");
    return { action: "priority", from: null, to, replaces: true };
  },
  ids: ({ to }) => (to === undefined ? [] : [to]),
});

export const changeState = changeTool({
  name: "change_state",
  title: "Change the state of an issue",
  description: "Close, reopen or move an issue in its workflow.",
  action: "state",
  isDestructive: true,
  input: {
    to: z.string().min(1).max(200).optional().describe("Id; a dry run lists them"),
    resolution: z.string().min(1).max(200).optional(),
  },
  changeOf: ({ to, resolution }) => {
    if (to === undefined) throw toolRefusal("invalid_arguments", "to: Give the id of a state; a dry run lists them.");
    return { action: "state", from: null, to, resolution: resolution ?? null };
  },
  ids: ({ to }) => (to === undefined ? [] : [to]),
});

export const linkDuplicate = changeTool({
  name: "link_duplicate",
  title: "Link a duplicate",
  description: "Mark an issue as the duplicate of another one of its tracker.",
  action: "duplicate",
  isDestructive: true,
  input: { of: z.string().min(1).max(200).describe("Key of the other") },
  changeOf: ({ of }) => ({ action: "duplicate", of }),
});
