/**
 * The calls of Jira's REST API that change issues: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/ of Jira Cloud,
 * https://docs.atlassian.com/software/jira/docs/api/REST/9.12.0/ of Data Center.
 */
import { type RestAnswer, type RestRequest, isRecord } from "./restHost.ts";
import { PEOPLE, type Work, type WorkIssue } from "./work.ts";

export const STATUSES = {
  todo: { id: "1", name: "To Do", statusCategory: { key: "new" } },
  progress: { id: "3", name: "In Progress", statusCategory: { key: "indeterminate" } },
  done: { id: "10001", name: "Done", statusCategory: { key: "done" } },
} as const;
const RESOLUTIONS = [
  { id: "10000", name: "Fixed" },
  { id: "10001", name: "Won't Do" },
];
const PRIORITIES = [
  { id: "2", name: "High" },
  { id: "4", name: "Low" },
];
const VERSIONS = [
  { id: "20", name: "v1" },
  { id: "21", name: "v2" },
];
const TRANSITIONS = [
  { id: "11", name: "Start", to: STATUSES.progress, isAvailable: true, fields: {} },
  {
    id: "31",
    name: "Done",
    to: STATUSES.done,
    isAvailable: true,
    fields: { resolution: { required: true, name: "Resolution", operations: ["set"], allowedValues: RESOLUTIONS } },
  },
  {
    id: "41",
    name: "Ship",
    to: STATUSES.done,
    isAvailable: true,
    fields: { customfield_10100: { required: true, name: "Release note", operations: ["set"] } },
  },
];

const refuse = (status: number, errors: Record<string, string>, ...errorMessages: string[]): RestAnswer => ({
  status,
  body: { errorMessages, errors },
});
const NOTHING: RestAnswer = { status: 204, body: "" };
const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const idIn = (value: unknown, name: string): string => textOf(recordOf(recordOf(value)[name])["id"]);

/** Data Center names users by `name`, writes texts in wiki markup, and lists what a new issue has as `values`. */
export type JiraForm = "cloud" | "data_center";

/** Undefined for a call that is none of these. */
export function jiraWrites(
  work: Work,
  key: string,
  path: string,
  request: RestRequest,
  form: JiraForm = "cloud",
): RestAnswer | undefined {
  const { method, query } = request;
  if (path === "/mypermissions") {
    const names = (query.get("permissions") ?? "").split(",");
    const denied = work.denied ?? [];
    const permissions = names.map((name) => [name, { key: name, havePermission: !denied.includes(name) }]);
    return { status: 200, body: { permissions: Object.fromEntries(permissions) } };
  }
  if (path === "/user/assignable/search") {
    const users = PEOPLE.map((name, at) => ({
      ...(form === "cloud" ? { accountId: `acc-${at}` } : { name, key: `JIRAUSER1010${at}` }),
      displayName: name,
      active: true,
    }));
    return { status: 200, body: users };
  }
  if (path === "/label" && form === "cloud") return { status: 200, body: { values: ["bug", "search"], isLast: true } };
  if (path === "/issueLinkType")
    return {
      status: 200,
      body: { issueLinkTypes: [{ id: "7", name: "Duplicate", inward: "is duplicated by", outward: "duplicates" }] },
    };
  if (path === "/issueLink" && method === "POST") return linkIssues(work, key, recordOf(request.body));
  if (path === "/issue" && method === "POST") return addIssue(work, key, recordOf(request.body), form);
  const [, type] = /^\/issue\/createmeta\/[^/]+\/issuetypes(?:\/(\d+))?$/.exec(path) ?? [];
  if (path.startsWith("/issue/createmeta/"))
    return listed(type === undefined ? "issueTypes" : "fields", type === undefined ? TYPES : fieldsOf(type), form);
  const reply = replyCall(work, path, request, form);
  if (reply) return reply;
  const [, id, part] = /^\/issue\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
  const issue = work.issues.find((one) => id === String(one.id) || id === `${key}-${one.number}`);
  if (!issue) return undefined;
  if (part === "editmeta") return { status: 200, body: { fields: editable(work) } };
  if (part === "transitions" && method === "GET") return { status: 200, body: { transitions: TRANSITIONS } };
  const change = CHANGES[`${method} ${part ?? ""}`];
  return change?.(issue, recordOf(request.body), form);
}

