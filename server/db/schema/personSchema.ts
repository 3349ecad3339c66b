/** Tables of persons: which accounts and authors belong together. */
import type { Json, Time } from "../columns.ts";

/** One human being (or bot) of a project. `is_settled`: merged manually, so that the rules do not change it. */
export interface PersonsTable {
  id: string;
  project_id: string;
  name: string;
  email: string | null;
  is_bot: boolean;
  is_settled: boolean;
}

/** An account at a host (`accounts`) or an author of commits (`git_authors`) that belongs to a person. */
export interface PersonIdentitiesTable {
  id: string;
  project_id: string;
  person_id: string;
  kind: "account" | "author";
  account_id: string | null;
  author_id: number | null;
}

export interface PersonMergesTable {
  id: string;
  project_id: string;
  kept_id: string;
  merged: Json<MergedPerson[]>;
  made_by: string | null;
  made_at: Time;
  undone_at: Time | null;
}

/** A person as it was before a merge, so that the merge can be undone. */
export interface MergedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly is_bot: boolean;
  readonly is_settled: boolean;
  readonly identities: readonly string[];
}
