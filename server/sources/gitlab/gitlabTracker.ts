import { z } from "zod";
import { message } from "../../messages/messages.ts";
import type { SourceFacts, TrackerCursor } from "../connectorTypes.ts";
import type { Tracker, TrackerPage } from "../trackerTypes.ts";
import { SourceError } from "../SourceError.ts";
import { TimePosition, readByTime } from "../rest/readByTime.ts";
import { nextOf, query } from "../rest/restClient.ts";
import { type FoundProject, type GitlabOptions, GITLAB_SCOPES, findProject, parseCount } from "./gitlabProject.ts";
import { PAGE_SIZE, createGitlabInventory } from "./gitlabInventory.ts";
import { readIssueRows } from "./gitlabRows.ts";
import { wholeIssues } from "./gitlabThreads.ts";

const Cursor = TimePosition.extend({
  project: z.string().nullable().default(null),
  api: z.string().default(""),
  /** The project's path, which is part of the URLs of its issues. */
  name: z.string().nullable().default(null),
});

/** Issues with their notes from GitLab: gitlab.com or a self-hosted server. */
export function createGitlabTracker(options: GitlabOptions): Tracker {
  const { url, credential } = options;
  let found: FoundProject | undefined;
  const project = async (signal: AbortSignal): Promise<FoundProject> =>
    (found ??= await findProject(options, null, signal));

  return {
    async describe(signal): Promise<SourceFacts> {
      const at = await project(signal);
      const { client, path } = at;
      if (at.project.issues_enabled === false || at.project.issues_access_level === "disabled") {
        throw new SourceError("gone", message("source.issues_off_project", { host: url.host }));
      }
      const [first, account] = await Promise.all([
        client.get(
          `${path}/issues${query({ scope: "all", state: "all", order_by: "updated_at", sort: "desc", per_page: 3 })}`,
          "item",
          signal,
        ),
        credential ? whoIs(at, signal) : null,
      ]);
      const rows = readIssueRows(client, first.data);
      return {
        name: at.project.path_with_namespace,
        visibility: visibilityOf(at.project.visibility),
        defaultBranch: at.project.default_branch ?? null,
        items: parseCount(first.headers.get("x-total")),
        notes: at.project.archived ? [message("note.project_archived")] : [],
        account: account?.account ?? null,
        missing: account?.missing ?? [],
        limitLeft: parseCount(first.headers.get("ratelimit-remaining")),
        sample: rows.flatMap(({ value }) => (value.confidential ? [] : [`#${value.iid} ${value.title}`])),
      };
    },

    async *changes(stored: TrackerCursor | null, signal: AbortSignal): AsyncGenerator<TrackerPage> {
      const parsed = Cursor.safeParse(stored ?? {});
      const cursor = parsed.success ? parsed.data : Cursor.parse({});
      const at = await findProject(
        options,
        cursor.project === null ? null : { id: cursor.project, api: cursor.api },
        signal,
      );
      found = at;
      const { client, path } = at;
      const name = at.project.path_with_namespace;
      const place = { project: String(at.project.id), api: client.api, name };
      // The addresses of all issues change with the project's, and their times do not.
      const isRenamed = cursor.name !== null && cursor.name !== name;
      const pages = readByTime(isRenamed ? TimePosition.parse({}) : cursor, url.host, async ({ since, link }) => {
        const answer = await client.get(
          link ??
            `${path}/issues${query({ scope: "all", state: "all", order_by: "updated_at", sort: "asc", per_page: PAGE_SIZE, updated_after: since })}`,
          "page",
          signal,
        );
        return {
          rows: readIssueRows(client, answer.data),
          next: nextOf(answer),
          total: parseCount(answer.headers.get("x-total")),
        };
      });
      for await (const page of pages) {
        const { done, total } = page;
        yield {
          step: "issues",
          ...(await wholeIssues(at, page.values, options.readsRestricted === true, signal)),
          done,
          total,
          cursor: { ...place, ...page.place },
        };
      }
    },

    inventory: createGitlabInventory(url.host, project),
  };
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
