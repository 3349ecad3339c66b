/** Calls of GitHub's REST API that change issues, and the lists of values for them: https://docs.github.com/rest/issues */
import { commentAnswer, issueAnswer, type JsonValue, labelAnswer, repositoryPath, userAnswer } from "./hostAnswers.ts";
import type { HostData, HostIssue } from "./hostData.ts";
import { errorAnswers } from "./errorAnswers.ts";
import { milestoneAnswer, milestonesOf } from "./workflowAnswers.ts";
import { type Answer, type Call, pagedAnswer, TOPICS } from "./hostCalls.ts";

/** What an account may do in the repository. */
export type HostRole = "read" | "triage" | "write";

/** A signed-in account that calls. */
export interface HostCaller {
  readonly login: string;
  readonly role: HostRole;
}

/** A call with its body, by an account. */
export interface IssueWriteCall extends Call {
  readonly method: string;
  readonly body: unknown;
  readonly caller: HostCaller;
}

const MAX_COMMENT_LENGTH = 65_536;

/** Lists of values that an issue can be given; undefined for another call. */
export function valueCall(data: HostData, rest: string, call: Call): Answer | undefined {
  const base = `${call.places.api}${repositoryPath(data.repository)}`;
  const web = `${call.places.web}/${data.repository.owner}/${data.repository.name}`;
  if (rest === "labels") return pagedAnswer(data.labels, call, rest, ({ name }) => labelAnswer(data, name, base));
  if (rest === "assignees")
    return pagedAnswer(
      data.users.filter(({ isBot }) => !isBot),
      call,
      rest,
      ({ login }) => userAnswer(data, login, call.places),
    );
  if (rest === "milestones")
    return pagedAnswer(milestonesOf(data), call, rest, (title) => milestoneAnswer(data, title, base, web));
  const [, name] = /^labels\/([^/]+)$/.exec(rest) ?? [];
  if (name === undefined) return undefined;
  const label = data.labels.find((candidate) => isSame(candidate.name, decodeURIComponent(name)));
  return label
    ? { status: 200, body: labelAnswer(data, label.name, base) }
    : { status: 404, body: errorAnswers.notFound("issues/labels#get-a-label") };
}

/** Changes an issue. @param rest the path after the repository's name */
export function writeCall(data: HostData, rest: string, call: IssueWriteCall): Answer {
  if (data.repository.isArchived)
    return { status: 403, body: errorAnswers.refused("Repository was archived so is read-only.", 403) };
  if (call.method === "POST" && rest === "issues") return addIssue(data, call);
  const [, number, part = ""] = /^issues\/(\d+)(?:\/(.+))?$/.exec(rest) ?? [];
  const issue = data.issues.find((candidate) => candidate.number === Number(number));
  if (!issue) return { status: 404, body: errorAnswers.notFound(TOPICS.issue) };
  const body = isRecord(call.body) ? call.body : {};
  const [kind = "", name = ""] = part.split("/");
  const write = WRITES[`${call.method} ${kind}`];
  return write?.(data, issue, { ...call, body, name }) ?? { status: 404, body: errorAnswers.notFound(TOPICS.issue) };
}

interface IssueCall extends IssueWriteCall {
  readonly body: Readonly<Record<string, unknown>>;
  /** The last part of the path. */
  readonly name: string;
}

type Write = (data: HostData, issue: HostIssue, call: IssueCall) => Answer;

const WRITES: Readonly<Record<string, Write>> = {
  "POST comments": addComment,
  "PATCH ": editIssue,
  "POST labels": addLabels,
  "DELETE labels": removeLabel,
  "POST assignees": (data, issue, call) => changeAssignees(data, issue, call, true),
  "DELETE assignees": (data, issue, call) => changeAssignees(data, issue, call, false),
};

const mayTriage = ({ caller }: IssueWriteCall): boolean => caller.role !== "read";

/** Anyone who reads may report; the labels of an account without permission are left out without a word. */
function addIssue(data: HostData, call: IssueWriteCall): Answer {
  const { title, body, labels } = isRecord(call.body) ? call.body : {};
  if (typeof title !== "string" || title.trim() === "")
    return { status: 422, body: errorAnswers.invalidField("Issue", "title", "missing_field") };
  const number = Math.max(0, ...data.issues.map((issue) => issue.number)) + 1;
  const issue: HostIssue = {
    number,
    title,
    body: typeof body === "string" ? body : "",
    author: call.caller.login,
    assignees: [],
    labels: mayTriage(call) ? textsOf(labels) : [],
    state: "open",
    createdAt: "",
    updatedAt: "",
    closedAt: null,
    comments: [],
  };
  issue.createdAt = touch(issue);
  data.issues.push(issue);
  return { status: 201, body: issueAnswer(data, issue, call.places) };
}

