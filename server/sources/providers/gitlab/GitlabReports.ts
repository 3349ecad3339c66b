/** Reports on merge requests: a status of the commit (https://docs.gitlab.com/api/commits/) and one note (https://docs.gitlab.com/api/notes/). */
import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type {
  ReportLease,
  ReportNote,
  ReportOutcome,
  RequestReport,
  RequestReporter,
} from "../../connector/checkTypes.ts";
import { hasReplyMark, replyMark, withReplyMark } from "../../connector/replyTypes.ts";
import { wholeLines } from "../../connector/wholeLines.ts";
import type { WriterAccount } from "../../connector/writerTypes.ts";
import { HostNumber } from "../../rest/hostFields.ts";
import { orMissing } from "../../rest/absent.ts";
import { SourceError } from "../../SourceError.ts";
import { GitlabWriteCalls, MAX_LISTED, AssignableUser } from "./GitlabWriteCalls.ts";
import type { GitlabOptions } from "./gitlabProject.ts";
import { NoteRow } from "./gitlabRows.ts";

const MergeRequest = z.object({
  id: z.number().transform(String),
  iid: HostNumber,
  state: z.string(),
  sha: z.string().nullish(),
  source_branch: z.string(),
  /** Null after the fork was deleted. */
  source_project_id: z.number().nullish(),
});
type MergeRequest = z.infer<typeof MergeRequest>;
const Status = z.object({
  id: z.number(),
  name: z.string().nullish(),
  status: z.string(),
  description: z.string().nullish(),
  target_url: z.string().nullish(),
  author: AssignableUser.partial().nullish(),
});
const Made = z.object({ id: z.number().transform(String) });

const NAME = "clew";
/** Characters of the texts of a status that GitLab takes. */
const MAX_STATUS_TEXT = 255;
/** Characters of a note, of which GitLab takes a million. */
const MAX_NOTE = 60_000;
const ID = /^\d{1,19}$/;

/** Reports on the merge requests of a project at gitlab.com or at a server of a company. */
export class GitlabReports implements RequestReporter {
  readonly #calls: GitlabWriteCalls;
  /** In the marks of notes. */
  readonly #place: { readonly provider: string; readonly url: string };

  constructor(options: GitlabOptions) {
    this.#calls = new GitlabWriteCalls(options);
    this.#place = { provider: "gitlab", url: options.url.page.href };
  }

  async account(signal: AbortSignal): Promise<WriterAccount> {
    const { id, username } = await this.#calls.whoIs(signal);
    return { id: String(id), name: username };
  }

  async report(report: RequestReport, lease: ReportLease, signal: AbortSignal): Promise<ReportOutcome> {
    const { client, path, project } = await this.#calls.project(signal);
    const { data } = await client.get(`${path}/merge_requests/${report.number}`, "item", signal);
    const request = client.read(MergeRequest, data);
    if (request.state !== "opened" || request.sha !== report.head || request.id !== report.externalId)
      return "outdated";
    // The statuses of a fork's commit belong to its own project, in which the account has nothing to write. The note is of this project.
    if (request.source_project_id === project.id && !(await this.#setStatus(request, report, lease, signal)))
      return "outdated";
    return (await this.#placeNote(request, report, lease, signal)) ? "reported" : "outdated";
  }

  /** GitLab adds a status for each call, so that the one that is there is compared first. @returns false where the lease is lost */
  async #setStatus(
    { source_branch: ref }: MergeRequest,
    { head, title, pageUrl, asksForAction }: RequestReport,
    lease: ReportLease,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { path } = await this.#calls.project(signal);
    const { id: account } = await this.#calls.whoIs(signal);
    const state = asksForAction ? "failed" : "success";
    const description = Array.from(title).slice(0, MAX_STATUS_TEXT).join("");
    const url = pageUrl.length > MAX_STATUS_TEXT ? null : pageUrl;
    const listed = await this.#calls.list(`${path}/repository/commits/${head}/statuses`, Status, signal, {
      name: NAME,
    });
    const newest = listed
      .filter(({ name, author }) => name === NAME && author?.id === account)
      .toSorted((a, b) => b.id - a.id)[0];
    const isSame =
      newest?.status === state && newest.description === description && (newest.target_url ?? null) === url;
    if (isSame) return true;
    if (!(await lease.holds())) return false;
    const body = { state, name: NAME, ref, description, ...(url !== null && { target_url: url }) };
    await this.#calls.change("POST", `/statuses/${head}`, body, signal);
    return true;
  }

  /**
   * Posts the note, or edits the one that is there: the one whose id was stored. Only where none was stored, which is so after a lost answer, it
   * is recognised by its author and its mark.
   * @returns false where the lease is lost
   */
  async #placeNote(
    { iid }: MergeRequest,
    report: RequestReport,
    lease: ReportLease,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { note } = lease;
    if (note.isRemoved) return true;
    const account = String((await this.#calls.whoIs(signal)).id);
    const author = note.by ?? account;
    const mark = replyMark(this.#place, `request:${report.externalId}`, note.number);
    const body = { body: textOf(report, mark) };
    const noteId = note.id ?? (await this.#find(iid, { author, mark }, signal));
    if (noteId === null) {
      // Nothing to say is no reason to notify people.
      if (!report.hasFindings) return true;
      return this.#post(iid, body, { ...note, by: account }, lease, signal);
    }
    // What another account has posted stays as it is, and is followed by no second one.
    if (author !== account || !ID.test(noteId)) return true;
    if (!(await lease.holds())) return false;
    const edited = await orMissing(this.#calls.change("PUT", `/merge_requests/${iid}/notes/${noteId}`, body, signal));
    const stored = { ...note, id: noteId, by: account };
    return lease.keepNote(edited === null ? { id: null, by: null, number: note.number + 1, isRemoved: true } : stored);
  }

  async #post(
    iid: number,
    body: Readonly<Record<string, unknown>>,
    note: ReportNote,
    lease: ReportLease,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { client } = await this.#calls.project(signal);
    // Stored first: the answer may be lost.
    if (!(await lease.keepNote(note)) || !(await lease.holds())) return false;
    const made = client.read(Made, await this.#calls.change("POST", `/merge_requests/${iid}/notes`, body, signal));
    return lease.keepNote({ ...note, id: made.id });
  }

  /** The oldest note with this origin, which is the original of all copies; null for none. */
  async #find(
    iid: number,
    { author, mark }: { readonly author: string; readonly mark: string },
    signal: AbortSignal,
  ): Promise<string | null> {
    const { path } = await this.#calls.project(signal);
    const oldest = { sort: "asc", order_by: "created_at" };
    const notes = await this.#calls.list(`${path}/merge_requests/${iid}/notes`, NoteRow, signal, oldest);
    const note = notes.find(({ author: by, body }) => String(by?.id) === author && hasReplyMark(body ?? "", mark));
    if (!note && notes.length >= MAX_LISTED) throw new SourceError("not_taken", message("checks.too_many_notes"));
    return note ? String(note.id) : null;
  }
}

function textOf({ title, summary, footer }: RequestReport, mark: string): string {
  return withReplyMark(`**${title}**\n\n${wholeLines(summary, MAX_NOTE)}\n\n${footer}`, mark);
}
