/** Calls of GitHub's REST API about one comment, and about what an account may do: https://docs.github.com/rest/issues/comments */
import { commentAnswer, userAnswer } from "./hostAnswers.ts";
import type { HostData } from "./hostData.ts";
import { errorAnswers } from "./errorAnswers.ts";
import type { Answer } from "./hostCalls.ts";
import type { IssueWriteCall } from "./issueWriteCalls.ts";

const CONTENTS: readonly unknown[] = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"];
const NOT_FOUND: Answer = { status: 404, body: errorAnswers.notFound("issues/comments#update-an-issue-comment") };

/** Edits a comment, or reacts to it; undefined for another call. @param rest the path after the repository's name */
export function commentCall(
  data: HostData,
  rest: string,
  { method, body, caller, places }: IssueWriteCall,
): Answer | undefined {
  const [, id, part] = /^issues\/comments\/(\d+)(\/reactions)?$/.exec(rest) ?? [];
  if (id === undefined) return undefined;
  const issue = data.issues.find(({ comments }) => comments.some((candidate) => String(candidate.id) === id));
  const comment = issue?.comments.find((candidate) => String(candidate.id) === id);
  if (!issue || !comment) return NOT_FOUND;
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  if (part !== undefined && method === "POST") {
    const { content } = fields;
    if (typeof content !== "string" || !CONTENTS.includes(content))
      return { status: 422, body: errorAnswers.invalidField("Reaction", "content", "invalid") };
    (comment.reactions ??= []).push(`${caller.login} ${content}`);
    return {
      status: 201,
      body: {
        id: comment.reactions.length,
        node_id: "MDg6UmVhY3Rpb24x",
        user: userAnswer(data, caller.login, places),
        content,
        created_at: comment.updatedAt,
      },
    };
  }
  if (part !== undefined || method !== "PATCH") return NOT_FOUND;
  if (comment.author !== caller.login && caller.role !== "write")
    return { status: 403, body: errorAnswers.refused("Must have admin rights to Repository.", 403) };
  if (typeof fields["body"] !== "string" || fields["body"].trim() === "")
    return { status: 422, body: errorAnswers.invalidField("IssueComment", "body", "missing_field") };
  comment.body = fields["body"];
  comment.updatedAt = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString().replace(".000Z", "Z");
  issue.updatedAt = comment.updatedAt;
  return { status: 200, body: commentAnswer(data, issue, comment, places) };
}

/** What an account may do in the repository, which any account that reads it may ask; undefined for another call. */
export function permissionCall(data: HostData, rest: string): Answer | undefined {
  const [, login] = /^collaborators\/([^/]+)\/permission$/.exec(rest) ?? [];
  if (login === undefined) return undefined;
  const user = data.users.find((candidate) => candidate.login === decodeURIComponent(login));
  if (!user)
    return {
      status: 404,
      body: errorAnswers.notFound("collaborators/collaborators#get-repository-permissions-for-a-user"),
    };
  const role = data.roles?.[user.login] ?? (data.repository.isPrivate ? "none" : "read");
  const permission = role === "maintain" ? "write" : role === "triage" ? "read" : role;
  return { status: 200, body: { permission, role_name: role, user: null } };
}