function addComment(data: HostData, issue: HostIssue, { body, caller, places }: IssueCall): Answer {
  const { body: text } = body;
  if (typeof text !== "string" || text.trim() === "")
    return { status: 422, body: errorAnswers.invalidField("IssueComment", "body", "missing_field") };
  if (text.length > MAX_COMMENT_LENGTH)
    return { status: 422, body: errorAnswers.refused("Body is too long (maximum is 65536 characters)", 422) };
  if (issue.isLocked && caller.role !== "write")
    return { status: 403, body: errorAnswers.refused("Unable to create comment because issue is locked.", 403) };
  const now = touch(issue);
  const ids = data.issues.flatMap(({ comments }) => comments.map(({ id }) => id));
  const comment = { id: Math.max(0, ...ids) + 1, author: caller.login, body: text, createdAt: now, updatedAt: now };
  issue.comments.push(comment);
  return { status: 201, body: commentAnswer(data, issue, comment, places) };
}

function editIssue(data: HostData, issue: HostIssue, call: IssueCall): Answer {
  const { body, caller, places } = call;
  if (!mayTriage(call) && issue.author !== caller.login)
    return { status: 403, body: errorAnswers.refused("Must have admin rights to Repository.", 403) };
  const { state, state_reason: reason, milestone } = body;
  if (state !== undefined && state !== "open" && state !== "closed")
    return { status: 422, body: errorAnswers.invalid("state", JSON.stringify(state)) };
  if (typeof milestone === "number" && milestonesOf(data)[milestone - 1] === undefined)
    return { status: 422, body: errorAnswers.invalidField("Issue", "milestone", "invalid") };
  // What an account without permission sets of these is left out without a word.
  if (milestone !== undefined && mayTriage(call)) {
    if (milestone === null) delete issue.milestone;
    else issue.milestone = milestonesOf(data)[Number(milestone) - 1] ?? "";
  }
  const now = touch(issue);
  if (state !== undefined && state !== issue.state) {
    issue.state = state;
    issue.stateReason = isReason(reason) ? reason : state === "closed" ? "completed" : "reopened";
    issue.closedAt = state === "closed" ? now : null;
    issue.closedBy = state === "closed" ? caller.login : null;
  }
  return { status: 200, body: issueAnswer(data, issue, places) };
}

function addLabels(data: HostData, issue: HostIssue, call: IssueCall): Answer {
  const base = `${call.places.api}${repositoryPath(data.repository)}`;
  if (!mayTriage(call)) return { status: 404, body: errorAnswers.notFound("issues/labels#add-labels-to-an-issue") };
  for (const name of textsOf(call.body["labels"])) {
    const label = data.labels.find((candidate) => isSame(candidate.name, name));
    if (!label) data.labels.push({ name, color: "ededed", description: null });
    if (!issue.labels.some((labelName) => isSame(labelName, name))) issue.labels.push(label?.name ?? name);
  }
  touch(issue);
  return { status: 200, body: issue.labels.map((name) => labelAnswer(data, name, base)) };
}

function removeLabel(data: HostData, issue: HostIssue, call: IssueCall): Answer {
  const base = `${call.places.api}${repositoryPath(data.repository)}`;
  const name = decodeURIComponent(call.name);
  const at = issue.labels.findIndex((labelName) => isSame(labelName, name));
  if (!mayTriage(call) || at < 0)
    return { status: 404, body: errorAnswers.refused(at < 0 ? "Label does not exist" : "Not Found", 404) };
  issue.labels.splice(at, 1);
  touch(issue);
  return { status: 200, body: issue.labels.map((labelName) => labelAnswer(data, labelName, base)) };
}

function changeAssignees(data: HostData, issue: HostIssue, call: IssueCall, isAdded: boolean): Answer {
  const logins = textsOf(call.body["assignees"]);
  if (mayTriage(call)) {
    const users = logins.flatMap((login) => data.users.find((user) => isSame(user.login, login))?.login ?? []);
    const unnamed = issue.assignees.filter((login) => !users.includes(login));
    issue.assignees = isAdded ? [...unnamed, ...users] : unnamed;
    touch(issue);
  }
  return { status: isAdded ? 201 : 200, body: issueAnswer(data, issue, call.places) };
}

/** The host's times have whole seconds. */
function touch(issue: HostIssue): string {
  const now = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString().replace(".000Z", "Z");
  issue.updatedAt = now;
  return now;
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const isReason = (value: unknown): value is NonNullable<HostIssue["stateReason"]> =>
  ["completed", "reopened", "not_planned", "duplicate"].includes(String(value));
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The permissions of an account as a repository shows them. */
export const permissionsAnswer = (role: HostRole): JsonValue => ({
  admin: false,
  maintain: false,
  push: role === "write",
  triage: role !== "read",
  pull: true,
});
