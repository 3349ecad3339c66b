import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import { notTaken } from "../../connector/writeFaults.ts";
import type { NamedIssue } from "../../connector/writerTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { HostNumber, HostTime } from "../../rest/hostFields.ts";
import { optionalField } from "../../rest/optionalField.ts";
import {
  type GithubApi,
  type GithubOptions,
  nextOnHost,
  openGithub,
  readAnswer,
  type GithubRepository,
} from "./githubApi.ts";

export const Login = z.object({ login: z.string() });
export const Label = z.union([z.string(), z.object({ name: z.string().nullish() })]);
export const LabelName = z.object({ name: z.string() });
export const Milestone = z.object({ number: HostNumber, title: z.string() });
export const WritableIssue = z.object({
  id: z.union([z.number(), z.bigint()]).transform(String),
  number: HostNumber,
  state: z.string(),
  state_reason: optionalField(z.string()),
  locked: optionalField(z.boolean()),
  user: Login.nullish(),
  assignees: z.array(Login).nullish(),
  labels: z.array(Label).nullish(),
  milestone: Milestone.nullish(),
  updated_at: HostTime,
});
export type WritableIssue = z.infer<typeof WritableIssue>;
export const Comment = z.object({
  id: z.union([z.number(), z.bigint()]).transform(String),
  user: Login.nullish(),
  body: z.string().nullish(),
});
export type Comment = z.infer<typeof Comment>;

export const Identified = z.object({ id: z.union([z.number(), z.bigint()]).transform(String) });

/** Pages of a list of values that are offered; one that is longer is offered in part. */
const MAX_PAGES = 5;
const PAGE_SIZE = 100;
/** Rows of a list that is read to its end. */
export const MAX_LISTED = MAX_PAGES * PAGE_SIZE;

/** The requests of writing to the issues of a repository. */
export class GithubWriteCalls {
  readonly host: string;
  readonly api: GithubApi;
  #login: string | undefined;
  readonly #isApp: boolean;
  /** Changing requests that the host has taken. */
  taken = 0;

  constructor(options: GithubOptions) {
    this.host = options.url.host;
    this.api = openGithub(options);
    this.#login = options.appAccount;
    this.#isApp = options.appAccount !== undefined;
  }

  /** Whether the account may change issues of others. What an app may is its token's, and the permissions of the answer are those of a user. */
  mayTriage({ permissions }: GithubRepository): boolean {
    return this.#isApp || !permissions || (permissions.triage ?? false) || permissions.push;
  }

  /** Whether the account may comment on an issue that is locked. */
  mayCommentLocked({ permissions }: GithubRepository): boolean {
    return this.#isApp || permissions?.push !== false;
  }

  async change(
    method: "POST" | "PATCH" | "DELETE",
    { number }: WritableIssue,
    part: string,
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const path = await this.api.path(signal);
    return this.send(`${method} ${path}/issues/${number}${part}`, body, signal);
  }

  /** Sends a request that changes something. */
  async send(route: string, body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown> {
    const { data } = await this.api.request(route, "item", body, signal);
    this.taken += 1;
    return data;
  }

  /** @throws SourceError also for an issue that was deleted or transferred */
  async read({ externalId, key }: NamedIssue, signal: AbortSignal): Promise<WritableIssue> {
    const path = await this.api.path(signal);
    const answer = await this.api.request(`GET ${path}/issues/${key.replace("#", "")}`, "item", {}, signal);
    const issue = readAnswer(WritableIssue, answer.data, this.host);
    if (issue.id !== externalId)
      throw new SourceError("not_found", message("write.issue_gone", { host: this.host, key }));
    return issue;
  }

  async account(signal: AbortSignal): Promise<string> {
    const read = async () => (await this.api.request("GET /user", "account", {}, signal)).data;
    return (this.#login ??= readAnswer(Login, await read(), this.host).login);
  }

  async commentsSince({ number }: WritableIssue, since: string, signal: AbortSignal): Promise<Comment[]> {
    return this.list(`${await this.api.path(signal)}/issues/${number}/comments`, Comment, signal, { since });
  }

  async list<T>(path: string, row: z.ZodType<T>, signal: AbortSignal, more = {}): Promise<T[]> {
    const rows: T[] = [];
    let route = `GET ${path}`;
    let parameters: Record<string, unknown> = { per_page: PAGE_SIZE, ...more };
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await this.api.request(route, "page", parameters, signal);
      rows.push(...readAnswer(z.array(row), answer.data, this.host));
      const next = nextOnHost(answer.headers["link"], this.api.root(), this.host);
      if (next === null) break;
      route = `GET ${next}`;
      parameters = {};
    }
    return rows;
  }

  requireAll(names: readonly string[], now: readonly string[]): void {
    const has = new Set(now.map((name) => name.toLowerCase()));
    const missing = names.find((name) => !has.has(name.toLowerCase()));
    if (missing !== undefined) throw notTaken(this.host, missing);
  }
}