/** Editing a comment, its properties, and who may edit issues, which Jira says to administrators alone. */
function replyCall(
  work: Work,
  path: string,
  { method, query, body: sent }: RestRequest,
  form: JiraForm,
): RestAnswer | undefined {
  if (path === "/user/permission/search") {
    if (!work.levels) return refuse(403, {}, "You do not have permission to search users.");
    const users = PEOPLE.flatMap((name, at) =>
      name in (work.levels ?? {}) ? [form === "cloud" ? { accountId: `acc-${at}` } : { name }] : [],
    );
    const wanted = query.get("accountId") ?? query.get("username") ?? "";
    return { status: 200, body: users.filter((user) => Object.values(user)[0]?.startsWith(wanted)) };
  }
  const [, property, key] = /^\/comment\/(\d+)\/properties\/(.+)$/.exec(path) ?? [];
  const [, ofIssue, edited] = /^\/issue\/([^/]+)\/comment\/(\d+)$/.exec(path) ?? [];
  const id = property ?? edited;
  if (id === undefined) return undefined;
  const issue = work.issues.find(({ comments }) => comments.some((one) => String(one.id) === id));
  const comment = issue?.comments.find((one) => String(one.id) === id);
  if (!issue || !comment || (ofIssue !== undefined && ofIssue !== String(issue.id)))
    return refuse(404, {}, "Can not find a comment for the id.");
  if (key !== undefined)
    return comment.properties?.includes(key)
      ? { status: 200, body: { key, value: { by: "clew" } } }
      : refuse(404, {}, "The property was not found.");
  if (method !== "PUT") return undefined;
  const { body } = recordOf(sent);
  if (isRecord(body) !== (form === "cloud")) return refuse(400, { comment: "Comment body is not valid!" });
  if (form === "cloud") comment.document = body;
  else comment.body = textOf(body);
  touch(issue);
  return { status: 200, body: { id, body } };
}

const propertiesIn = (body: Record<string, unknown>): string[] =>
  Array.isArray(body["properties"]) ? body["properties"].map((one) => textOf(recordOf(one)["key"])) : [];

/** A list of what a new issue can have. */
function listed(name: string, rows: readonly unknown[], form: JiraForm): RestAnswer {
  const page = { startAt: 0, maxResults: 200, total: rows.length };
  return { status: 200, body: form === "cloud" ? { ...page, [name]: rows } : { ...page, isLast: true, values: rows } };
}

const editable = (work: Work): Record<string, unknown> => ({
  labels: { required: false, name: "Labels", operations: ["add", "set", "remove"] },
  fixVersions: { required: false, name: "Fix versions", operations: ["set", "add", "remove"], allowedValues: VERSIONS },
  ...(work.hasNoPriority !== true && {
    priority: { required: false, name: "Priority", operations: ["set"], allowedValues: PRIORITIES },
  }),
});

const TYPES = [
  { id: "10002", name: "Task", subtask: false },
  { id: "10004", name: "Release", subtask: false },
  { id: "10005", name: "Sub-task", subtask: true },
];
const REQUIRED = { required: true, hasDefaultValue: false };
/** Jira lists a field by its key and its id, which differ only for fields of apps. */
const fieldOf = (fieldId: string, name: string, more: object) => ({
  fieldId,
  key: fieldId,
  name,
  operations: ["set"],
  ...more,
});

/** Fields of the screen on which an issue of a type is made. */
const fieldsOf = (type: string): unknown[] => [
  fieldOf("summary", "Summary", REQUIRED),
  fieldOf("issuetype", "Issue Type", REQUIRED),
  fieldOf("reporter", "Reporter", REQUIRED),
  fieldOf("priority", "Priority", { required: true, hasDefaultValue: true }),
  ...(type === "10004" ? [fieldOf("customfield_10100", "Release note", REQUIRED)] : []),
];

function addIssue(work: Work, key: string, body: Record<string, unknown>, form: JiraForm): RestAnswer {
  const fields = recordOf(body["fields"]);
  if (idIn(fields, "project") !== String(work.projectId)) return refuse(400, { project: "valid project is required" });
  const type = TYPES.find(({ id }) => id === idIn(fields, "issuetype"));
  if (!type) return refuse(400, { issuetype: "Specify a valid issue type" });
  if (type.id === "10004") return refuse(400, { customfield_10100: "Release note is required." });
  const { summary, description, labels } = fields;
  if (textOf(summary) === "") return refuse(400, { summary: "You must specify a summary of the issue." });
  if (description !== undefined && isRecord(description) !== (form === "cloud"))
    return refuse(400, { description: "Operation value must be of the form of this version." });
  const number = Math.max(0, ...work.issues.map((issue) => issue.number)) + 1;
  const at = new Date().toISOString();
  const names = Array.isArray(labels) ? labels.map(String) : [];
  work.issues.push({
    id: 500 + number,
    number,
    title: textOf(summary),
    body: textOf(description),
    author: "ada",
    assignee: null,
    labels: names,
    isClosed: false,
    createdAt: at,
    updatedAt: at,
    comments: [],
    fields: { status: STATUSES.todo, ...(description !== undefined && { description }) },
  });
  const id = String(500 + number);
  return { status: 201, body: { id, key: `${key}-${number}`, self: `https://jira.example/rest/api/2/issue/${id}` } };
}

/** Jira's times have milliseconds. */
function touch(issue: WorkIssue): string {
  issue.updatedAt = new Date().toISOString();
  return issue.updatedAt;
}

