/** The page of a person: who they are, what they work on, and what they know. */
import { z } from "zod";
import { IssueRef } from "../issues/analysis.ts";
import { CommitSummary } from "../code/commits.ts";
import { RequestRef } from "../requests/requestRef.ts";
import { Expert, KnowledgeFolder, KnowledgeMap } from "./experts.ts";
import { Id, Person, Slug, Timestamp } from "../fieldSchemas.ts";

/** Entries of each list of a person; the answers also have the totals. */
export const MAX_PERSON_ENTRIES = 10;

const PersonAccount = z.object({
  /** The source through which it was read. */
  source: Id,
  source_name: z.string(),
  provider: z.string(),
  login: z.string(),
  name: z.string(),
  /** Its page at the host; null where the form of that address is not known. */
  url: z.string().nullable(),
});

export const PersonProfile = z.object({
  person: Person,
  /** How the address of the page names them. */
  address: z.string(),
  is_bot: z.boolean(),
  /** Merged by hand, so that the rules leave this person unchanged. */
  is_settled: z.boolean(),
  /** Other names, as signatures and accounts write them. */
  names: z.array(z.string()),
  /** All addresses, without those that only hide a real one. */
  emails: z.array(z.string()),
  accounts: z.array(PersonAccount),
});
export type PersonProfile = z.infer<typeof PersonProfile>;

/** The person that an address names; where there is none, or several, people of a similar name are in `candidates`. */
export const PersonAnswer = z.object({ profile: PersonProfile.nullable(), candidates: z.array(Person) });
export type PersonAnswer = z.infer<typeof PersonAnswer>;

/** `person`: an id, or the name in an address. */
export const PersonPartQuery = z.object({ project: Slug, person: Id });

export const PersonWork = z.object({
  /** Commits of which they are the author, newest first. */
  commits: z.array(CommitSummary),
  commits_total: z.number().int().nonnegative(),
  /** Open issues that are assigned to them. */
  assigned: z.array(IssueRef),
  assigned_total: z.number().int().nonnegative(),
  /** Their open requests. */
  requests: z.array(RequestRef),
  requests_total: z.number().int().nonnegative(),
  merged_requests_total: z.number().int().nonnegative(),
  /** Requests of others that they reviewed, with the last verdict. */
  reviews: z.array(
    z.object({
      request: RequestRef,
      verdict: z.enum(["approved", "changes_requested", "commented", "dismissed"]),
      at: Timestamp,
    }),
  ),
  reviews_total: z.number().int().nonnegative(),
  /** Issues that they reported. */
  opened: z.array(IssueRef),
  opened_total: z.number().int().nonnegative(),
  /** Closed issues that were assigned to them, or that a commit or a merged request of theirs closed. */
  resolved: z.array(IssueRef),
  resolved_total: z.number().int().nonnegative(),
  /** Pages of which they wrote a version. */
  pages: z.array(
    z.object({
      source: Id,
      /** Null for a page that the index does not have yet. */
      path: z.string().nullable(),
      title: z.string(),
      versions: z.number().int().positive(),
      at: Timestamp,
    }),
  ),
  pages_total: z.number().int().nonnegative(),
});
export type PersonWork = z.infer<typeof PersonWork>;

const PersonArea = z.object({
  repository: Id,
  /** A folder or file; `folder/*` denotes the files directly in a folder that also has subfolders. Empty for the whole repository. */
  path: z.string(),
  files: z.number().int().positive(),
  /** Part of all contributions, those of people who have left included. */
  share: z.number().min(0).max(1),
  holding: KnowledgeFolder.shape.holding,
  /** Place in the ranking of experts of the area, from 1; null for a person whom it does not have. */
  rank: z.number().int().positive().nullable(),
  /** Their commits to it in the last 90 days of the project, and in the 90 days before. */
  commits: z.number().int().nonnegative(),
  commits_before: z.number().int().nonnegative(),
  /** The next people in the ranking who have not left, best first. */
  deputies: z.array(Person),
});
export type PersonArea = z.infer<typeof PersonArea>;

export const PersonKnowledge = z.object({
  as_of: Timestamp.nullable(),
  /** Null for a person without a history. */
  presence: Expert.shape.presence.nullable(),
  last_active_at: Timestamp.nullable(),
  /** Null until a calendar is connected, and for people who opted out of recommendations. */
  availability: Expert.shape.availability,
  /** The areas that they contributed most to. */
  areas: z.array(PersonArea),
  areas_total: z.number().int().nonnegative(),
  /** What would be lost with them; null for a person without a history. */
  leaving: KnowledgeMap.shape.leaving,
  /** The truck factor of the project with them. */
  truck_factor: z.number().int().nonnegative(),
});
export type PersonKnowledge = z.infer<typeof PersonKnowledge>;
