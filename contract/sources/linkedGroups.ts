/** Linked groups: an organisation, a group, a workspace or a folder whose repositories follow into a project by a filter. */
import { z } from "zod";
import { REPOSITORY_PROVIDERS, TEXT_LIMITS } from "../constants.ts";
import { Id, Slug, Timestamp } from "../fieldSchemas.ts";
import { FILTER_LIMITS, isNamePattern } from "../matching/groupFilter.ts";
import { Credential } from "../projects.ts";

const Patterns = z
  .array(z.string().trim().refine(isNamePattern, "group.pattern"))
  .max(FILTER_LIMITS.patterns)
  .default([]);

export const GroupFilter = z.object({
  /** Patterns of names below the group, of which one has to match; none: each name does. */
  include: Patterns,
  exclude: Patterns,
  archived: z.boolean().default(false),
  forks: z.boolean().default(false),
  empty: z.boolean().default(false),
  visibility: z.enum(["all", "public", "private"]).default("all"),
  /** One of them has to be a topic of the repository; none: it need not have any. */
  topics: z.array(z.string().trim().min(1).max(FILTER_LIMITS.topicLength)).max(FILTER_LIMITS.topics).default([]),
});

const access = {
  credential: Credential.optional(),
  /** Read it with the caller's connected account at the provider instead of a credential. */
  use_connection: z.boolean().optional(),
  /** Read it with this installation of an app of the company: its repositories are those that the installation has. */
  installation_id: Id.optional(),
};

/** Where a group is, and how it is read. */
export const GroupAddress = z.object({
  provider: z.enum(REPOSITORY_PROVIDERS),
  url: z.string().trim().min(1, "field.required").max(TEXT_LIMITS.url),
  ...access,
});
export type GroupAddress = z.infer<typeof GroupAddress>;

export const GroupBody = GroupAddress.extend({
  filter: GroupFilter,
  /** The issues of the repositories are linked too, where the provider's trackers can be. */
  with_issues: z.boolean().default(false),
});
export type GroupBody = z.input<typeof GroupBody>;

/**
 * What may be changed of a linked group. `credential`, `use_connection` or `installation_id`: its access; none: it stays as it is, which only the user who gave
 * it may ask for.
 */
export const GroupChange = z.object({
  filter: GroupFilter,
  with_issues: z.boolean(),
  ...access,
  /** Sources that were removed by hand are linked again. */
  forgets_removed: z.boolean().optional(),
});
export type GroupChange = z.input<typeof GroupChange>;

export const GroupsQuery = z.object({ project: Slug });

/** Whether the sources of a removed group stay as single sources. */
export const GroupRemoval = z.object({ keep_sources: z.enum(["true", "false"]) });

/** Most repositories of a preview. */
export const MAX_PREVIEWED = 5000;

/** What a group has at its host, for a preview. */
export const GroupPreview = z.object({
  name: z.string(),
  /** False: the group has more, or the time of a preview was not enough for all. */
  is_complete: z.boolean(),
  repositories: z
    .array(
      z.object({
        name: z.string(),
        is_archived: z.boolean(),
        is_fork: z.boolean(),
        is_empty: z.boolean(),
        visibility: z.enum(["public", "private", "unknown"]),
        topics: z.array(z.string()),
        has_issues: z.boolean(),
      }),
    )
    .max(MAX_PREVIEWED),
  /** Repositories of the host that cannot be linked, since their rows are malformed. */
  unreadable: z.number().int().nonnegative(),
});
export type GroupPreview = z.infer<typeof GroupPreview>;

/** A filter as it is stored. */
const StoredFilter = z.object({
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  archived: z.boolean(),
  forks: z.boolean(),
  empty: z.boolean(),
  visibility: z.enum(["all", "public", "private"]),
  topics: z.array(z.string()),
});

export const GROUP_STATES = ["queued", "running", "waiting", "ready", "failed"] as const;

const Count = z.number().int().nonnegative();

/** Result of the last complete comparison of a group with its host. */
export const GroupCounts = z.object({
  found: Count,
  /** Repositories that are linked by the group. */
  linked: Count,
  left_out: z.object({ archived: Count, fork: Count, empty: Count, filter: Count }),
  /** Removed from the project by hand: they stay away. */
  removed: Count,
  /** Linked to the project by hand before. */
  linked_otherwise: Count,
  /** For which the plan or a quota has no room. */
  without_room: Count,
  unreadable: Count,
});
export type GroupCounts = z.infer<typeof GroupCounts>;

export const LinkedGroup = z.object({
  id: Id,
  provider: z.enum(REPOSITORY_PROVIDERS),
  url: z.string(),
  name: z.string(),
  filter: StoredFilter,
  with_issues: z.boolean(),
  access: z.enum(["none", "token", "account", "app"]),
  state: z.enum(GROUP_STATES),
  /** Why it waits or has failed, or why the last list was not believed. */
  error: z.string().nullable(),
  error_code: z.string().nullable(),
  compared_at: Timestamp.nullable(),
  counts: GroupCounts.nullable(),
  /** Why some repositories have no room. */
  room: z.string().nullable(),
  /** Its host reports new, renamed and removed repositories of a group by a webhook. */
  can_have_webhook: z.boolean(),
  has_webhook: z.boolean(),
});
export type LinkedGroup = z.infer<typeof LinkedGroup>;

/** Why a source of a group leaves the project. */
export const LEAVING_REASONS = ["archived", "fork", "empty", "filter", "gone", "no_issues"] as const;

/** A source of a linked group: which one, and when and why it leaves, where it does. */
export const GroupMembership = z.object({
  group_id: Id,
  leaves_at: Timestamp.nullable(),
  leaves_because: z.enum(LEAVING_REASONS).nullable(),
});
export type GroupMembership = z.infer<typeof GroupMembership>;
