/** The calls of GitLab's REST API that change issues: https://docs.gitlab.com/api/issues/ */
import { type RestAnswer, type RestRequest, isRecord } from "./restHost.ts";
import { PEOPLE, type Work, type WorkIssue } from "./work.ts";

const LABELS = ["bug", "search"];
const MILESTONES = [
  { id: 31, iid: 1, title: "v1", state: "active" },
  { id: 32, iid: 2, title: "v2", state: "active" },
];
const user = (login: string) => ({ id: PEOPLE.indexOf(login) + 1, username: login, name: login.toUpperCase() });
const refuse = (status: number, message: unknown): RestAnswer => ({ status, body: { message } });

/** Undefined for a call that is none of these. */
export function gitlabWrites(
  work: Work,
  rest: string,
  request: RestRequest,
  row: (issue: WorkIssue) => unknown,
): RestAnswer | undefined {
  const { method } = request;
  if (rest === "/labels") return { status: 200, body: LABELS.map((name, id) => ({ id, name })) };
  if (rest === "/members/all") return { status: 200, body: PEOPLE.map(user) };
  if (rest === "/milestones") return { status: 200, body: MILESTONES };
  const [, label] = /^\/labels\/(.+)$/.exec(rest) ?? [];
  if (label !== undefined) {
    const name = decodeURIComponent(label);
    return LABELS.includes(name) ? { status: 200, body: { id: 1, name } } : refuse(404, "404 Label Not Found");
  }
  if (rest === "/issues" && method === "POST") return addIssue(work, request, row);
  const [, memberId] = /^\/members\/all\/(\d+)$/.exec(rest) ?? [];
  if (memberId !== undefined) {
    const level = work.levels?.[PEOPLE[Number(memberId) - 1] ?? ""];
    return level === undefined
      ? refuse(404, "404 Not found")
      : { status: 200, body: { id: Number(memberId), state: "active", access_level: level } };
  }
  const [, ofIssue, noteId, award] = /^\/issues\/(\d+)\/notes\/(\d+)(\/award_emoji)?$/.exec(rest) ?? [];
  if (noteId !== undefined) {
    const note = work.issues
      .find(({ number }) => String(number) === ofIssue)
      ?.comments.find(({ id }) => String(id) === noteId);
    if (!note) return refuse(404, "404 Not found");
    const given = isRecord(request.body) ? request.body : {};
    if (award === undefined) {
      note.body = textOf(given["body"]);
      return { status: 200, body: { id: note.id, body: note.body, system: false } };
    }
    (note.reactions ??= []).push(textOf(given["name"]));
    return { status: 201, body: { id: 1, name: given["name"], awardable_id: note.id, awardable_type: "Note" } };
  }
  const [, iid, part = ""] = /^\/issues\/(\d+)(\/notes)?$/.exec(rest) ?? [];
  const issue = work.issues.find(({ number }) => String(number) === iid);
  if (!issue || method === "GET") return undefined;
  const body = isRecord(request.body) ? request.body : {};
  if (method === "POST" && part === "/notes") return addNote(issue, textOf(body["body"]));
  if (method !== "PUT" || part !== "") return undefined;
  return edit(issue, body) ?? { status: 200, body: row(issue) };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function touch(issue: WorkIssue): string {
  issue.updatedAt = new Date().toISOString();
  return issue.updatedAt;
}

function addIssue(work: Work, request: RestRequest, row: (issue: WorkIssue) => unknown): RestAnswer {
  const body = isRecord(request.body) ? request.body : {};
  if (textOf(body["title"]).trim() === "") return refuse(400, { title: ["can't be blank"] });
  const number = Math.max(0, ...work.issues.map((issue) => issue.number)) + 1;
  const at = new Date().toISOString();
  const issue: WorkIssue = {
    id: 500 + number,
    number,
    title: textOf(body["title"]),
    body: textOf(body["description"]),
    author: "ada",
    assignee: null,
    labels: textOf(body["labels"]).split(",").filter(Boolean),
    isClosed: false,
    createdAt: at,
    updatedAt: at,
    comments: [],
    fields: {},
  };
  work.issues.push(issue);
  return { status: 201, body: row(issue) };
}

function addNote(issue: WorkIssue, text: string): RestAnswer {
  if (text.trim() === "") return refuse(400, { note: ["can't be blank"] });
  const id = Math.max(700, ...issue.comments.map((comment) => comment.id)) + 1;
  const at = touch(issue);
  const [, duplicate] = /^\/duplicate (#\d+)$/.exec(text) ?? [];
  if (duplicate !== undefined) {
    const body = `marked this issue as a duplicate of ${duplicate}`;
    issue.comments.push({ id, author: "ada", body, at, isSystem: true });
    issue.isClosed = true;
    return { status: 202, body: { commands_changes: { state_event: "close" }, summary: ["Closed this issue."] } };
  }
  issue.comments.push({ id, author: "ada", body: text, at });
  return { status: 201, body: { id, body: text, author: user("ada"), system: false, created_at: at, updated_at: at } };
}

function edit(issue: WorkIssue, body: Record<string, unknown>): RestAnswer | undefined {
  const texts = (name: string): string[] => textOf(body[name]).split(",").filter(Boolean);
  // These replace whole lists: what another person has added meanwhile would be gone.
  if ("labels" in body) return refuse(400, "labels are added and removed by this test's writers");
  if (body["state_event"] === "close" && issue.isClosed) return refuse(400, "the issue is closed already");
  issue.labels = [...new Set([...issue.labels, ...texts("add_labels")])].filter(
    (label) => !texts("remove_labels").includes(label),
  );
  if (body["state_event"] !== undefined) issue.isClosed = body["state_event"] === "close";
  if (Array.isArray(body["assignee_ids"])) {
    const people = body["assignee_ids"].flatMap((id) => PEOPLE[Number(id) - 1] ?? []);
    issue.fields = { ...issue.fields, assignees: people.map(user) };
  }
  if (typeof body["milestone_id"] === "number") {
    const milestone = MILESTONES.find(({ id }) => id === body["milestone_id"]);
    issue.fields = { ...issue.fields, milestone: milestone ?? null };
  }
  touch(issue);
  return undefined;
}
