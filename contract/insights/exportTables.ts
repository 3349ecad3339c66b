/** The tables of an export, for both sides. A column never changes its name or type; docs/EXPORT.md says what each means. Free of zod. */

/** Raised when a column is removed or means something else. Tables and columns may be added without it. */
export const EXPORT_VERSION = 1;

export const EXPORT_FORMATS = ["parquet", "csv", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Rows of one file, and files that a company may begin in an hour. */
export const EXPORT_LIMITS = { rows: 5_000_000, perHour: 200 } as const;

/** `list`: of texts. `timestamp`: a moment in UTC, to the millisecond. */
export type ExportType = "text" | "integer" | "number" | "boolean" | "timestamp" | "list";
export interface ExportColumn {
  readonly name: string;
  readonly type: ExportType;
  readonly nullable: boolean;
}

const always = (type: ExportType, ...names: readonly string[]): ExportColumn[] =>
  names.map((name) => ({ name, type, nullable: false }));
const maybe = (type: ExportType, ...names: readonly string[]): ExportColumn[] =>
  names.map((name) => ({ name, type, nullable: true }));

export const EXPORT_TABLES = {
  issues: [
    ...always("text", "id", "project", "source", "key", "title", "url", "state"),
    ...maybe("text", "type", "priority", "status", "status_category", "resolution", "author_id"),
    ...always("list", "assignee_ids", "labels", "marks", "milestones", "components", "sprints"),
    ...maybe("number", "story_points"),
    ...always("integer", "comments"),
    ...always("timestamp", "created_at", "updated_at"),
    ...maybe("timestamp", "closed_at"),
  ],
  issue_events: [
    ...always("text", "id", "project", "issue_id", "type"),
    ...maybe("text", "from_status", "to_status", "actor_id"),
    ...always("timestamp", "created_at"),
  ],
  issue_labels: always("text", "project", "issue_id", "label"),
  comments: [
    ...always("text", "id", "project", "subject"),
    ...maybe("text", "issue_id", "request_id", "author_id"),
    ...always("integer", "characters"),
    ...always("timestamp", "created_at", "updated_at"),
  ],
  links: [...always("text", "project", "issue_id", "target", "kind", "target_key"), ...maybe("text", "target_place")],
  requests: [
    ...always("text", "id", "project", "source", "key", "title", "url", "state"),
    ...always("boolean", "is_draft"),
    ...maybe("text", "author_id", "source_branch", "target_branch", "merge_commit"),
    ...always("list", "labels", "marks"),
    ...always("timestamp", "created_at", "updated_at"),
    ...maybe("timestamp", "merged_at", "closed_at"),
  ],
  reviews: [
    ...always("text", "id", "project", "request_id", "state"),
    ...maybe("text", "reviewer_id"),
    ...always("timestamp", "submitted_at"),
  ],
  commits: [
    ...always("text", "project", "source", "hash", "title", "author_id"),
    ...always("integer", "parents"),
    ...maybe("integer", "lines_added", "lines_deleted"),
    ...always("timestamp", "authored_at", "committed_at"),
  ],
  pages: [
    ...always("text", "id", "project", "source", "space", "title", "url"),
    ...always("integer", "version"),
    ...maybe("text", "author_id"),
    ...always("list", "labels"),
    ...always("timestamp", "created_at", "updated_at"),
  ],
  people: [
    ...always("text", "id", "project", "person_id", "person", "name"),
    ...maybe("text", "login"),
    ...always("boolean", "is_bot"),
  ],
} as const satisfies Record<string, readonly ExportColumn[]>;
export type ExportTable = keyof typeof EXPORT_TABLES;
export const EXPORT_TABLE_NAMES = Object.keys(EXPORT_TABLES) as [ExportTable, ...ExportTable[]];
