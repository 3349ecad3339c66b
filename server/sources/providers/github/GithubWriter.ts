import { z } from "zod";
import type { IssueChange, NewIssue } from "../../../../contract/issues/issueWrites.ts";
import {
  changedMeanwhile,
  noField,
  notOffered,
  notTaken,
  pathPart,
  requireNumber,
} from "../../connector/writeFaults.ts";
import { listDifference } from "../../connector/listDifference.ts";
import { type ChangeOf, foundIfNothingLeft, issueNumberIn, plainText } from "../../connector/writerForms.ts";
import {
  SENT_BY,
  type CreationOffer,
  type NamedIssue,
  type PreparedWrite,
  type TrackerWriter,
  type WriteTrace,
  type WriterAccount,
  type WriterOffers,
} from "../../connector/writerTypes.ts";
import { orMissing } from "../../rest/absent.ts";
import { type GithubOptions, readAnswer } from "./githubApi.ts";
import { GithubWriteCalls, Identified, LabelName, Login, Milestone, WritableIssue } from "./GithubWriteCalls.ts";
import { GithubReplies } from "./GithubReplies.ts";
import { STATES, hasReasons, isSameGithubName, labelsOf, issueStateOf } from "./githubIssueParts.ts";
import { offersOf } from "./githubOffers.ts";
import { findNewIssue, offerNewIssue, prepareNewIssue } from "./githubCreation.ts";

/** Writes to the issues of a repository on GitHub, or on a host that answers like it. */
export class GithubWriter implements TrackerWriter {
  readonly #host: string;
  readonly #calls: GithubWriteCalls;
  readonly replies: GithubReplies;

