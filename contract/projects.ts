import { CUSTOM_FIELD_LIMITS } from "./issues/customFields.ts";
import { z } from "zod";
import {
  CUSTOM_PROVIDER,
  PROJECT_ROLES,
  REPOSITORY_PROVIDERS,
  SYNC_STATES,
  TEXT_LIMITS,
  TRACKER_PROVIDERS,
  WIKI_PROVIDERS,
} from "./constants.ts";
import { type CredentialFault, tokenFault, usernameFault } from "./access/credentialRules.ts";
import { CLOSED_REASONS } from "./sources/hostAccess.ts";
import { FOLDER_LIMITS } from "./sources/sourceFolders.ts";
import { Email, Id, Name, Slug, Timestamp } from "./fieldSchemas.ts";

export const ProjectRole = z.enum(PROJECT_ROLES);
export type ProjectRole = z.infer<typeof ProjectRole>;

/** What a host reported last of the quota of the credential of a source. */
const HostQuota = z.object({
  /** Requests that are left, or points of GraphQL; of what the host counts apart, the scarcest. */
  remaining: z.number().int().nonnegative(),
  limit: z.number().int().nonnegative().nullable(),
  /** When the host grants the whole quota again; null: it does not report it. */
  resets_at: Timestamp.nullable(),
  seen_at: Timestamp,
});
export type HostQuota = z.infer<typeof HostQuota>;

/** State of the sync of a source. `done` of `total` counts the items of the current `step`. */
export const Sync = z.object({
  state: z.enum(SYNC_STATES),
  step: z.string().nullable(),
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative().nullable(),
  error: z.string().nullable(),
  /** Why it failed, for programs: `unauthorized` requires a new credential. Omitted where unknown. */
  error_code: z.string().optional(),
  finished_at: Timestamp.nullable(),
  items: z.number().int().nonnegative(),
  /**
   * The sync waits for the quota of the host and continues at `until` from what is stored: `done` of `total` things of the step. Omitted: it does
   * not.
   */
  quota_wait: z.object({ host: z.string(), until: Timestamp }).optional(),
  /** Omitted: no answer of the host reported it. */
  host_quota: HostQuota.optional(),
});
export type Sync = z.infer<typeof Sync>;

export const Repository = z.object({
  id: Id,
  provider: z.enum(REPOSITORY_PROVIDERS),
  url: z.string(),
  name: z.string(),
  default_branch: z.string().nullable(),
  visibility: z.enum(["public", "private", "unknown"]),
  /** The folders that it is limited to; omitted: it is read whole. */
  folders: z.array(z.string()).optional(),
  sync: Sync,
});
export type Repository = z.infer<typeof Repository>;

export const Tracker = z.object({
  id: Id,
  provider: z.enum([...TRACKER_PROVIDERS, CUSTOM_PROVIDER]),
  url: z.string(),
  name: z.string(),
  sync: Sync,
});
export type Tracker = z.infer<typeof Tracker>;

export const Wiki = z.object({
  id: Id,
  provider: z.enum([...WIKI_PROVIDERS, CUSTOM_PROVIDER]),
  url: z.string(),
  name: z.string(),
  sync: Sync,
});
export type Wiki = z.infer<typeof Wiki>;

