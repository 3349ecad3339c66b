/** Tables of what the engines compute of issues, and of what users answer. */
import type { Generated } from "kysely";
import type { Created, Json, Time } from "../columns.ts";

/**
 * A user's feedback on a localized file. `question`: an issue's id, or the SHA-256 of a pasted text. `terms`: the question's, with their
 * weights.
 */
export interface LocalizationFeedbackTable {
  id: string;
  project_id: string;
  user_id: string;
  question: string;
  repository_id: string;
  path: string;
  verdict: "right" | "wrong";
  terms: Json<[term: string, weight: number][]>;
  created_at: Created;
}

/** What the engines have computed for a row of the list. `print` is a digest of its input; another digest means: to be computed again. */
export interface IssueAnalysesTable {
  issue_id: string;
  project_id: string;
  type: "bug" | "feature" | "question" | "documentation" | "task" | null;
  severity: "critical" | "high" | "medium" | "low" | null;
  likely_files: Json<string[]>;
  /** Strength of the evidence for the files; null for rows of an earlier version. */
  confidence: "low" | "medium" | "high" | null;
  similar_count: number;
  print: string;
  analysed_at: Time;
}

export interface BacktestsTable {
  id: string;
  project_id: string;
  started_by: string | null;
  state: "queued" | "running" | "done" | "failed";
  done: Generated<number>;
  total: number | null;
  error: string | null;
  result: Json<Record<string, unknown>> | null;
  created_at: Created;
  finished_at: Time | null;
}
