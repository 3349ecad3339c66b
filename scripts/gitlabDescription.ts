/**
 * Takes from a client's declarations of GitLab's REST API what the simulated host of GitLab is checked with, and writes it to
 * tests/fixtures/published/gitlab.json:
 *
 *     npm install --prefix FOLDER @gitbeaker/core@43.8.0 && node scripts/gitlabDescription.ts FOLDER
 *
 * GitLab's own description names hardly any field of its answers as required, and neither does this one: types and names are checked.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Schema } from "./descriptions/descriptionTypes.ts";
import { InterfaceCalls } from "./descriptions/interfaceCalls.ts";
import { writeCalls } from "./descriptions/writeCalls.ts";

const DECLARATIONS = "node_modules/@gitbeaker/core/dist/index.d.ts";
const PROJECT = "/projects/{id}";
const ISSUE = `${PROJECT}/issues/{issue_iid}`;
const REQUEST = `${PROJECT}/merge_requests/{merge_request_iid}`;

/** The call, the method that makes it, and the number of the method's first arguments that are in the path. */
const USED: readonly (readonly [call: string, method: string, inPath: number])[] = [
  ["GET /user", "Users.showCurrentUser", 0],
  ["GET /users", "Users.all", 0],
  ["GET /personal_access_tokens/self", "PersonalAccessTokens.show", 0],
  ["GET /groups/{id}", "Groups.show", 1],
  ["GET /groups/{id}/projects", "Groups.allProjects", 1],
  ["GET /users/{user_id}/projects", "Users.allProjects", 1],
  [`GET ${PROJECT}`, "Projects.show", 1],
  [`GET ${PROJECT}/issues`, "Issues.all", 0],
  [`POST ${PROJECT}/issues`, "Issues.create", 1],
  [`GET ${PROJECT}/issues_statistics`, "IssuesStatistics.all", 0],
  [`GET ${ISSUE}`, "Issues.show", 1],
  [`PUT ${ISSUE}`, "Issues.edit", 2],
  [`GET ${ISSUE}/links`, "IssueLinks.all", 2],
  [`GET ${ISSUE}/notes`, "IssueNotes.all", 2],
  [`POST ${ISSUE}/notes`, "IssueNotes.create", 2],
  [`PUT ${ISSUE}/notes/{note_id}`, "IssueNotes.edit", 3],
  [`POST ${ISSUE}/notes/{note_id}/award_emoji`, "IssueNoteAwardEmojis.award", 3],
  [`GET ${ISSUE}/resource_state_events`, "IssueStateEvents.all", 2],
  [`GET ${ISSUE}/resource_label_events`, "IssueLabelEvents.all", 2],
  [`GET ${ISSUE}/resource_milestone_events`, "IssueMilestoneEvents.all", 2],
  [`GET ${PROJECT}/labels`, "ProjectLabels.all", 1],
  [`GET ${PROJECT}/labels/{label_id}`, "ProjectLabels.show", 2],
  [`GET ${PROJECT}/milestones`, "ProjectMilestones.all", 1],
  [`GET ${PROJECT}/members/all`, "ProjectMembers.all", 1],
  [`GET ${PROJECT}/members/all/{user_id}`, "ProjectMembers.show", 2],
  [`GET ${PROJECT}/releases`, "ProjectReleases.all", 1],
  [`GET ${PROJECT}/merge_requests`, "MergeRequests.all", 0],
  [`GET ${REQUEST}`, "MergeRequests.show", 2],
  [`GET ${REQUEST}/diffs`, "MergeRequests.allDiffs", 2],
  [`GET ${REQUEST}/commits`, "MergeRequests.allCommits", 2],
  [`GET ${REQUEST}/pipelines`, "MergeRequests.allPipelines", 2],
  [`GET ${REQUEST}/discussions`, "MergeRequestDiscussions.all", 2],
  [`GET ${REQUEST}/notes`, "MergeRequestNotes.all", 2],
  [`POST ${REQUEST}/notes`, "MergeRequestNotes.create", 2],
  [`PUT ${REQUEST}/notes/{note_id}`, "MergeRequestNotes.edit", 3],
  [`GET ${PROJECT}/repository/commits/{sha}/statuses`, "Commits.allStatuses", 2],
  [`POST ${PROJECT}/statuses/{sha}`, "Commits.editStatus", 2],
];

const TEXT: Schema = { type: "string" };
const FLAG: Schema = { type: "boolean" };
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
const USER: Schema = {
  type: "object",
  properties: {
    id: { type: "number" },
    username: TEXT,
    name: TEXT,
    state: TEXT,
    avatar_url: orNull(TEXT),
    web_url: TEXT,
  },
  required: ["id", "username", "name"],
};
/** What GitLab's documentation has and the declarations lack, or have otherwise: https://docs.gitlab.com/api/issues/, /notes/, /merge_requests/ */
const ADDITIONS: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  IssueSchema: {
    issue_type: TEXT,
    severity: TEXT,
    closed_by: orNull(USER),
    description: orNull(TEXT),
    due_date: orNull(TEXT),
    iteration: {},
    _links: { type: "object", additionalProperties: orNull(TEXT) },
  },
  IssueLinkSchema: { created_at: TEXT, updated_at: TEXT },
  // The answer to a note that is nothing but commands has these alone.
  SimpleUserSchema: { avatar_url: orNull(TEXT) },
  DiscussionNoteSchema: { internal: FLAG, resolved: FLAG, author: orNull(USER), position: {} },
  NoteSchema: {
    type: orNull(TEXT),
    resolved: FLAG,
    internal: FLAG,
    confidential: FLAG,
    commands_changes: {},
    summary: { type: "array", items: TEXT },
  },
  ProjectSchema: { issues_access_level: TEXT },
  StateEventSchema: { state: { enum: ["opened", "closed", "reopened", "merged"] } },
  // Null for a label that was deleted, and for a fork that was.
  LabelEventSchema: { label: orNull({ type: "object" }) },
  MergeRequestSchemaWithBasicLabels: { source_project_id: orNull({ type: "number" }) },
  ExpandedMergeRequestSchema: { source_project_id: orNull({ type: "number" }) },
  AllMergeRequestsOptions: { state: { enum: ["opened", "closed", "locked", "merged", "all"] } },
};

/** A list whose parameters of pages the declarations lack: https://docs.gitlab.com/api/rest/#pagination */
const STATUSES = `GET ${PROJECT}/repository/commits/{sha}/statuses`;
const PAGES: Readonly<Record<string, Schema>> = { page: { type: "number" }, per_page: { type: "number" } };

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: node scripts/gitlabDescription.ts FOLDER");
  process.exit(2);
}
const declared = new InterfaceCalls(readFileSync(join(folder, DECLARATIONS), "utf8"), ADDITIONS);
const calls = new Map(
  USED.map(([name, method, inPath]) => {
    const call = declared.call(method, inPath, name.startsWith("GET"));
    return [name, name === STATUSES && call ? { ...call, query: { ...call.query, ...PAGES } } : call];
  }),
);
writeCalls(
  "gitlab",
  "@gitbeaker/core 43.8.0 (MIT), from GitLab's REST API v4",
  [...calls.keys()],
  (name) => calls.get(name),
  declared.schemas,
);
