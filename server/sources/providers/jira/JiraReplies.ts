import { z } from "zod";
import type { CommentAccount, ReplyWriter } from "../../connector/replyTypes.ts";
import type { NamedIssue } from "../../connector/writerTypes.ts";
import { orAbsent, orMissing } from "../../rest/absent.ts";
import { query } from "../../rest/restClient.ts";
import type { JiraApi } from "./jiraApi.ts";
import { CommentList, MadeComment, Users } from "./jiraWriteRows.ts";

/** Jira keeps no hidden text in a comment, but properties, which are not shown. */
const PROPERTY = "clew.reply";
/** Comments that are looked through, the newest first, and those of the account whose property is asked for. */
const MAX_COMMENTS = 100;
const MAX_OWN = 20;
const ID = /^\d{1,19}$/;
const Property = z.object({ key: z.string() });

/** What replies need of the writer of a site. */
export interface JiraReplyCalls {
  readonly open: (signal: AbortSignal) => Promise<JiraApi>;
  readonly change: (method: "POST" | "PUT", path: string, body: unknown, signal: AbortSignal) => Promise<unknown>;
  /** @throws SourceError for an issue that is gone */
  readonly read: (issue: NamedIssue, signal: AbortSignal) => Promise<unknown>;
}

/** Replies on the issues of Jira: documents in Jira Cloud, wiki markup in Data Center. */
export class JiraReplies implements ReplyWriter {
  readonly #calls: JiraReplyCalls;

  constructor(calls: JiraReplyCalls) {
    this.#calls = calls;
  }

  async find(named: NamedIssue, author: string, signal: AbortSignal): Promise<string | null> {
    const { client, forms } = await this.#calls.open(signal);
    await this.#calls.read(named, signal);
    const newest = query({ orderBy: "-created", maxResults: MAX_COMMENTS });
    const { data } = await client.get(`/issue/${named.externalId}/comment${newest}`, "page", signal);
    const comments = client.read(CommentList, data).comments.filter(({ author: by }) => by?.[forms.user] === author);
    for (const { id } of comments.slice(0, MAX_OWN)) {
      if (!ID.test(id)) continue;
      const answer = await orMissing(client.get(`/comment/${id}/properties/${PROPERTY}`, "account", signal));
      if (answer && client.read(Property, answer.data).key === PROPERTY) return id;
    }
    return null;
  }

  async post(named: NamedIssue, markdown: string, signal: AbortSignal): Promise<string> {
    const { client, forms } = await this.#calls.open(signal);
    await this.#calls.read(named, signal);
    const properties = [{ key: PROPERTY, value: { by: "clew" } }];
    const body = { body: forms.body(markdown), properties };
    return client.read(
      MadeComment,
      await this.#calls.change("POST", `/issue/${named.externalId}/comment`, body, signal),
    ).id;
  }

  async edit(named: NamedIssue, id: string, markdown: string, signal: AbortSignal): Promise<boolean> {
    const { forms } = await this.#calls.open(signal);
    await this.#calls.read(named, signal);
    if (!ID.test(id)) return false;
    const path = `/issue/${named.externalId}/comment/${id}`;
    return (await orMissing(this.#calls.change("PUT", path, { body: forms.body(markdown) }, signal))) !== null;
  }

  /** Only an administrator of the site or the project is answered who has which permission. */
  async mayWrite(named: NamedIssue, account: CommentAccount, signal: AbortSignal): Promise<boolean | null> {
    const { client, forms } = await this.#calls.open(signal);
    const isCloud = forms.user === "accountId";
    const target = isCloud ? account.externalId : account.login;
    if (target === "") return false;
    const path = `/user/permission/search${query({
      [isCloud ? "accountId" : "username"]: target,
      permissions: "EDIT_ISSUES",
      issueKey: named.key,
    })}`;
    const answer = await orAbsent(client.get(path, "account", signal), null);
    return answer && client.read(Users, answer.data).some((user) => user[forms.user] === target);
  }

  /** Jira has no reactions. */
  acknowledge(): Promise<void> {
    return Promise.resolve();
  }
}