  constructor(options: GithubOptions) {
    this.#host = options.url.host;
    this.#calls = new GithubWriteCalls(options);
    this.replies = new GithubReplies(this.#calls);
  }

  get taken(): number {
    return this.#calls.taken;
  }

  async offers(named: NamedIssue, signal: AbortSignal): Promise<WriterOffers> {
    const repository = await this.#calls.api.repository(signal, null);
    const path = await this.#calls.api.path(signal);
    const [account, issue] = await Promise.all([this.#calls.account(signal), this.#calls.read(named, signal)]);
    const [labels, people, milestones] = await Promise.all([
      this.#calls.list(`${path}/labels`, LabelName, signal),
      this.#calls.list(`${path}/assignees`, Login, signal),
      this.#calls.list(`${path}/milestones`, Milestone, signal),
    ]);
    return offersOf({
      host: this.#host,
      account,
      issue,
      isArchived: repository.archived === true,
      mayTriage: this.#calls.mayTriage(repository),
      mayCommentLocked: this.#calls.mayCommentLocked(repository),
      labels,
      people,
      milestones,
    });
  }

  creation(signal: AbortSignal): Promise<CreationOffer> {
    return offerNewIssue(this.#calls, signal);
  }

  prepareNew(issue: NewIssue, signal: AbortSignal): Promise<PreparedWrite> {
    return prepareNewIssue(this.#calls, issue, signal);
  }

  findNew(issue: NewIssue, trace: WriteTrace, signal: AbortSignal) {
    return findNewIssue(this.#calls, issue, trace, signal);
  }

  async account(signal: AbortSignal): Promise<WriterAccount> {
    const login = await this.#calls.account(signal);
    return { id: login, name: login };
  }

  async prepare(
    named: NamedIssue,
    change: IssueChange,
    signal: AbortSignal,
    author?: string,
  ): Promise<PreparedWrite | null> {
    const issue = await this.#calls.read(named, signal);
    switch (change.action) {
      case "comment":
        return this.#prepareComment(issue, change, signal);
      case "labels":
        return this.#prepareLabels(issue, change, signal);
      case "assignees":
        return this.#prepareAssignees(issue, change);
      case "milestones":
        return this.#prepareMilestone(issue, change);
      case "state":
        return this.#prepareState(issue, change);
      case "duplicate":
        return this.#prepareDuplicate(issue, change, signal, author ?? (await this.#calls.account(signal)));
      case "priority":
        throw noField(this.#host);
    }
  }

  async find(named: NamedIssue, change: IssueChange, trace: WriteTrace, signal: AbortSignal) {
    const author = String(trace[SENT_BY] ?? (await this.#calls.account(signal)));
    if (change.action !== "comment") {
      return foundIfNothingLeft(() => this.prepare(named, change, signal, author));
    }
    const issue = await this.#calls.read(named, signal);
    const comment = (await this.#calls.commentsSince(issue, String(trace["since"]), signal)).find(
      ({ id, user, body }) =>
        user?.login === author && !trace["known"]?.includes(id) && plainText(body ?? "") === plainText(change.body),
    );
    return comment ? { reference: comment.id } : null;
  }

  async #prepareComment(
    issue: WritableIssue,
    { body }: ChangeOf<"comment">,
    signal: AbortSignal,
  ): Promise<PreparedWrite> {
    // The time is the host's own: what is written from now on is not older than the issue's last change.
    const since = issue.updated_at;
    const commentIds = (await this.#calls.commentsSince(issue, since, signal)).map(({ id }) => id);
    return { trace: { since, known: commentIds }, send: (sending) => this.#comment(issue, body, sending) };
  }

  async #prepareLabels(
    issue: WritableIssue,
    change: ChangeOf<"labels">,
    signal: AbortSignal,
  ): Promise<PreparedWrite | null> {
    const left = listDifference(labelsOf(issue), change, true);
    if (!left) return null;
    const path = await this.#calls.api.path(signal);
    // A label that does not exist would be made.
    for (const name of left.add) {
      const route = `GET ${path}/labels/${pathPart(this.#host, name)}`;
      const label = await orMissing(this.#calls.api.request(route, "account", {}, signal));
      if (!label || !isSameGithubName(readAnswer(LabelName, label.data, this.#host).name, name))
        throw notOffered(this.#host, name);
    }
    const removals = left.remove.map((name) => `/labels/${pathPart(this.#host, name)}`);
    return {
      trace: {},
      send: async (sending) => {
        if (left.add.length > 0) {
          const added = await this.#calls.change("POST", issue, "/labels", { labels: [...left.add] }, sending);
          const names = readAnswer(z.array(LabelName), added, this.#host);
          this.#calls.requireAll(
            left.add,
            names.map(({ name }) => name),
          );
        }
        // A label that is gone already, and one that the account may not remove, are both answered by a 404.
        for (const part of removals) await orMissing(this.#calls.change("DELETE", issue, part, {}, sending));
        if (removals.length > 0) {
          const now = labelsOf(await this.#calls.read({ externalId: issue.id, key: `#${issue.number}` }, sending));
          const unchanged = left.remove.find((name) => now.some((other) => isSameGithubName(other, name)));
          if (unchanged !== undefined) throw notTaken(this.#host, unchanged);
        }
        return null;
      },
    };
  }

  #prepareAssignees(issue: WritableIssue, change: ChangeOf<"assignees">): PreparedWrite | null {
    const left = listDifference(
      (issue.assignees ?? []).map(({ login }) => login),
      change,
      true,
    );
    if (!left) return null;
    return {
      trace: {},
      send: async (sending) => {
        const send = async (method: "POST" | "DELETE", assignees: readonly string[]): Promise<string[]> => {
          const data = await this.#calls.change(method, issue, "/assignees", { assignees: [...assignees] }, sending);
          const { assignees: now } = readAnswer(WritableIssue, data, this.#host);
          return (now ?? []).map(({ login }) => login.toLowerCase());
        };
        if (left.add.length > 0) this.#calls.requireAll(left.add, await send("POST", left.add));
        if (left.remove.length > 0) {
          const now = await send("DELETE", left.remove);
          const unchanged = left.remove.find((login) => now.includes(login.toLowerCase()));
          if (unchanged !== undefined) throw notTaken(this.#host, unchanged);
        }
        return null;
      },
    };
  }

  #prepareMilestone(issue: WritableIssue, { add, remove, replaces }: ChangeOf<"milestones">): PreparedWrite | null {
    const now = issue.milestone ? String(issue.milestone.number) : null;
    const [to = null, second] = add;
    if (second !== undefined) throw notOffered(this.#host, second);
    if (to !== null) requireNumber(this.#host, to);
    if (to === now || (to === null && (now === null || (!replaces && !remove.includes(now))))) return null;
    if (now !== null && !replaces && !remove.includes(now))
      throw changedMeanwhile(this.#host, issue.milestone?.title ?? "");
    return {
      trace: {},
      send: async (sending) => {
        const data = await this.#calls.change(
          "PATCH",
          issue,
          "",
          { milestone: to === null ? null : Number(to) },
          sending,
        );
        const after = readAnswer(WritableIssue, data, this.#host).milestone?.number ?? null;
        if ((after === null ? null : String(after)) !== to) throw notTaken(this.#host, to ?? "–");
        return null;
      },
    };
  }

  #prepareState(issue: WritableIssue, { from, to }: ChangeOf<"state">): PreparedWrite | null {
    const now = issueStateOf(issue);
    const state = STATES.find(({ id }) => id === to);
    if (!state) throw notOffered(this.#host, to);
    // Without reasons there are two states: what a page that knows of reasons has sent is compared as one of them.
    const seen = (id: string): string => (hasReasons(issue) || id === "open" ? id : "closed");
    if (now === seen(to) || (from === null && state.state === issue.state)) return null;
    if (from !== null && now !== seen(from)) throw changedMeanwhile(this.#host, now);
    return {
      trace: {},
      send: async (sending) => {
        const reason = state.state === "open" ? "reopened" : state.id === "closed" ? "completed" : state.id;
        await this.#setState(issue, { state: state.state, state_reason: reason }, sending);
        return null;
      },
    };
  }

  async #prepareDuplicate(
    issue: WritableIssue,
    { of }: ChangeOf<"duplicate">,
    signal: AbortSignal,
    author: string,
  ): Promise<PreparedWrite | null> {
    const number = issueNumberIn(of);
    if (number === null || number === issue.number) throw notOffered(this.#host, of);
    const path = await this.#calls.api.path(signal);
    const other = await orMissing(this.#calls.api.request(`GET ${path}/issues/${number}`, "item", {}, signal));
    if (!other) throw notOffered(this.#host, of);
    const otherId = Number(readAnswer(Identified, other.data, this.#host).id);
    const words = `Duplicate of #${number}`;
    const comments = await this.#calls.commentsSince(issue, "1970-01-01T00:00:00Z", signal);
    const isSaid = comments.some(({ user, body }) => user?.login === author && plainText(body ?? "") === words);
    const isClosed = issue.state === "closed";
    if (isSaid && isClosed) return null;
    return {
      trace: {},
      send: async (sending) => {
        const id = isSaid ? null : await this.#comment(issue, words, sending);
        if (!isClosed) {
          const closed = { state: "closed", state_reason: "duplicate" } as const;
          await this.#setState(issue, { ...closed, duplicate_issue_id: otherId }, sending);
        }
        return id;
      },
    };
  }

  async #setState(
    issue: WritableIssue,
    body: { readonly state: "open" | "closed"; readonly state_reason: string; readonly duplicate_issue_id?: number },
    signal: AbortSignal,
  ): Promise<void> {
    const sent = hasReasons(issue) ? body : { state: body.state };
    const data = await this.#calls.change("PATCH", issue, "", sent, signal);
    if (readAnswer(WritableIssue, data, this.#host).state !== body.state) throw notTaken(this.#host, body.state_reason);
  }

  async #comment(issue: WritableIssue, body: string, signal: AbortSignal): Promise<string> {
    const data = await this.#calls.change("POST", issue, "/comments", { body }, signal);
    return readAnswer(Identified, data, this.#host).id;
  }
}
