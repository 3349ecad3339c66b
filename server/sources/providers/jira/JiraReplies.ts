import { z } from "zod";
import type { CommentAccount, MarkedText, ReplyOrigin, ReplyWriter } from "../../connector/replyTypes.ts";
import type { NamedIssue } from "../../connector/writerTypes.ts";
import { orAbsent, orMissing } from "../../rest/absent.ts";
import { query } from "../../rest/restClient.ts";
import type { JiraApi } from "./jiraApi.ts";
import { CommentList, MadeComment, Users } from "./jiraWriteRows.ts";

/** Jira keeps no hidden text in a comment, but properties, which are not shown, and which no copy of the text has. */
const propertyOf = (mark: string): string => `clew.reply.${mark}`;
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

  async find(named: NamedIssue, { author, mark }: ReplyOrigin, signal: AbortSignal): Promise<string | null> {
    const { client, forms } = await this.#calls.open(signal);
    await this.#calls.read(named, signal);
    const comments = await this.#newest(named, signal);
    const property = propertyOf(mark);
    // The ids ascend: the oldest is first.
    const posted = comments
      .filter(({ author: by }) => by?.[forms.user] === author)
      .toSorted((a, b) => Number(a.id) - Number(b.id))
      .slice(-MAX_OWN);
    for (const { id } of posted) {
      if (!ID.test(id)) continue;
      const answer = await orMissing(client.get(`/comment/${id}/properties/${property}`, "account", signal));
      if (answer && client.read(Property, answer.data).key === property) return id;
    }
    return null;
  }

  /** The newest comments, of as many pages as the site makes of them. */
  async #newest({ externalId }: NamedIssue, signal: AbortSignal): Promise<z.infer<typeof CommentList>["comments"]> {
    const { client } = await this.#calls.open(signal);
    const result: z.infer<typeof CommentList>["comments"] = [];
    while (result.length < MAX_COMMENTS) {
      const page = query({ orderBy: "-created", maxResults: MAX_COMMENTS, startAt: result.length });
      const { data } = await client.get(`/issue/${externalId}/comment${page}`, "page", signal);
      const { comments, total } = client.read(CommentList, data);
      result.push(...comments);
      if (comments.length === 0 || result.length >= (total ?? 0)) break;
    }
    return result;
  }

  async post(named: NamedIssue, { markdown, mark }: MarkedText, signal: AbortSignal): Promise<string> {
    const { client, forms } = await this.#calls.open(signal);
    await this.#calls.read(named, signal);
    const properties = [{ key: propertyOf(mark), value: { by: "clew" } }];
    const body = { body: forms.body(markdown), properties };
    return client.read(
      MadeComment,
      await this.#calls.change("POST", `/issue/${named.externalId}/comment`, body, signal),
    ).id;
  }

  async edit(named: NamedIssue, id: string, { markdown }: MarkedText, signal: AbortSignal): Promise<boolean> {
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
