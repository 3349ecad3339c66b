/** Writing to the tracker of an issue: what a member may change, and one change. */
import { z } from "zod";
import { INTEGRATIONS } from "./constants.ts";
import { Uuid4 } from "./fieldSchemas.ts";
import { ISSUE_ACTIONS, MAX_CHANGED_NAMES, MAX_COMMENT_LENGTH, WRITE_BLOCKS, WRITE_STATES } from "./issueActions.ts";
import { Issue } from "./issues.ts";

/** A value of the tracker, by the id that a change names it with. */
const Option = z.object({ id: z.string(), name: z.string() });

/** A value that an action can set. */
export const WriteOption = Option.extend({
  /** Of a state: what the issue is afterwards. */
  state: z.enum(["open", "closed"]).optional(),
  /** Of a state that asks for the reason of closing. */
  resolutions: z.array(Option).optional(),
});
export type WriteOption = z.infer<typeof WriteOption>;

const IssueActionOffer = z.object({
  action: z.enum(ISSUE_ACTIONS),
  /** Why the member cannot do it to this issue; null where it can work. */
  reason: z.string().nullable(),
  /** Empty for a comment and a duplicate. */
  options: z.array(WriteOption),
  /** What the tracker has now. */
  current: z.array(Option),
  /** The tracker takes more than one value. */
  is_multiple: z.boolean(),
});
export type IssueActionOffer = z.infer<typeof IssueActionOffer>;

export const IssueActions = z.object({
  /** Why nothing can be written; null where something can. */
  blocked: z.object({ code: z.enum(WRITE_BLOCKS), text: z.string() }).nullable(),
  /** The provider at which the member can connect an account for writing; null where that does not help or is not possible. */
  connect: z.enum(INTEGRATIONS).nullable(),
  /** As whom is written, as the tracker calls the account; null where nothing can be written. */
  account: z.string().nullable(),
  actions: z.array(IssueActionOffer),
});
export type IssueActions = z.infer<typeof IssueActions>;

const OptionId = z.string().min(1).max(200);
const Names = z.array(OptionId).max(MAX_CHANGED_NAMES);
const listChange = <const A extends "labels" | "assignees" | "milestones">(action: A) =>
  z.object({ action: z.literal(action), add: Names, remove: Names });

/** One change. Values are ids of options; `from` is what the member saw, so that what the tracker changed meanwhile is not overwritten. */
export const IssueChange = z.discriminatedUnion("action", [
  z.object({ action: z.literal("comment"), body: z.string().trim().min(1, "field.required").max(MAX_COMMENT_LENGTH) }),
  listChange("labels"),
  listChange("assignees"),
  listChange("milestones"),
  z.object({
    action: z.literal("state"),
    from: z.string().max(200),
    to: OptionId,
    resolution: OptionId.nullable(),
  }),
  z.object({ action: z.literal("priority"), from: z.string().max(200).nullable(), to: OptionId.nullable() }),
  /** `of`: the key of another issue of the same tracker, `#12` or `ABC-12`. */
  z.object({ action: z.literal("duplicate"), of: z.string().trim().min(1).max(200) }),
]);
export type IssueChange = z.infer<typeof IssueChange>;

/**
 * `key` makes a repeated call harmless: a change with the key of an earlier one is not written again. `account` is the one that the member was
 * shown: by another one nothing is written.
 */
export const IssueWriteBody = z.object({ key: Uuid4, account: z.string().max(300), change: IssueChange });

export const IssueWriteAnswer = z.object({
  state: z.enum(WRITE_STATES),
  /** Why it was refused, in the tracker's words where it gave any; null for a change that was written. */
  text: z.string().nullable(),
  /** The issue as it is now, read from the tracker again where it answered. */
  issue: Issue,
});
export type IssueWriteAnswer = z.infer<typeof IssueWriteAnswer>;

/** Whether members may write to the tracker of a source. */
export const WritingChoice = z.object({ allowed: z.boolean() });
