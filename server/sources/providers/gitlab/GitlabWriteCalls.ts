import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import { notTaken } from "../../connector/writeFaults.ts";
import type { NamedIssue } from "../../connector/writerTypes.ts";
import { HostNumber } from "../../rest/hostFields.ts";
import { optionalField } from "../../rest/optionalField.ts";
import { nextOf, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import { type FoundProject, type GitlabOptions, findGitlabProject } from "./gitlabProject.ts";
import { NoteRow } from "./gitlabRows.ts";

export const AssignableUser = z.object({ id: z.number(), username: z.string() });
export const LabelName = z.object({ name: z.string() });
export const Milestone = z.object({ id: z.number(), title: z.string() });
export const Level = optionalField(z.object({ access_level: z.number() }));
export const Permissions = z.object({
  permissions: optionalField(z.object({ project_access: Level, group_access: Level })),
});
export const WritableIssue = z.object({
  id: z.number().transform(String),
  iid: HostNumber,
  state: z.string(),
  author: AssignableUser.nullish(),
  assignees: z.array(AssignableUser).nullish(),
  labels: z.array(z.string()).nullish(),
  milestone: Milestone.nullish(),
  discussion_locked: optionalField(z.boolean()),
});
export type WritableIssue = z.infer<typeof WritableIssue>;

/** Pages of a list of values; a longer list is cut. */
const MAX_PAGES = 5;
const PAGE_SIZE = 100;
/** Rows of a list that is read to its end. */
export const MAX_LISTED = MAX_PAGES * PAGE_SIZE;
/** The requests of writing to the issues of a project. */
export class GitlabWriteCalls {
  readonly host: string;
  readonly #options: GitlabOptions;
  #foundProject: FoundProject | undefined;
  #account: z.infer<typeof AssignableUser> | undefined;
  /** Changing requests that the host has taken. */
  taken = 0;

  constructor(options: GitlabOptions) {
    this.#options = options;
    this.host = options.url.host;
  }

  async note(issue: WritableIssue, body: string, signal: AbortSignal): Promise<string | null> {
    const data = await this.change("POST", `/issues/${issue.iid}/notes`, { body }, signal);
    // A text of commands alone makes no note.
    const made = z.object({ id: z.number() }).safeParse(data);
    return made.success ? String(made.data.id) : null;
  }

  async update(
    { iid }: WritableIssue,
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<WritableIssue> {
    const { client } = await this.project(signal);
    return client.read(WritableIssue, await this.change("PUT", `/issues/${iid}`, body, signal));
  }

  /** @param part of the project's path */
  async change(
    method: "POST" | "PUT",
    part: string,
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { client, path } = await this.project(signal);
    const { data } = await client.change(method, `${path}${part}`, body, "item", signal);
    this.taken += 1;
    return data;
  }

  /** @throws SourceError also for an issue that was deleted or moved */
  async read({ externalId, key }: NamedIssue, signal: AbortSignal): Promise<WritableIssue> {
    const { client, path } = await this.project(signal);
    const { data } = await client.get(`${path}/issues/${key.replace("#", "")}`, "item", signal);
    const issue = client.read(WritableIssue, data);
    if (issue.id !== externalId)
      throw new SourceError("not_found", message("write.issue_gone", { host: this.host, key }));
    return issue;
  }

  /** The newest notes of an issue. */
  async notes({ iid }: WritableIssue, signal: AbortSignal): Promise<NoteRow[]> {
    const { client, path } = await this.project(signal);
    const newest = query({ sort: "desc", order_by: "created_at", per_page: PAGE_SIZE });
    return client.read(
      z.array(NoteRow),
      (await client.get(`${path}/issues/${iid}/notes${newest}`, "page", signal)).data,
    );
  }

  async project(signal: AbortSignal): Promise<FoundProject> {
    return (this.#foundProject ??= await findGitlabProject(this.#options, null, signal));
  }

  async whoIs(signal: AbortSignal): Promise<z.infer<typeof AssignableUser>> {
    const { client } = await this.project(signal);
    return (this.#account ??= client.read(AssignableUser, (await client.get("/user", "account", signal)).data));
  }

  async list<T>(path: string, row: z.ZodType<T>, signal: AbortSignal, more = {}): Promise<T[]> {
    const { client } = await this.project(signal);
    const rows: T[] = [];
    let next: string | null = `${path}${query({ per_page: PAGE_SIZE, ...more })}`;
    for (let page = 0; next !== null && page < MAX_PAGES; page += 1) {
      const answer: Awaited<ReturnType<typeof client.get>> = await client.get(next, "page", signal);
      rows.push(...client.read(z.array(row), answer.data));
      next = nextOf(answer);
    }
    return rows;
  }

  requireEach(names: readonly string[], has: (name: string) => boolean | undefined): void {
    const missing = names.find((name) => !has(name));
    if (missing !== undefined) throw notTaken(this.host, missing);
  }
}
