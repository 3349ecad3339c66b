import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import {
  type CommentAccount,
  hasReplyMark,
  type MarkedText,
  type ReplyOrigin,
  type ReplyWriter,
  withReplyMark,
} from "../../connector/replyTypes.ts";
import { pathPart } from "../../connector/writeFaults.ts";
import type { NamedIssue } from "../../connector/writerTypes.ts";
import { orMissing } from "../../rest/absent.ts";
import { SourceError } from "../../SourceError.ts";
import { readAnswer } from "./githubApi.ts";
import { type GithubWriteCalls, Identified, MAX_LISTED, type WritableIssue } from "./GithubWriteCalls.ts";

const EVER = "1970-01-01T00:00:00Z";
/** `maintain` is `write` here, and `triage` is `read`. https://docs.github.com/rest/collaborators/collaborators */
const Permission = z.object({ permission: z.string() });
const WRITING: ReadonlySet<string> = new Set(["admin", "write"]);
const COMMENT_ID = /^\d{1,19}$/;

/** Replies on the issues of a repository on GitHub. */
export class GithubReplies implements ReplyWriter {
  readonly #calls: GithubWriteCalls;

  constructor(calls: GithubWriteCalls) {
    this.#calls = calls;
  }

  async find(named: NamedIssue, { author, mark }: ReplyOrigin, signal: AbortSignal): Promise<string | null> {
    const issue = await this.#calls.read(named, signal);
    const comments = await this.#calls.commentsSince(issue, EVER, signal);
    const isOurs = (login: string | undefined) => login?.toLowerCase() === author.toLowerCase();
    const comment = comments.find(({ user, body }) => isOurs(user?.login) && hasReplyMark(body ?? "", mark));
    if (!comment && comments.length >= MAX_LISTED)
      throw new SourceError("not_taken", message("reply.too_many_comments"));
    return comment?.id ?? null;
  }

  async post(named: NamedIssue, { markdown, mark }: MarkedText, signal: AbortSignal): Promise<string> {
    const issue = await this.#calls.read(named, signal);
    const body = { body: withReplyMark(markdown, mark) };
    const made = this.#calls.change("POST", issue, "/comments", body, signal);
    return readAnswer(Identified, await this.#unlessLocked(issue, made), this.#calls.host).id;
  }

  async edit(named: NamedIssue, id: string, { markdown, mark }: MarkedText, signal: AbortSignal): Promise<boolean> {
    const issue = await this.#calls.read(named, signal);
    if (!COMMENT_ID.test(id)) return false;
    const path = await this.#calls.api.path(signal);
    const body = { body: withReplyMark(markdown, mark) };
    const edited = this.#calls.send(`PATCH ${path}/issues/comments/${id}`, body, signal);
    return (await orMissing(this.#unlessLocked(issue, edited))) !== null;
  }

  async mayWrite(_: NamedIssue, { login }: CommentAccount, signal: AbortSignal): Promise<boolean> {
    const path = await this.#calls.api.path(signal);
    const route = `GET ${path}/collaborators/${pathPart(this.#calls.host, login)}/permission`;
    const answer = await orMissing(this.#calls.api.request(route, "account", {}, signal));
    return answer !== null && WRITING.has(readAnswer(Permission, answer.data, this.#calls.host).permission);
  }

  async acknowledge(_: NamedIssue, id: string, isUnderstood: boolean, signal: AbortSignal): Promise<void> {
    if (!COMMENT_ID.test(id)) return;
    const path = await this.#calls.api.path(signal);
    const content = isUnderstood ? "+1" : "confused";
    await this.#calls.send(`POST ${path}/issues/comments/${id}/reactions`, { content }, signal);
  }

  async #unlessLocked<T>({ locked }: WritableIssue, sending: Promise<T>): Promise<T> {
    try {
      return await sending;
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== "forbidden" || locked !== true) throw error;
      throw new SourceError("not_taken", message("write.locked", { host: this.#calls.host }), { cause: error });
    }
  }
}
