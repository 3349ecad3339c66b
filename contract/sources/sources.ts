/** State of a source of a project beyond its sync: what is linked, what was skipped, its webhook, whether it is paused. */
import { z } from "zod";
import { SOURCE_KINDS } from "../constants.ts";
import { Id, Name, Slug, Timestamp } from "../fieldSchemas.ts";
import { GroupMembership } from "./linkedGroups.ts";
import { LEFT_OUT_KINDS } from "./leftOut.ts";
import { REF_LIMITS, REF_STATES, isRefPattern } from "./sourceRefs.ts";
import { Credential, CustomFieldNames, FolderPaths, ProjectRole } from "../projects.ts";

export const SourcesQuery = z.object({ project: Slug });

/** A pattern of branches and tags, see `isRefPattern`. */
const RefPattern = z.string().trim().refine(isRefPattern);

export const RefPatterns = z.object({ patterns: z.array(RefPattern).max(REF_LIMITS.patterns) });

/** A branch or a tag that matched a pattern, or a pattern that matched none. */
const RefStatus = z.object({
  /** Without `refs/heads/` or `refs/tags/`. */
  name: z.string(),
  kind: z.enum(["branch", "tag", "pattern"]),
  state: z.enum(REF_STATES),
  commit: z.string().nullable(),
  files: z.number().int().nonnegative(),
  /** Why it failed. */
  text: z.string().nullable(),
});
export type RefStatus = z.infer<typeof RefStatus>;

/** Another name for a source. */
export const SourceName = z.object({ name: Name });

/** Share of linked work: by closing words, keys, branch names and requests. */
const LinkShare = z.object({ linked: z.number().int().nonnegative(), total: z.number().int().nonnegative() });

export const SourceDetail = z.object({
  id: Id,
  kind: z.enum(SOURCE_KINDS),
  /** Syncs are paused until a user resumes them. */
  paused_at: Timestamp.nullable(),
  /** It is read with a user's connected account. */
  is_connected: z.boolean(),
  /** The account at the host whose installation of an app it is read by; null or omitted: it has other access. */
  installed_by: z.string().nullable().optional(),
  /** Its requests can be reported on at their host; omitted: they cannot. */
  can_report: z.boolean().optional(),
  /** What the last sync skipped, and why. */
  notes: z.array(z.object({ code: z.string(), text: z.string() })),
  /**
   * Restricted or unpublished items, by kind. They are counted; their texts are stored only where `restricted_role` is set, and are
   * returned by `GET restricted/` only.
   */
  left_out: z.array(z.object({ kind: z.enum(LEFT_OUT_KINDS), count: z.number().int().positive() })),
  /** The least role of the members who may read restricted items; null: they are not read. */
  restricted_role: ProjectRole.nullable(),
  /** Members may write to it by their own accounts. */
  allows_writing: z.boolean(),
  /** This server can write to trackers of its kind. */
  can_be_written: z.boolean(),
  /** Names of the custom fields that are read; omitted: its kind has none that could be chosen. */
  custom_fields: z.array(z.string()).optional(),
  /** Its host reports changes of its kind by a webhook. */
  can_have_webhook: z.boolean(),
  /** A webhook exists for it. Hosts without webhooks, and sources without one, are polled every few minutes. */
  has_webhook: z.boolean(),
  /** Commits of a repository that belong to an issue; issues of a tracker with a commit or request; pages that name an issue or a file. */
  links: LinkShare,
  /** Pull or merge requests that were read, and how many of them with their reviews. */
  requests: z.object({ total: z.number().int().nonnegative(), reviewed: z.number().int().nonnegative() }),
  /** Branches and tags that are searched in addition to the default branch: the patterns, and what matches them. */
  refs: z.object({ patterns: z.array(z.string()), found: z.array(RefStatus) }),
  /** The folders that it is limited to; omitted: it is read whole. */
  folders: z.array(z.string()).optional(),
  /** The linked group that it follows; null or omitted: it was linked by itself. */
  group: GroupMembership.nullable().optional(),
  /** Releases at the code host, and the tag of the newest. */
  releases: z.object({ total: z.number().int().nonnegative(), latest: z.string().nullable() }).optional(),
});
export type SourceDetail = z.infer<typeof SourceDetail>;

/** New access for a linked source: a token, the caller's connected account, or an installation of an app. None: it is read anonymously. */
export const SourceAccess = z.object({
  credential: Credential.optional(),
  use_connection: z.boolean().optional(),
  installation_id: Id.optional(),
});
export type SourceAccess = z.infer<typeof SourceAccess>;

/** The least role that restricted items of a source are read for; null: they are not read. */
export const RestrictedChoice = z.object({ role: ProjectRole.nullable() });

/** The custom fields that are read, in place of those before. */
export const FieldChoice = z.object({ custom_fields: CustomFieldNames });

/** The folders of a repository that the project is limited to, in place of those before; none: it is read whole. */
export const FolderChoice = z.object({ folders: FolderPaths });

/** Names of the custom fields of a tracker: those that are read, and all that can be, in alphabetical order. */
export const SourceFields = z.object({ chosen: z.array(z.string()), known: z.array(z.string()) });
export type SourceFields = z.infer<typeof SourceFields>;

/** The values for the host's webhook form. The secret is only in this response. */
export const NewWebhook = z.object({
  url: z.string(),
  secret: z.string(),
  /** The host's own names of the events to send. */
  events: z.array(z.string()),
});
export type NewWebhook = z.infer<typeof NewWebhook>;
