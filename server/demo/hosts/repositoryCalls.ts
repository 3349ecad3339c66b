import { commentAnswer, issueAnswer, repositoryAnswer } from "./hostAnswers.ts";
import type { HostComment, HostData, HostIssue } from "./hostData.ts";
import { blockersOf } from "./workflowAnswers.ts";
import { errorAnswers } from "./errorAnswers.ts";
import { type Answer, type Call, pagedAnswer, TOPICS } from "./hostCalls.ts";
import { permissionCall } from "./commentCalls.ts";
import { valueCall } from "./issueWriteCalls.ts";
import { releaseAnswer } from "./releaseAnswer.ts";
import {
  eventAnswer,
  fileAnswer,
  isPull,
  lineCommentAnswer,
  pullAnswer,
  reviewAnswer,
  timelineAnswer,
  wholePullAnswer,
} from "./pullAnswers.ts";

/** A call about the repository: `rest` is the path after its name. */
export function repositoryCall(data: HostData, rest: string, call: Call): Answer {
  const { query, places } = call;
  if (rest === "") return { status: 200, body: repositoryAnswer(data, places) };
  if (/^pulls(?:$|\/)/.test(rest)) return pullCall(data, rest, call);
  const values = valueCall(data, rest, call) ?? permissionCall(data, rest);
  if (values) return values;
  if (rest === "releases") {
    const newestFirst = (data.releases ?? []).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
    return pagedAnswer(newestFirst, call, rest, (release) => releaseAnswer(data, release, places));
  }
  if (!/^issues(?:$|\/)/.test(rest)) return { status: 404, body: errorAnswers.notFound(TOPICS.repository) };
  if (data.repository.hasIssues === false) return { status: 410, body: errorAnswers.issuesOff() };
  if (rest === "issues") return listIssues(data, call);
  if (rest === "issues/events" && data.events) {
    const newestFirst = data.events.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
    return pagedAnswer(newestFirst, call, rest, (event) => eventAnswer(data, event, places));
  }
  if (rest === "issues/comments") {
    const all = data.issues.flatMap((issue) => issue.comments.map((comment) => ({ issue, comment })));
    const sorted = query.has("sort")
      ? sortBy(
          all,
          ({ comment }) => (query.get("sort") === "updated" ? comment.updatedAt : comment.createdAt),
          query.get("direction") ?? "desc",
        )
      : sortBy(all, ({ comment }) => comment.id, "asc");
    return pagedAnswer(
      since(sorted, query, ({ comment }) => comment),
      call,
      rest,
      ({ issue, comment }) => commentAnswer(data, issue, comment, places),
    );
  }
  const [, timelineOf] = /^issues\/(\d+)\/timeline$/.exec(rest) ?? [];
  const pull = data.issues.filter(isPull).find((candidate) => candidate.number === Number(timelineOf));
  if (pull) return pagedAnswer(timelineAnswer(data, pull, places), call, rest, (entry) => entry);
  const [, number, part] = /^issues\/(\d+)(\/comments|\/dependencies\/blocked_by)?$/.exec(rest) ?? [];
  const issue = data.issues.find((candidate) => candidate.number === Number(number));
  if (!issue) return { status: 404, body: errorAnswers.notFound(TOPICS.issue) };
  if (part === "/dependencies/blocked_by")
    return pagedAnswer(blockersOf(data, issue), call, rest, (blocker) => issueAnswer(data, blocker, places));
  if (!part) return { status: 200, body: issueAnswer(data, issue, places) };
  const comments = since(
    sortBy(issue.comments, ({ id }) => id, "asc"),
    query,
    (comment) => comment,
  );
  return pagedAnswer(comments, call, rest, (comment: HostComment) => commentAnswer(data, issue, comment, places));
}

function listIssues(data: HostData, call: Call): Answer {
  const { query, places } = call;
  const state = query.get("state") ?? "open";
  const sort = query.get("sort") ?? "created";
  const direction = query.get("direction") ?? "desc";
  if (!["open", "closed", "all"].includes(state)) return { status: 422, body: errorAnswers.invalid("state", state) };
  if (!["created", "updated", "comments"].includes(sort))
    return { status: 422, body: errorAnswers.invalid("sort", sort) };
  const labels = query.get("labels")?.split(",").filter(Boolean) ?? [];
  const assignee = query.get("assignee");
  const creator = query.get("creator");
  const issues = data.issues.filter(
    (issue) =>
      (state === "all" || issue.state === state) &&
      labels.every((label) => issue.labels.includes(label)) &&
      (!creator || issue.author === creator) &&
      (!assignee || assignee === "*"
        ? !assignee || issue.assignees.length > 0
        : assignee === "none"
          ? issue.assignees.length === 0
          : issue.assignees.includes(assignee)),
  );
  const by = (issue: HostIssue) =>
    sort === "comments" ? issue.comments.length : sort === "updated" ? issue.updatedAt : issue.createdAt;
  const sorted = sortBy(issues, by, direction);
  return pagedAnswer(
    since(sorted, query, (issue) => issue),
    call,
    "issues",
    (issue) => issueAnswer(data, issue, places),
  );
}

/** `pulls`, and what belongs to one of them. */
function pullCall(data: HostData, rest: string, call: Call): Answer {
  const { query, places } = call;
  const pulls = data.issues.filter(isPull);
  if (rest === "pulls") {
    const state = query.get("state") ?? "open";
    if (!["open", "closed", "all"].includes(state)) return { status: 422, body: errorAnswers.invalid("state", state) };
    const isByUpdate = query.get("sort") === "updated";
    const sorted = sortBy(
      pulls.filter((pull) => state === "all" || pull.state === state),
      (pull) => (isByUpdate ? pull.updatedAt : pull.createdAt),
      query.get("direction") ?? (query.has("sort") && query.get("sort") !== "created" ? "asc" : "desc"),
    );
    return pagedAnswer(sorted, call, rest, (pull) => pullAnswer(data, pull, places));
  }
  const [, number, part] = /^pulls\/(\d+)(?:\/(reviews|files|comments))?$/.exec(rest) ?? [];
  const pull = pulls.find((candidate) => candidate.number === Number(number));
  if (!pull) return { status: 404, body: errorAnswers.notFound(TOPICS.pull) };
  if (part === undefined) return { status: 200, body: wholePullAnswer(data, pull, places) };
  if (part === "comments")
    return pagedAnswer(pull.pull.lineComments ?? [], call, rest, (comment) =>
      lineCommentAnswer(data, pull, comment, places),
    );
  return part === "reviews"
    ? pagedAnswer(pull.pull.reviews, call, rest, (review) => reviewAnswer(data, pull, review, places))
    : pagedAnswer(pull.pull.files, call, rest, (file) => fileAnswer(data, pull, file, places));
}

/** A new, sorted list; equal ones keep their order. */
function sortBy<T>(list: readonly T[], by: (item: T) => string | number, direction: string): T[] {
  const sign = direction === "asc" ? 1 : -1;
  return list.toSorted((a, b) => (by(a) < by(b) ? -sign : by(a) > by(b) ? sign : 0));
}

/** What was updated at or after `since`. */
function since<T>(
  list: readonly T[],
  query: URLSearchParams,
  of: (item: T) => { readonly updatedAt: string },
): readonly T[] {
  const from = Date.parse(query.get("since") ?? "");
  return Number.isNaN(from) ? list : list.filter((item) => Date.parse(of(item).updatedAt) >= from);
}
