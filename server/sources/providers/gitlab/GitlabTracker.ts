import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type { SourceFacts, TrackerCursor } from "../../connector/connectorTypes.ts";
import type { Tracker, TrackerInventory, TrackerPage } from "../../connector/trackerTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import { query } from "../../rest/restClient.ts";
import {
  type FoundProject,
  type GitlabOptions,
  GITLAB_SCOPES,
  findGitlabProject,
  parseCount,
} from "./gitlabProject.ts";
import { GitlabInventory } from "./gitlabInventory.ts";
import { readIssueRows } from "./gitlabRows.ts";
import { wholeIssues } from "./gitlabThreads.ts";
import { ListCursor, readGitlabList } from "./readGitlabList.ts";

/** The newest issues of a first sync; each costs a call for its notes, which the list by time repeats. */
const NEWEST_ISSUES = 50;

/** Issues with their notes from GitLab: gitlab.com or a self-hosted server. */
export class GitlabTracker implements Tracker {
  readonly inventory: TrackerInventory;
  readonly #options: GitlabOptions;
  #foundProject: FoundProject | undefined;

  constructor(options: GitlabOptions) {
    this.#options = options;
    this.inventory = new GitlabInventory(options.url.host, (signal) => this.#project(signal));
  }

  async describe(signal: AbortSignal): Promise<SourceFacts> {
    const { url, credential } = this.#options;
    const hostProject = await this.#project(signal);
    const { client, path, project } = hostProject;
    if (project.issues_enabled === false || project.issues_access_level === "disabled") {
      throw new SourceError("gone", message("source.issues_off_project", { host: url.host }));
    }
    const latest = query({ scope: "all", state: "all", order_by: "updated_at", sort: "desc", per_page: 3 });
    const [first, account] = await Promise.all([
      client.get(`${path}/issues${latest}`, "item", signal),
      credential ? whoIs(hostProject, signal) : null,
    ]);
    const rows = readIssueRows(client, first.data);
    return {
      name: project.path_with_namespace,
      visibility: visibilityOf(project.visibility),
      defaultBranch: project.default_branch ?? null,
      items: parseCount(first.headers.get("x-total")),
      notes: project.archived ? [message("note.project_archived")] : [],
      account: account?.account ?? null,
      missing: account?.missing ?? [],
      limitLeft: parseCount(first.headers.get("ratelimit-remaining")),
      sample: rows.flatMap(({ value }) => (value.confidential ? [] : [`#${value.iid} ${value.title}`])),
    };
  }

  async issue(
    { externalId, key }: { readonly externalId: string; readonly key: string },
    signal: AbortSignal,
  ): Promise<Partial<TrackerPage>> {
    const hostProject = await this.#project(signal);
    const { data } = await hostProject.client.get(`${hostProject.path}/issues/${key.replace("#", "")}`, "item", signal);
    const [row] = readIssueRows(hostProject.client, [data]);
    if (row?.id !== externalId) return {};
    return wholeIssues(hostProject, [row.value], this.#options.readsRestricted === true, signal);
  }

  async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
    const readsRestricted = this.#options.readsRestricted === true;
    const cursor = parseCursor(ListCursor, stored);
    const project = await findGitlabProject(this.#options, cursor, signal);
    this.#foundProject = project;
    for await (const { values, ...page } of readGitlabList(
      project,
      { list: "issues", rows: readIssueRows },
      cursor,
      signal,
    )) {
      yield { step: "issues", ...(await wholeIssues(project, values, readsRestricted, signal)), ...page };
    }
  }

  async *newest(signal: AbortSignal): AsyncGenerator<Partial<TrackerPage>> {
    const project = await this.#project(signal);
    const { client, path } = project;
    const latest = query({
      scope: "all",
      state: "all",
      order_by: "updated_at",
      sort: "desc",
      per_page: NEWEST_ISSUES,
    });
    const { data } = await client.get(`${path}/issues${latest}`, "page", signal);
    const issues = readIssueRows(client, data).map(({ value }) => value);
    yield await wholeIssues(project, issues, this.#options.readsRestricted === true, signal);
  }

  async #project(signal: AbortSignal): Promise<FoundProject> {
    return (this.#foundProject ??= await findGitlabProject(this.#options, null, signal));
  }
}

const Token = z.object({ scopes: z.array(z.string()).nullish() });
const Account = z.object({ username: z.string() });

/** The account of the token and its missing scopes. Both are optional: a token of a project has neither. */
async function whoIs(
  { client }: FoundProject,
  signal: AbortSignal,
): Promise<{ account: string | null; missing: string[] }> {
  const [user, token] = await Promise.all([
    client.get("/user", "account", signal).catch(() => null),
    client.get("/personal_access_tokens/self", "account", signal).catch(() => null),
  ]);
  const account = Account.safeParse(user?.data);
  const scopes = Token.safeParse(token?.data);
  const granted = scopes.success ? scopes.data.scopes : null;
  return {
    account: account.success ? account.data.username : null,
    missing: granted && !granted.includes("api") ? GITLAB_SCOPES.filter((scope) => !granted.includes(scope)) : [],
  };
}

const visibilityOf = (value: string | null | undefined): SourceFacts["visibility"] =>
  value === "public" ? "public" : value === "private" || value === "internal" ? "private" : "unknown";
