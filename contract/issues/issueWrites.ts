/** Writing to the tracker of an issue: what a member may change, and one change. */
import { z } from "zod";
import { INTEGRATIONS } from "../constants.ts";
import { Id, Slug, Uuid4 } from "../fieldSchemas.ts";
import {
  ISSUE_ACTIONS,
  LIST_ACTIONS,
  MAX_BULK_ISSUES,
  MAX_CHANGED_NAMES,
  MAX_COMMENT_LENGTH,
  MAX_NEW_TITLE_LENGTH,
  STORED_WRITE_STATES,
  WRITE_BLOCKS,
  WRITE_STATES,
} from "./issueActions.ts";
import { Issue } from "./issues.ts";

/** A value of the tracker, by the id that a change names it with. */
const Option = z.object({ id: z.string(), name: z.string() });

/** A value that an action can set. */
export const WriteOption = Option.extend({
  /** The state of the issue after a change to this option. Left out for an option that is no state. */
  state: z.enum(["open", "closed"]).optional(),
  /** The id of a state in a change without `from`; left out where that is `id`. */
  target: z.string().optional(),
  /** The reasons of closing that a state asks for. */
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
  /** The tracker's name of the account that changes are written with; null where nothing can be written. */
  account: z.string().nullable(),
  actions: z.array(IssueActionOffer),
});
export type IssueActions = z.infer<typeof IssueActions>;

const OptionId = z.string().min(1).max(200);
const Names = z.array(OptionId).max(MAX_CHANGED_NAMES);
const listChange = <const A extends "labels" | "assignees" | "milestones">(action: A) =>
  z.object({
    action: z.literal(action),
    add: Names,
    remove: Names,
    /** A field of one value gets the added one instead of any other, also one that the member has not seen. */
    replaces: z.literal(true).optional(),
  });

/** One change. Values are ids of options; `from` is what the member saw, so that what the tracker changed meanwhile is not overwritten. */
export const IssueChange = z.discriminatedUnion("action", [
  z.object({ action: z.literal("comment"), body: z.string().trim().min(1, "field.required").max(MAX_COMMENT_LENGTH) }),
  listChange("labels"),
  listChange("assignees"),
  listChange("milestones"),
  z.object({
    action: z.literal("state"),
    /** Null: any state. `to` is then the `target` of a state, and an issue that is open or closed as it asks is left as it is. */
    from: z.string().max(200).nullable(),
    to: OptionId,
    resolution: OptionId.nullable(),
  }),
  z.object({
    action: z.literal("priority"),
    from: z.string().max(200).nullable(),
    to: OptionId.nullable(),
    /** `to` replaces any priority, also one that the member has not seen. */
    replaces: z.literal(true).optional(),
  }),
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

/** A new issue. Values are ids of options. */
export const NewIssue = z.object({
  action: z.literal("create"),
  /** One line, as trackers store it. */
  title: z
    .string()
    .trim()
    .min(1, "field.required")
    .max(MAX_NEW_TITLE_LENGTH)
    .regex(/^[^\r\n]*$/, "field.format"),
  /** Markdown. */
  body: z.string().trim().max(MAX_COMMENT_LENGTH),
  labels: Names,
  /** Null where the tracker has no types. */
  type: OptionId.nullable(),
});
export type NewIssue = z.infer<typeof NewIssue>;

export const NewIssueQuery = z.object({ project: Slug, tracker: Id });

/** What a new issue of a tracker can have. */
export const NewIssueForm = z.object({
  /** Why none can be made; null where one can. */
  blocked: z.object({ code: z.enum(WRITE_BLOCKS), text: z.string() }).nullable(),
  connect: z.enum(INTEGRATIONS).nullable(),
  /** The account that it is made with; null where none can be. */
  account: z.string().nullable(),
  /** Empty where the tracker has none. `missing` names fields that the tracker asks for and this server cannot fill. */
  types: z.array(Option.extend({ missing: z.array(z.string()) })),
  /** Empty also where the account may not set them. */
  labels: z.array(Option),
});
export type NewIssueForm = z.infer<typeof NewIssueForm>;

/** A repeated call with the key of an earlier one makes no second issue. */
export const NewIssueBody = z.object({ key: Uuid4, account: z.string().max(300), tracker: Id, issue: NewIssue });

export const NewIssueAnswer = z.object({
  state: z.enum(WRITE_STATES),
  text: z.string().nullable(),
  /** The part of its address in the app; null where it was not made, or its tracker does not show it to the source yet. */
  address: z.string().nullable(),
});
export type NewIssueAnswer = z.infer<typeof NewIssueAnswer>;

/** Changes of several issues: those whose values mean the same for all issues of a tracker. */
const isBulkChange = (change: IssueChange): boolean =>
  change.action === "state" ||
  (change.action === "priority" && change.replaces === true) ||
  LIST_ACTIONS.some((listAction) => listAction === change.action);

/** One change of several issues of one tracker. It is sent after `HOLD_SECONDS`, issue by issue. */
export const HeldWritesBody = z.object({
  key: Uuid4,
  account: z.string().max(300),
  issues: z.array(Id).min(1).max(MAX_BULK_ISSUES),
  change: IssueChange.refine(isBulkChange),
});

/** How far a change of several issues is. */
export const WriteBatch = z.object({
  /** The key of the call that made it. */
  id: z.string(),
  action: z.enum(ISSUE_ACTIONS),
  /** Issues by the outcome of the change; those that were taken back are in none. */
  counts: z.record(z.enum(STORED_WRITE_STATES), z.number()),
  /** Milliseconds until the first issue is sent; null when no issue waits. */
  send_in_ms: z.number().nullable(),
});
export type WriteBatch = z.infer<typeof WriteBatch>;

/** A change of the caller that the tracker does not have yet. */
export const StoredWrite = z.object({
  id: z.string(),
  batch: z.string().nullable(),
  /** Null for a new one. */
  issue: z.object({ id: z.string(), key: z.string(), title: z.string() }).nullable(),
  change: z.union([IssueChange, NewIssue]),
  /** The account that it is written with. */
  account: z.string(),
  state: z.enum(STORED_WRITE_STATES),
  text: z.string().nullable(),
  created_at: z.string(),
});
export type StoredWrite = z.infer<typeof StoredWrite>;

export const StoredWritesQuery = z.object({
  project: Slug,
  /** Only those of one issue, by its id. */
  issue: Id.optional(),
});

export const StoredWrites = z.object({
  /** Those in progress, and those that ended within the last half minute; the newest first. */
  batches: z.array(WriteBatch),
  /** What is not done, the newest first; at most 200. */
  writes: z.array(StoredWrite),
});
export type StoredWrites = z.infer<typeof StoredWrites>;

export const UndoWritesBody = z.object({ batch: Uuid4 });
/** `account`: the account that it is repeated with. */
export const RetryWriteAnswer = z.object({ state: z.enum(WRITE_STATES), text: z.string().nullable() });
export const RetryWriteBody = z.object({ account: z.string().max(300) });
