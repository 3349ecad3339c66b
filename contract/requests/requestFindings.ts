/** What a request should be looked at for: who reviews it, what it closes, what it leaves out, and which pages name what it changes. */
import { z } from "zod";
import { IssueRef } from "../issues/analysis.ts";
import { ExpertReason } from "../people/experts.ts";
import { Id, Person, Slug } from "../fieldSchemas.ts";

export const RequestFindingsQuery = z.object({
  project: Slug,
  /** Its id, number or key. */
  request: Id,
});

/** People who know what it changes, best first, three at most: no author of it, no person who opted out, and no one who is away. */
const FoundReviewer = z.object({
  person: Person,
  /** Open requests of the project that wait for their review. It lowers the place in the list. */
  load: z.number().int().nonnegative(),
  /** Functions that the request changes and the person changed before. */
  functions: z.array(z.string()),
  reasons: z.array(ExpertReason),
});
export type FoundReviewer = z.infer<typeof FoundReviewer>;

/** `likely`: nothing names the issue, but its likely place is a file that the request changes, `path`. */
const FoundIssue = z.object({
  issue: IssueRef,
  how: z.enum(["closes", "mentions", "branch", "likely"]),
  path: z.string().nullable(),
});

/** A file that usually changes along with `changed` and that the request leaves as it is. */
const MissingFile = z.object({
  path: z.string(),
  changed: z.string(),
  /** Commits that changed both, of those that changed `changed`. */
  together: z.number().int().positive(),
  of: z.number().int().positive(),
});

/** `gone`: the page names a file that is removed or moved; `changed`: it names a definition whose lines are changed. */
const AffectedPage = z.object({
  source: Id,
  path: z.string(),
  title: z.string(),
  how: z.enum(["gone", "changed"]),
  changed: z.string(),
  names: z.array(z.string()),
});

export const RequestFindings = z.object({
  /** `unindexed`: no indexed repository has its code; `unavailable`: neither a copy of its commits nor its host has what it changes. */
  status: z.enum(["ready", "unindexed", "unavailable"]),
  /** The repository of the code. */
  source: Id.nullable(),
  /** The newest commit that was compared; null where only the names of the files are known. */
  head: z.string().nullable(),
  /** Files that it changes. */
  files: z.number().int().nonnegative(),
  /** False where only the names of the files are known, and not their lines. */
  has_lines: z.boolean(),
  reviewers: z.array(FoundReviewer),
  issues: z.array(FoundIssue),
  missing: z.array(MissingFile),
  pages: z.array(AffectedPage),
});
export type RequestFindings = z.infer<typeof RequestFindings>;
