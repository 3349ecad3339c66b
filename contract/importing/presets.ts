/** Exports whose columns are known, recognised by their header. */
import type { ImportField } from "../sources/importRules.ts";

export type PresetName = "jira" | "github" | "bugzilla" | "redmine" | "linear" | "trello";

interface Preset {
  readonly name: PresetName;
  /** Columns that the export has, and others have not together. */
  readonly has: readonly string[];
  readonly columns: readonly (readonly [column: string, field: ImportField])[];
}

/**
 * Jira: "Export CSV (all fields)". GitHub: `gh issue list --json …`. Bugzilla: the CSV of a search, by names of columns before and since 5.0.
 * Redmine: the CSV of the list of issues. Linear: the CSV of a workspace. Trello: the JSON of a board.
 */
const PRESETS: readonly Preset[] = [
  {
    name: "jira",
    has: ["Summary", "Issue key", "Issue id"],
    columns: [
      ["Issue id", "id"],
      ["Issue key", "key"],
      ["Summary", "title"],
      ["Description", "body"],
      ["Status", "state"],
      ["Issue Type", "type"],
      ["Priority", "priority"],
      ["Resolution", "resolution"],
      ["Reporter", "author"],
      ["Assignee", "assignees"],
      ["Labels", "labels"],
      ["Component/s", "components"],
      ["Components", "components"],
      ["Fix Version/s", "milestones"],
      ["Fix versions", "milestones"],
      ["Created", "created_at"],
      ["Updated", "updated_at"],
      ["Resolved", "closed_at"],
      ["Due Date", "due_on"],
      ["Due date", "due_on"],
      ["Comment", "comments"],
    ],
  },
  {
    name: "github",
    has: ["number", "title", "createdAt"],
    columns: [
      ["number", "id"],
      ["title", "title"],
      ["body", "body"],
      ["state", "state"],
      ["stateReason", "resolution"],
      ["author.login", "author"],
      ["assignees[].login", "assignees"],
      ["labels[].name", "labels"],
      ["milestone.title", "milestones"],
      ["comments[].body", "comments"],
      ["createdAt", "created_at"],
      ["updatedAt", "updated_at"],
      ["closedAt", "closed_at"],
      ["url", "url"],
    ],
  },
  {
    name: "bugzilla",
    has: ["bug_id", "short_desc"],
    columns: [
      ["bug_id", "id"],
      ["short_desc", "title"],
      ["bug_status", "state"],
      ["resolution", "resolution"],
      ["reporter", "author"],
      ["assigned_to", "assignees"],
      ["component", "components"],
      ["bug_severity", "type"],
      ["priority", "priority"],
      ["target_milestone", "milestones"],
      ["keywords", "labels"],
      ["opendate", "created_at"],
      ["changeddate", "updated_at"],
    ],
  },
  {
    name: "bugzilla",
    has: ["Bug ID", "Summary"],
    columns: [
      ["Bug ID", "id"],
      ["Summary", "title"],
      ["Status", "state"],
      ["Resolution", "resolution"],
      ["Reporter", "author"],
      ["Assignee", "assignees"],
      ["Component", "components"],
      ["Type", "type"],
      ["Priority", "priority"],
      ["Target Milestone", "milestones"],
      ["Keywords", "labels"],
      ["Opened", "created_at"],
      ["Changed", "updated_at"],
    ],
  },
  {
    name: "redmine",
    has: ["#", "Tracker", "Subject"],
    columns: [
      ["#", "id"],
      ["Subject", "title"],
      ["Description", "body"],
      ["Status", "state"],
      ["Tracker", "type"],
      ["Priority", "priority"],
      ["Author", "author"],
      ["Assignee", "assignees"],
      ["Category", "components"],
      ["Target version", "milestones"],
      ["Created", "created_at"],
      ["Updated", "updated_at"],
      ["Closed", "closed_at"],
      ["Due date", "due_on"],
      ["Last notes", "comments"],
    ],
  },
  {
    name: "linear",
    has: ["ID", "Team", "Title", "Creator"],
    columns: [
      ["ID", "id"],
      ["Title", "title"],
      ["Description", "body"],
      ["Status", "state"],
      ["Priority", "priority"],
      ["Creator", "author"],
      ["Assignee", "assignees"],
      ["Labels", "labels"],
      ["Project Milestone", "milestones"],
      ["Created", "created_at"],
      ["Updated", "updated_at"],
      ["Completed", "closed_at"],
      ["Due Date", "due_on"],
    ],
  },
  {
    name: "trello",
    has: ["idBoard", "idList", "dateLastActivity"],
    columns: [
      ["id", "id"],
      ["idShort", "key"],
      ["name", "title"],
      ["desc", "body"],
      ["closed", "state"],
      ["labels[].name", "labels"],
      ["dateLastActivity", "updated_at"],
      ["due", "due_on"],
      ["shortUrl", "url"],
    ],
  },
];

/** The export that a header belongs to; null for any other. */
export function presetOf(columns: readonly string[]): Preset | null {
  const columnNames = new Set(columns);
  return PRESETS.find(({ has }) => has.every((column) => columnNames.has(column))) ?? null;
}