export const Project = z.object({
  slug: Slug,
  name: z.string(),
  created_by: z.object({ name: z.string(), email: z.string() }),
  role: ProjectRole,
  repositories: z.array(Repository),
  trackers: z.array(Tracker),
  wikis: z.array(Wiki),
  /** Number of open issues in all trackers of the project. Present in lists of projects. */
  open_issues: z.number().int().nonnegative().optional(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Project = z.infer<typeof Project>;

const refuseBy =
  (faultOf: (text: string) => CredentialFault | null) =>
  (text: string, context: z.RefinementCtx): void => {
    const fault = faultOf(text);
    if (fault) context.addIssue({ code: "custom", message: fault.code, params: { ...fault.params } });
  };

/** Write-only: a credential is stored encrypted and never returned. */
export const Credential = z.object({
  token: z.string().trim().min(1, "field.required").superRefine(refuseBy(tokenFault)),
  username: z.string().max(TEXT_LIMITS.email).superRefine(refuseBy(usernameFault)).optional(),
});
const Url = z.string().trim().min(1, "field.required").max(TEXT_LIMITS.url);
const sourceOf = <T extends readonly [string, ...string[]]>(providers: T) =>
  z.object({
    provider: z.enum(providers),
    url: Url,
    credential: Credential.optional(),
    /** Read it with the caller's connected account at the provider instead of a credential. */
    use_connection: z.boolean().optional(),
    /** Read it with this installation of an app of the company instead. */
    installation_id: Id.optional(),
  });

/**
 * The least role of the members who may read restricted items (confidential issues, internal comments, restricted pages). Omitted or null:
 * they are not read. They appear in no list, search or response except `GET restricted/`.
 */
const restricted_role = ProjectRole.nullable().optional();

/** Longer lists and texts than can be chosen arrive, so that the refusal names the reason. */
const FOLDER_BODY = { folders: FOLDER_LIMITS.folders * 4, length: FOLDER_LIMITS.length * 4 } as const;
/**
 * Folders of a repository that the project is limited to, as paths from its root: `services/pay`. None: it is read whole. What is outside of
 * them, its ignore file aside, is in no list, search or response.
 */
export const FolderPaths = z.array(z.string().min(1).max(FOLDER_BODY.length)).max(FOLDER_BODY.folders);
export const RepositorySource = sourceOf(REPOSITORY_PROVIDERS).extend({ folders: FolderPaths.optional() });
export type RepositorySource = z.infer<typeof RepositorySource>;
/** Custom fields of the tracker that are read, by the names that people see; those of one name are read together. */
export const CustomFieldNames = z
  .array(z.string().trim().min(1).max(CUSTOM_FIELD_LIMITS.nameChars))
  .max(CUSTOM_FIELD_LIMITS.fields);
export const TrackerSource = sourceOf(TRACKER_PROVIDERS).extend({
  restricted_role,
  custom_fields: CustomFieldNames.optional(),
});
export type TrackerSource = z.infer<typeof TrackerSource>;
export const WikiSource = sourceOf(WIKI_PROVIDERS).extend({ restricted_role });
export type WikiSource = z.infer<typeof WikiSource>;

export const ProjectBody = z.object({
  name: Name,
  repositories: z.array(RepositorySource).max(50).default([]),
  trackers: z.array(TrackerSource).max(50).default([]),
  wikis: z.array(WikiSource).max(50).default([]),
  emails: z.array(Email).max(100).optional(),
});
export type ProjectBody = z.input<typeof ProjectBody>;
export const ProjectUpdate = z.object({ name: Name });

/** What is deleted with a project: counts of items, and members who lose access. */
export const ProjectContents = z.object({
  repositories: z.number().int().nonnegative(),
  trackers: z.number().int().nonnegative(),
  wikis: z.number().int().nonnegative(),
  issues: z.number().int().nonnegative(),
  pages: z.number().int().nonnegative(),
  requests: z.number().int().nonnegative(),
  members: z.number().int().nonnegative(),
  /** MCP tokens that cover this project. */
  tokens: z.number().int().nonnegative(),
  webhooks: z.number().int().nonnegative(),
  /** Verdicts on localizations. */
  feedback: z.number().int().nonnegative(),
  backtests: z.number().int().nonnegative(),
});
export type ProjectContents = z.infer<typeof ProjectContents>;

/** Result of validating a source. `notes` are warnings that do not prevent linking. */
export const SourceValid = z.object({
  valid: z.literal(true),
  name: z.string(),
  visibility: z.enum(["public", "private", "unknown"]),
  default_branch: z.string().nullable().optional(),
  items: z.number().int().nonnegative().nullable().optional(),
  notes: z.array(z.string()).optional(),
  /** The account that the credential belongs to, as the host names it. */
  account: z.string().nullable().optional(),
  /** Missing scopes, by the provider's names, without which a part is not read. */
  missing_scopes: z.array(z.string()).optional(),
  /** Remaining requests in the host's current rate limit window. */
  requests_left: z.number().int().nonnegative().nullable().optional(),
  /** A few titles of items of the source. */
  sample: z.array(z.string()).optional(),
  /** Names of the custom fields that can be read, in alphabetical order. */
  custom_fields: z.array(z.string()).optional(),
});
export type SourceValid = z.infer<typeof SourceValid>;

export const ProjectUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: ProjectRole,
  pending: z.boolean(),
  /** Why the member does not see the project, although they are one; omitted: they see it. */
  closed: z.enum(CLOSED_REASONS).optional(),
});
export type ProjectUser = z.infer<typeof ProjectUser>;
/** An entry of the response to adding members. */
export const AddedProjectUser = ProjectUser.extend({
  /** Full address of the invitation that this call created for the address, for an Admin of the company; null otherwise. */
  invitation_link: z.string().nullable(),
});
export type AddedProjectUser = z.infer<typeof AddedProjectUser>;
export const EmailsBody = z.object({ emails: z.array(Email).min(1, "field.required").max(100) });
export const ProjectUserBody = z.object({ role: ProjectRole });
