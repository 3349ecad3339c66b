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
import type { NamedIssue } from "../../connector/writerTypes.ts";
import { orMissing } from "../../rest/absent.ts";
import { SourceError } from "../../SourceError.ts";
import { type GitlabWriteCalls, MAX_LISTED } from "./GitlabWriteCalls.ts";
import { NoteRow } from "./gitlabRows.ts";

/** The access of a developer, who may push. */
const WRITING_LEVEL = 30;
const Member = z.object({ access_level: z.number(), state: z.string().nullish() });
const ID = /^\d{1,19}$/;

/** Replies on the issues of a project on GitLab. */
export class GitlabReplies implements ReplyWriter {
  readonly #calls: GitlabWriteCalls;

  constructor(calls: GitlabWriteCalls) {
    this.#calls = calls;
  }

  async find(named: NamedIssue, { author, mark }: ReplyOrigin, signal: AbortSignal): Promise<string | null> {
    const { iid } = await this.#calls.read(named, signal);
    const { path } = await this.#calls.project(signal);
    const oldest = { sort: "asc", order_by: "created_at" };
    const notes = await this.#calls.list(`${path}/issues/${iid}/notes`, NoteRow, signal, oldest);
    const note = notes.find(({ author: by, body }) => String(by?.id) === author && hasReplyMark(body ?? "", mark));
    if (!note && notes.length >= MAX_LISTED) throw new SourceError("not_taken", message("reply.too_many_comments"));
    return note ? String(note.id) : null;
  }

  async post(named: NamedIssue, { markdown, mark }: MarkedText, signal: AbortSignal): Promise<string> {
    const issue = await this.#calls.read(named, signal);
    const id = await this.#calls.note(issue, withReplyMark(markdown, mark), signal);
    if (id === null) throw new SourceError("bad_answer", message("reply.no_answer"));
    return id;
  }

  async edit(named: NamedIssue, id: string, { markdown, mark }: MarkedText, signal: AbortSignal): Promise<boolean> {
    const { iid } = await this.#calls.read(named, signal);
    if (!ID.test(id)) return false;
    const body = { body: withReplyMark(markdown, mark) };
    return (await orMissing(this.#calls.change("PUT", `/issues/${iid}/notes/${id}`, body, signal))) !== null;
  }

  async mayWrite(_: NamedIssue, { externalId }: CommentAccount, signal: AbortSignal): Promise<boolean> {
    if (!ID.test(externalId)) return false;
    const { client, path } = await this.#calls.project(signal);
    const answer = await orMissing(client.get(`${path}/members/all/${externalId}`, "account", signal));
    if (!answer) return false;
    const { access_level: level, state } = client.read(Member, answer.data);
    return level >= WRITING_LEVEL && (state ?? "active") === "active";
  }

  async acknowledge(named: NamedIssue, id: string, isUnderstood: boolean, signal: AbortSignal): Promise<void> {
    if (!ID.test(id)) return;
    const { iid } = await this.#calls.read(named, signal);
    const name = isUnderstood ? "thumbsup" : "confused";
    // GitLab answers with 404 where the account has given it before.
    await orMissing(this.#calls.change("POST", `/issues/${iid}/notes/${id}/award_emoji`, { name }, signal));
  }
}