const CHANGES: Readonly<
  Record<string, (issue: WorkIssue, body: Record<string, unknown>, form: JiraForm) => RestAnswer>
> = {
  "POST comment": (issue, given, form) => {
    const { body } = given;
    const properties = propertiesIn(given);
    if (form === "data_center" && typeof body === "string") {
      const id = Math.max(0, ...issue.comments.map((comment) => comment.id)) + 1;
      issue.comments.push({ id, author: "ada", body, properties, at: touch(issue) });
      return { status: 201, body: { id: String(id), body } };
    }
    if (form !== "cloud" || !isRecord(body) || body["type"] !== "doc" || body["version"] !== 1)
      return refuse(400, { comment: "Comment body is not valid!" });
    const id = Math.max(0, ...issue.comments.map((comment) => comment.id)) + 1;
    issue.comments.push({ id, author: "ada", body: "", document: body, properties, at: touch(issue) });
    return { status: 201, body: { id: String(id), body } };
  },
  "PUT ": (issue, { update, fields }) => {
    if (fields !== undefined) return refuse(400, {}, "Whole lists are not replaced by this test's writers.");
    for (const [name, operations] of Object.entries(recordOf(update))) {
      for (const operation of Array.isArray(operations) ? operations.map(recordOf) : []) {
        const refusal = apply(issue, name, operation);
        if (refusal) return refusal;
      }
    }
    touch(issue);
    return NOTHING;
  },
  "PUT assignee": (issue, { accountId, name }, form) => {
    const id = form === "cloud" ? accountId : name;
    const at = PEOPLE.findIndex((person, index) => (form === "cloud" ? `acc-${index}` : person) === id);
    if (id !== null && at < 0) return refuse(400, { assignee: `User '${textOf(id)}' does not exist.` });
    issue.assignee = PEOPLE[at] ?? null;
    touch(issue);
    return NOTHING;
  },
  "POST transitions": (issue, body) => {
    const transition = TRANSITIONS.find(({ id }) => id === idIn(body, "transition"));
    if (!transition) return refuse(400, {}, "Transition id is not valid for this issue.");
    const resolution = RESOLUTIONS.find(({ id }) => id === idIn(body["fields"], "resolution"));
    if ("resolution" in transition.fields && !resolution) return refuse(400, { resolution: "Resolution is required." });
    issue.isClosed = transition.to.statusCategory.key === "done";
    issue.fields = { ...issue.fields, status: transition.to, resolution: resolution ?? null };
    touch(issue);
    return NOTHING;
  },
};

function apply(issue: WorkIssue, name: string, operation: Record<string, unknown>): RestAnswer | undefined {
  if (name === "labels") {
    if (typeof operation["add"] === "string") issue.labels = [...new Set([...issue.labels, operation["add"]])];
    else issue.labels = issue.labels.filter((label) => label !== operation["remove"]);
    return undefined;
  }
  const now = issue.fields?.["fixVersions"];
  const versions: readonly unknown[] = Array.isArray(now) ? now : [];
  if (name === "fixVersions") {
    const added = VERSIONS.find(({ id }) => id === idIn(operation, "add"));
    if (operation["add"] !== undefined && !added) return refuse(400, { fixVersions: "Version id is not valid." });
    const kept = versions.filter((version) => recordOf(version)["id"] !== idIn(operation, "remove"));
    issue.fields = { ...issue.fields, fixVersions: added ? [...kept, added] : kept };
    return undefined;
  }
  const priority = PRIORITIES.find(({ id }) => id === idIn(operation, "set"));
  if (name !== "priority" || !priority) return refuse(400, { [name]: `Field '${name}' cannot be set.` });
  issue.fields = { ...issue.fields, priority };
  return undefined;
}

/** The inward issue has the link under its outward words. */
function linkIssues(work: Work, key: string, body: Record<string, unknown>): RestAnswer {
  const find = (name: string) => work.issues.find(({ number }) => `${key}-${number}` === recordOf(body[name])["key"]);
  const [from, to] = [find("inwardIssue"), find("outwardIssue")];
  if (!from || !to) return refuse(404, {}, "Issue does not exist or you do not have permission to see it.");
  const type = { id: "7", name: "Duplicate", inward: "is duplicated by", outward: "duplicates" };
  const add = (issue: WorkIssue, link: Record<string, unknown>): void => {
    const now = issue.fields?.["issuelinks"];
    issue.fields = { ...issue.fields, issuelinks: [...(Array.isArray(now) ? now : []), { id: "1", type, ...link }] };
    touch(issue);
  };
  add(from, { outwardIssue: { id: String(to.id), key: `${key}-${to.number}` } });
  add(to, { inwardIssue: { id: String(from.id), key: `${key}-${from.number}` } });
  return { status: 201, body: "" };
}
