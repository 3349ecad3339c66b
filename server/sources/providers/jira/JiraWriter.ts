import type { IssueChange, NewIssue } from "../../../../contract/issues/issueWrites.ts";
import { message } from "../../../messages/messages.ts";
import { listDifference } from "../../connector/listDifference.ts";
import { type ChangeOf, foundIfNothingLeft } from "../../connector/writerForms.ts";
import { changedMeanwhile, noField, notOffered, notTaken } from "../../connector/writeFaults.ts";
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
import { query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import { type JiraApi, type JiraOptions } from "./jiraApi.ts";
import { offersOf } from "./jiraOffers.ts";
import {
  CommentList,
  EditMeta,
  LinkTypes,
  JiraPermissions,
  Transitions,
  Users,
  WRITABLE_FIELDS,
  WritableIssue,
  type WritableUser,
  OwnAccount,
  MadeComment,
  isSameName,
  accountNameOf,
  operations,
} from "./jiraWriteRows.ts";
import { JiraReplies } from "./JiraReplies.ts";
import { findNewIssue, offerNewIssue, prepareNewIssue } from "./jiraCreation.ts";
import { openJira } from "./openJira.ts";

const MAX_USERS = 200;
const MAX_COMMENTS = 50;
const PERMISSIONS = "ADD_COMMENTS,EDIT_ISSUES,ASSIGN_ISSUES,TRANSITION_ISSUES,LINK_ISSUES";

/** Writes to the issues of Jira Cloud, Jira Server or Jira Data Center, by the workflow and the screens of their project. */
export class JiraWriter implements TrackerWriter {
  readonly #options: JiraOptions;
  readonly #host: string;
  #opened: JiraApi | undefined;
  taken = 0;
  readonly replies: JiraReplies;

  constructor(options: JiraOptions) {
    this.#options = options;
    this.#host = options.url.host;
    this.replies = new JiraReplies({
      open: (signal) => this.#open(signal),
      change: (method, path, body, signal) => this.#change(method, path, body, signal, "item"),
      read: (issue, signal) => this.#read(issue, signal),
    });
  }

  async offers(named: NamedIssue, signal: AbortSignal): Promise<WriterOffers> {
    const { client, forms } = await this.#open(signal);
    const path = `/issue/${named.externalId}`;
    const assignable = `/user/assignable/search${query({ issueKey: named.key, maxResults: MAX_USERS })}`;
    const permitted = `/mypermissions${query({ issueId: named.externalId, permissions: PERMISSIONS })}`;
    const [account, issue, meta, transitions, permissions, labels, users] = await Promise.all([
      this.#account(signal),
      this.#read(named, signal),
      client.get(`${path}/editmeta`, "page", signal),
      this.#transitions(named, signal),
      client.get(permitted, "account", signal),
      forms.labels(signal).catch(() => []),
      client.get(assignable, "page", signal).catch((error: unknown) => {
        // Without the permission to assign there is no list, and nothing to offer.
        if (error instanceof SourceError && error.refusal !== null && error.code !== "rate_limited") return null;
        throw error;
      }),
    ]);
    return offersOf({
      host: this.#host,
      account: accountNameOf(account),
      issue,
      fields: client.read(EditMeta, meta.data).fields,
      transitions,
      permissions: client.read(JiraPermissions, permissions.data).permissions,
      labels,
      users: users === null ? [] : client.read(Users, users.data),
      idOf: (user) => user[forms.user] ?? "",
    });
  }

  async creation(signal: AbortSignal): Promise<CreationOffer> {
    return offerNewIssue(await this.#open(signal), accountNameOf(await this.#account(signal)), signal);
  }

  async prepareNew(issue: NewIssue, signal: AbortSignal): Promise<PreparedWrite> {
    const api = await this.#open(signal);
    const send = (path: string, body: unknown, sending: AbortSignal) =>
      this.#change("POST", path, body, sending, "item");
    return prepareNewIssue(api, issue, send, signal);
  }

  async findNew(issue: NewIssue, trace: WriteTrace, signal: AbortSignal) {
    return findNewIssue(await this.#open(signal), issue, trace, signal);
  }

  async account(signal: AbortSignal): Promise<WriterAccount> {
    const [{ forms }, account] = await Promise.all([this.#open(signal), this.#account(signal)]);
    return { id: account[forms.user] ?? "", name: accountNameOf(account) };
  }

  async prepare(named: NamedIssue, change: IssueChange, signal: AbortSignal): Promise<PreparedWrite | null> {
    const issue = await this.#read(named, signal);
    switch (change.action) {
      case "comment": {
        const commentIds = (await this.#comments(named, signal)).map(({ id }) => id);
        return { trace: { known: commentIds }, send: (sending) => this.#comment(named, change.body, sending) };
      }
      case "labels": {
        const left = listDifference(issue.fields.labels ?? [], change);
        const spaced = left?.add.find((name) => /\s/.test(name));
        if (spaced !== undefined) throw notOffered(this.#host, spaced);
        return left && this.#update(named, { labels: operations(left, (name) => name) });
      }
      case "milestones": {
        const left = listDifference(
          (issue.fields.fixVersions ?? []).map(({ id }) => id),
          change,
        );
        return left && this.#update(named, { fixVersions: operations(left, (id) => ({ id })) });
      }
      case "assignees":
        return this.#prepareAssignee(named, issue, change, signal);
      case "state":
        return this.#prepareState(named, issue, change, signal);
      case "priority":
        return this.#preparePriority(named, issue, change);
      case "duplicate":
        return this.#prepareDuplicate(named, issue, change, signal);
    }
  }

  async find(named: NamedIssue, change: IssueChange, trace: WriteTrace, signal: AbortSignal) {
    const issue = await this.#read(named, signal);
    // A transition that was made is no longer offered: the status that it leads to shows it.
    if (change.action === "state") return issue.fields.status.id === trace["to"] ? { reference: null } : null;
    if (change.action !== "comment") {
      return foundIfNothingLeft(() => this.prepare(named, change, signal));
    }
    const { forms } = await this.#open(signal);
    const author = String(trace[SENT_BY] ?? (await this.account(signal)).id);
    const comments = await this.#comments(named, signal);
    const sent = forms.textOf(forms.body(change.body));
    const comment = comments.find(
      ({ id, author: by, body }) =>
        by?.[forms.user] === author && !trace["known"]?.includes(id) && forms.textOf(body) === sent,
    );
    return comment ? { reference: comment.id } : null;
  }

  /** An issue has one assignee: one whom the member has not seen is not replaced. */
  async #prepareAssignee(
    named: NamedIssue,
    { fields }: WritableIssue,
    { add, remove, replaces }: ChangeOf<"assignees">,
    signal: AbortSignal,
  ): Promise<PreparedWrite | null> {
    const { forms } = await this.#open(signal);
    const now = fields.assignee?.[forms.user] ?? null;
    const [to = null, second] = add;
    if (second !== undefined) throw notOffered(this.#host, second);
    if (to === now || (to === null && (now === null || (!replaces && !remove.includes(now))))) return null;
    if (now !== null && !replaces && !remove.includes(now))
      throw changedMeanwhile(this.#host, fields.assignee?.displayName ?? now);
    return {
      trace: {},
      send: async (sending) => {
        await this.#change("PUT", `/issue/${named.externalId}/assignee`, { [forms.user]: to }, sending);
        return null;
      },
    };
  }

  async #prepareState(
    named: NamedIssue,
    { fields }: WritableIssue,
    { from, to, resolution }: ChangeOf<"state">,
    signal: AbortSignal,
  ): Promise<PreparedWrite | null> {
    if (from === null && fields.status.id === to) return null;
    if (from !== null && fields.status.id !== from) throw changedMeanwhile(this.#host, fields.status.name);
    const transitions = await this.#transitions(named, signal);
    // Without a state that was seen it is the status, which issues of one project reach by steps of different ids.
    const transition = transitions.find((step) => (from === null ? step.to.id : step.id) === to);
    if (!transition) throw notOffered(this.#host, to);
    const body = {
      transition: { id: transition.id },
      ...(resolution !== null && { fields: { resolution: { id: resolution } } }),
    };
    return {
      trace: { to: transition.to.id },
      send: async (sending) => {
        await this.#change("POST", `/issue/${named.externalId}/transitions`, body, sending);
        return null;
      },
    };
  }

  #preparePriority(named: NamedIssue, { fields }: WritableIssue, { from, to, replaces }: ChangeOf<"priority">) {
    const now = fields.priority?.id ?? null;
    if (to === null) throw noField(this.#host);
    if (now === to) return null;
    if (now !== from && !replaces) throw changedMeanwhile(this.#host, fields.priority?.name ?? "");
    return this.#update(named, { priority: [{ set: { id: to } }] });
  }

  async #prepareDuplicate(
    named: NamedIssue,
    issue: WritableIssue,
    { of }: ChangeOf<"duplicate">,
    signal: AbortSignal,
  ): Promise<PreparedWrite | null> {
    const { client } = await this.#open(signal);
    const other = of.toUpperCase();
    if (!/^[A-Z][A-Z0-9_]*-\d+$/.test(other) || other === issue.key) throw notOffered(this.#host, of);
    const types = client.read(LinkTypes, (await client.get("/issueLinkType", "description", signal)).data);
    const type = types.issueLinkTypes.find(({ outward }) => isSameName(outward, "duplicates"));
    if (!type) throw noField(this.#host);
    const isLinked = ({ fields }: WritableIssue): boolean =>
      (fields.issuelinks ?? []).some((link) => link.type.id === type.id && link.outwardIssue?.key === other);
    if (isLinked(issue)) return null;
    return {
      trace: {},
      send: async (sending) => {
        // The link leads from the inward issue, which duplicates the outward one.
        const link = { type: { id: type.id }, inwardIssue: { key: issue.key }, outwardIssue: { key: other } };
        await this.#change("POST", "/issueLink", link, sending);
        if (!isLinked(await this.#read(named, sending))) throw notTaken(this.#host, other);
        return null;
      },
    };
  }

  /** Adds and removes values of fields, without touching others that they have. */
  #update({ externalId }: NamedIssue, update: Readonly<Record<string, readonly unknown[]>>): PreparedWrite {
    return {
      trace: {},
      send: async (sending) => {
        await this.#change("PUT", `/issue/${externalId}`, { update }, sending);
        return null;
      },
    };
  }

  async #comment({ externalId }: NamedIssue, text: string, signal: AbortSignal): Promise<string> {
    const { client, forms } = await this.#open(signal);
    const body = { body: forms.body(text) };
    const data = await this.#change("POST", `/issue/${externalId}/comment`, body, signal, "item");
    return client.read(MadeComment, data).id;
  }

  async #change(
    method: "POST" | "PUT",
    path: string,
    body: unknown,
    signal: AbortSignal,
    answer: "account" | "item" = "account",
  ): Promise<unknown> {
    const { client } = await this.#open(signal);
    const { data } = await client.change(method, path, body, answer, signal);
    this.taken += 1;
    return data;
  }

  /** @throws SourceError also for an issue that was deleted */
  async #read({ externalId, key }: NamedIssue, signal: AbortSignal): Promise<WritableIssue> {
    const { client } = await this.#open(signal);
    const path = `/issue/${externalId}${query({ fields: WRITABLE_FIELDS })}`;
    const issue = client.read(WritableIssue, (await client.get(path, "item", signal)).data);
    if (issue.id === externalId) return issue;
    throw new SourceError("not_found", message("write.issue_gone", { host: this.#host, key }));
  }

  async #transitions({ externalId }: NamedIssue, signal: AbortSignal) {
    const { client } = await this.#open(signal);
    const path = `/issue/${externalId}/transitions${query({ expand: "transitions.fields" })}`;
    return client.read(Transitions, (await client.get(path, "page", signal)).data).transitions;
  }

  /** The newest comments. */
  async #comments({ externalId }: NamedIssue, signal: AbortSignal) {
    const { client } = await this.#open(signal);
    const path = `/issue/${externalId}/comment${query({ orderBy: "-created", maxResults: MAX_COMMENTS })}`;
    return client.read(CommentList, (await client.get(path, "page", signal)).data).comments;
  }

  async #account(signal: AbortSignal): Promise<WritableUser> {
    const { client } = await this.#open(signal);
    return client.read(OwnAccount, (await client.get("/myself", "account", signal)).data);
  }

  async #open(signal: AbortSignal): Promise<JiraApi> {
    return (this.#opened ??= await openJira(this.#options, signal));
  }
}
