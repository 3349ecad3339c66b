/** Answers of the experts engine: who knows a part of the code, who holds what, and what is lost when a person leaves. */
import { z } from "zod";
import { Evidence } from "../issues/evidence.ts";
import { Id, Person, SourcePath, Timestamp } from "../fieldSchemas.ts";

/** Why a person is in the list. The app has a sentence for each code in both languages. `away` subtracts points. */
const EXPERT_REASONS = [
  "files",
  "folders",
  "similar",
  "reviews",
  "issues",
  "pages",
  "activity",
  "recency",
  "reviewing",
  "away",
] as const;

/** `quiet`: not seen for a while in which the project was active; `gone`: not seen for a longer time, so that they have probably left. */
const PRESENCES = ["active", "quiet", "gone"] as const;

/** What a person is likely to do: fix it, or review the fix of another. */
export const EXPERT_ROLES = ["fixer", "reviewer"] as const;

export const ExpertReason = z.object({
  code: z.enum(EXPERT_REASONS),
  /** The points of all reasons of a person sum to the score. Negative for `away` only. */
  points: z.number(),
  evidence: z.array(Evidence),
});
export type ExpertReason = z.infer<typeof ExpertReason>;

export const Expert = z.object({
  person: Person,
  score: z.number(),
  reasons: z.array(ExpertReason),
  /** Empty for most. Derived from each person's kinds of contributions; independent of the list's order. */
  roles: z.array(z.enum(EXPERT_ROLES)),
  last_active_at: Timestamp.nullable(),
  presence: z.enum(PRESENCES),
  /** Open issues of the project that are assigned to the person. Shown with the score, never part of it. */
  load: z.number().int().nonnegative(),
  /** Null until a calendar is connected. */
  availability: z
    .object({ busy: z.array(z.object({ start: Timestamp, end: Timestamp })), as_of: Timestamp })
    .nullable(),
  /** For a person who is not active: the next active person in the list. */
  deputy: Person.nullable(),
});
export type Expert = z.infer<typeof Expert>;

export const ExpertsQuery = z.object({
  path: SourcePath.optional(),
  /** The one repository of the path; left out, every one that has it. */
  repository: Id.optional(),
  q: z.string().max(1000).optional(),
});

/** Context of a ranking of people: takes the same query, and an issue's id for the people of an issue. */
export const ExpertContextQuery = ExpertsQuery.extend({ issue: Id.optional() });
export const CodeOwnerRule = z.object({
  repository: Id,
  /** Path of the CODEOWNERS file, and the line that applies. */
  file: z.string(),
  line: z.number().int().positive(),
  pattern: z.string(),
  /** Number of the files that this line applies to. */
  files: z.number().int().positive(),
  owners: z.array(
    z.object({
      /** As written: `@login`, `@company/team` or an address. */
      text: z.string(),
      /** Null for a team, and for an owner without any contribution. */
      person: Person.nullable(),
      /** Place in the ranking, from 1; null where the ranking does not have the owner. */
      rank: z.number().int().positive().nullable(),
    }),
  ),
  /** `agree`: an owner is among the first three; `disagree`: none is; `unknown`: no owner could be identified. */
  verdict: z.enum(["agree", "disagree", "unknown"]),
});
export type CodeOwnerRule = z.infer<typeof CodeOwnerRule>;
export const ExpertContext = z.object({
  /** Files that the query was resolved to, the most likely first; empty for the whole project. */
  files: z.array(z.object({ repository: Id, path: z.string() })),
  /** Names of the repositories of all of these files. */
  repositories: z.array(z.string()),
  /** False for a path that no repository has. */
  found: z.boolean(),
  code_owners: z.array(CodeOwnerRule),
  /** People who opted out of recommendations and were excluded from this ranking. */
  opted_out: z.number().int().nonnegative(),
  /** Time of the newest data, null before the first sync. */
  as_of: Timestamp.nullable(),
  /** Repositories whose history is not indexed yet. */
  missing: z.array(z.string()),
});
export type ExpertContext = z.infer<typeof ExpertContext>;

/** `island`: one active person holds nearly all of it; `orphan`: no active person holds any of it; `shared`: neither. */
const HOLDINGS = ["shared", "island", "orphan"] as const;
const FolderHolder = z.object({ person: Id, share: z.number().min(0).max(1) });
export const KnowledgeFolder = z.object({
  /** `repository:path`, for links. */
  id: z.string(),
  repository: Id,
  /** `folder/*` denotes the files directly in a folder that also has subfolders. */
  path: z.string(),
  files: z.number().int().nonnegative(),
  holding: z.enum(HOLDINGS),
  /** Active people first, by their share of the contributions, three at most. */
  holders: z.array(FolderHolder),
  /** The holder of the largest share, if that person has left. */
  left: FolderHolder.nullable(),
  /** False for a file, and for the files directly in a folder. */
  opens: z.boolean(),
});
export type KnowledgeFolder = z.infer<typeof KnowledgeFolder>;
export const MapPerson = Person.extend({
  presence: z.enum(PRESENCES),
  /** Files of the part shown that the person owns. */
  files: z.number().int().nonnegative(),
});
export type MapPerson = z.infer<typeof MapPerson>;

export const KnowledgeMapQuery = z.object({
  repository: Id.optional(),
  /** Folder whose parts are shown; omitted: the whole project. */
  folder: SourcePath.optional(),
  /** Id of the person whose departure is simulated. */
  leave: Id.optional(),
});
const LeavingFolder = z.object({
  repository: Id,
  path: z.string(),
  files: z.number().int().positive(),
  /** The active person who knows most of it after them; null where there is none. */
  next: Person.nullable(),
});
export const KnowledgeMap = z.object({
  as_of: Timestamp.nullable(),
  /** Parts of the requested folder, the largest first. */
  folders: z.array(KnowledgeFolder),
  /** All people in `folders`, including those who opted out of recommendations: a map of risks is not a recommendation. */
  people: z.array(MapPerson),
  files: z.number().int().nonnegative(),
  islands: z.number().int().nonnegative(),
  orphans: z.number().int().nonnegative(),
  /** Truck factor: how many people have to leave until more than half of the files are orphans, and who they are. */
  truck_factor: z.object({ count: z.number().int().nonnegative(), people: z.array(Person) }),
  leaving: z
    .object({
      person: Person,
      /** Files without any active holder after the departure. */
      files: z.number().int().nonnegative(),
      folders: z.array(LeavingFolder),
      issues: z.number().int().nonnegative(),
      truck_factor: z.number().int().nonnegative(),
    })
    .nullable(),
});
export type KnowledgeMap = z.infer<typeof KnowledgeMap>;

/** Whether the caller may be recommended, in all projects; true by default. */
export const ExpertPreference = z.object({ recommended: z.boolean() });
