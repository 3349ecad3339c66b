/**
 * Takes from clients that are generated from Atlassian's published descriptions what the simulated hosts of Jira Cloud and Confluence Cloud
 * are checked with, and writes it to tests/fixtures/published:
 *
 *     npm install --prefix FOLDER jira.js@6.2.0 confluence.js@3.2.0 && node scripts/atlassianDescriptions.ts FOLDER
 *
 * A call that a connector makes newly gets its row here.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PublishedCall, Schema } from "./descriptions/descriptionTypes.ts";
import { writeCalls } from "./descriptions/writeCalls.ts";

const JIRA = "/rest/api/3";
const USED_OF_JIRA = [
  `GET ${JIRA}/myself`,
  `GET ${JIRA}/mypermissions`,
  `GET ${JIRA}/project/search`,
  `GET ${JIRA}/project/{projectIdOrKey}`,
  `GET ${JIRA}/field`,
  `GET ${JIRA}/status`,
  `GET ${JIRA}/label`,
  `GET ${JIRA}/filter/{id}`,
  `GET ${JIRA}/issueLinkType`,
  `POST ${JIRA}/issueLink`,
  `GET ${JIRA}/user/assignable/search`,
  `GET ${JIRA}/user/permission/search`,
  `POST ${JIRA}/search/jql`,
  `POST ${JIRA}/search/approximate-count`,
  `POST ${JIRA}/issue/bulkfetch`,
  `POST ${JIRA}/issue`,
  `GET ${JIRA}/issue/createmeta/{projectIdOrKey}/issuetypes`,
  `GET ${JIRA}/issue/createmeta/{projectIdOrKey}/issuetypes/{issueTypeId}`,
  `GET ${JIRA}/issue/{issueIdOrKey}`,
  `PUT ${JIRA}/issue/{issueIdOrKey}`,
  `PUT ${JIRA}/issue/{issueIdOrKey}/assignee`,
  `GET ${JIRA}/issue/{issueIdOrKey}/changelog`,
  `GET ${JIRA}/issue/{issueIdOrKey}/comment`,
  `POST ${JIRA}/issue/{issueIdOrKey}/comment`,
  `PUT ${JIRA}/issue/{issueIdOrKey}/comment/{id}`,
  `GET ${JIRA}/issue/{issueIdOrKey}/editmeta`,
  `GET ${JIRA}/issue/{issueIdOrKey}/transitions`,
  `POST ${JIRA}/issue/{issueIdOrKey}/transitions`,
  `GET ${JIRA}/comment/{commentId}/properties/{propertyKey}`,
  "GET /rest/agile/1.0/board/{boardId}/configuration",
];
/** The second version; the first completes it where a call has no successor. */
const CONFLUENCE = "/wiki/api/v2";
const USED_OF_CONFLUENCE = [
  `GET ${CONFLUENCE}/spaces`,
  `GET ${CONFLUENCE}/spaces/{id}/pages`,
  `GET ${CONFLUENCE}/spaces/{id}/content/labels`,
  `GET ${CONFLUENCE}/labels/{id}/pages`,
  `GET ${CONFLUENCE}/pages`,
  `GET ${CONFLUENCE}/pages/{id}`,
  `GET ${CONFLUENCE}/pages/{id}/ancestors`,
  `GET ${CONFLUENCE}/pages/{id}/attachments`,
  `GET ${CONFLUENCE}/pages/{id}/labels`,
  `GET ${CONFLUENCE}/pages/{id}/versions`,
  `GET ${CONFLUENCE}/attachments`,
  `GET ${CONFLUENCE}/spaces/{id}/blogposts`,
  `GET ${CONFLUENCE}/labels/{id}/blogposts`,
  `GET ${CONFLUENCE}/blogposts`,
  `GET ${CONFLUENCE}/blogposts/{id}`,
  `GET ${CONFLUENCE}/blogposts/{id}/attachments`,
  `GET ${CONFLUENCE}/blogposts/{id}/labels`,
  `GET ${CONFLUENCE}/blogposts/{id}/versions`,
  "GET /wiki/rest/api/content/search",
  "GET /wiki/rest/api/content/{id}/restriction/byOperation/{operationKey}",
  "GET /wiki/rest/api/user",
  "GET /wiki/rest/api/user/current",
];

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: node scripts/atlassianDescriptions.ts FOLDER");
  process.exit(2);
}
// The clients read it when they are loaded: their schemas have no further fields and values then.
process.env["AUDIT_SCHEMAS"] = "true";
const { readZodCalls } = await import("./descriptions/zodCalls.ts");
const packages = join(folder, "node_modules");
const { z } = (await import(pathToFileURL(join(packages, "zod/index.js")).href)) as {
  z: Parameters<typeof readZodCalls>[1];
};
const read = (part: string) => readZodCalls(join(packages, part), z);

const jira = await read("jira.js/dist/cloud");
const boards = await read("jira.js/dist/agile");
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
const model = (name: string): Schema => jira.modelOf(name);
/** The published schema of an issue leaves its fields open; those with a model of their own are checked by it. */
const ISSUE_FIELDS = {
  summary: { type: "string" },
  labels: { type: "array", items: { type: "string" } },
  assignee: orNull(model("UserDetails")),
  creator: orNull(model("UserDetails")),
  reporter: orNull(model("UserDetails")),
  comment: model("PageOfComments"),
  issuetype: model("IssueTypeDetails"),
  priority: orNull(model("Priority")),
  project: model("Project"),
  status: model("StatusDetails"),
  resolution: orNull(model("Resolution")),
  security: orNull(model("SecurityLevel")),
  fixVersions: { type: "array", items: model("Version") },
  issuelinks: { type: "array", items: model("IssueLink") },
};
const isOpen = (name: string, value: unknown): value is Schema =>
  name === "fields" && typeof value === "object" && value !== null && "additionalProperties" in value;

function withFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFields);
  if (typeof value !== "object" || value === null) return value;
  const isIssue = "changelog" in value && "renderedFields" in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      isIssue && isOpen(name, entry) ? { ...entry, properties: ISSUE_FIELDS } : withFields(entry),
    ]),
  );
}
const jiraCall = (name: string): PublishedCall | undefined => {
  const call = jira.calls.get(name);
  return call?.answer && { ...call, answer: withFields(call.answer) as Schema };
};
writeCalls(
  "jira",
  "jira.js 6.2.0 (MIT), from the Jira Cloud platform REST API v3",
  USED_OF_JIRA,
  (name) => jiraCall(name) ?? jira.calls.get(name) ?? boards.calls.get(name),
  jira.named,
);

const first = await read("confluence.js/dist/v1");
const second = await read("confluence.js/dist/v2");
writeCalls(
  "confluence",
  "confluence.js 3.2.0 (MIT), from the Confluence Cloud REST API v2 and v1",
  USED_OF_CONFLUENCE,
  (name) => second.calls.get(name) ?? first.calls.get(name),
  { ...first.named, ...second.named },
);
