import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import type { ListedRepository, RepositoryGroup, RepositoryPage } from "../../connector/groupTypes.ts";
import { ListedBranch, ListedTopics, idAtHost } from "../../connector/listedFields.ts";
import { encodePath } from "../../egress/webAddress.ts";
import { type RestClient, nextOf, query } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import { type GitlabOptions, gitlabClient } from "./gitlabProject.ts";
import { type GitlabUrl, readGitlabUrl } from "./gitlabUrl.ts";

const PAGE_SIZE = 100;
/** A path of a project, as GitLab allows it. */
const PROJECT_PATH = /^(?!\.)[A-Za-z0-9_.-]+(?:\/(?!\.)[A-Za-z0-9_.-]+)+$/;

const Group = z.object({ id: z.number(), full_path: z.string() });
const Users = z.array(z.object({ id: z.number(), username: z.string() }));
const ProjectRow = z.object({
  id: z.number(),
  path_with_namespace: z.string().max(1000).regex(PROJECT_PATH),
  visibility: z.string().nullish(),
  archived: z.boolean().nullish(),
  empty_repo: z.boolean().nullish(),
  forked_from_project: z.unknown().optional(),
  topics: ListedTopics,
  issues_access_level: z.string().nullish(),
  issues_enabled: z.boolean().nullish(),
  repository_access_level: z.string().nullish(),
  default_branch: ListedBranch,
  marked_for_deletion_on: z.string().nullish(),
});

/**
 * Reads the address of a group or a user, `gitlab.com/group/subgroup` or a page of it. `project` of the places is the group's path.
 * @throws SourceError `address`
 */
export function readGitlabGroupUrl(text: string): GitlabUrl {
  const typed = text
    .trim()
    .replace(/[?#].*$/, "")
    .replace(/\/-\/.*$/, "")
    .replace(/\/+$/, "");
  let read: GitlabUrl;
  try {
    // The page of a group is also below `/groups/`.
    read = readGitlabUrl(`${typed.replace(/^((?:https?:\/\/)?[^/]+(?:\/.+)?)\/groups\//i, "$1/")}/group`);
  } catch (error) {
    const isForm = error instanceof SourceError && error.code === "address" && error.text.code === "address.gitlab";
    throw isForm ? new SourceError("address", message("group.address_gitlab"), { cause: error }) : error;
  }
  const places = read.places.flatMap(({ api, project }) =>
    project === "group" ? [] : [{ api, project: project.replace(/\/group$/, "") }],
  );
  if (places.length === 0) throw new SourceError("address", message("group.address_gitlab"));
  return { host: read.host, places, page: new URL(read.page.href.replace(/\/group$/, "")) };
}

interface FoundGroup {
  readonly client: RestClient;
  /** API path of the list of its projects. */
  readonly path: string;
  /** Parameters of that list, which the one of a user does not have. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly fullPath: string;
}

/** The projects of a group with its subgroups, or of a user. */
export class GitlabGroup implements RepositoryGroup {
  readonly #options: GitlabOptions;

  constructor(options: GitlabOptions) {
    this.#options = options;
  }

  async *list(signal: AbortSignal): AsyncGenerator<RepositoryPage> {
    const { client, path, parameters, fullPath } = await this.#find(signal);
    // Oldest first, so that a new project moves none to a page that was read before.
    const first = { ...parameters, order_by: "id", sort: "asc", per_page: PAGE_SIZE };
    for (let next: string | null = `${path}${query(first)}`; next !== null;) {
      const answer = await client.get(next, "page", signal);
      yield this.#pageOf(answer.data, client, fullPath);
      next = nextOf(answer);
    }
  }

  /** A server behind a prefix answers one of the later places. */
  async #find(signal: AbortSignal): Promise<FoundGroup> {
    const { url } = this.#options;
    for (const { api, project } of url.places) {
      const client = gitlabClient(this.#options, api);
      try {
        return await findAt(client, project, signal);
      } catch (error) {
        const isElsewhere = error instanceof SourceError && (error.code === "not_found" || error.code === "bad_answer");
        if (!isElsewhere) throw error;
      }
    }
    const name = url.places[0]?.project ?? "";
    throw new SourceError("not_found", message("group.not_found", { name, host: url.host }));
  }

  #pageOf(data: unknown, client: RestClient, fullPath: string): RepositoryPage {
    let unreadable = 0;
    const read = client.rows(ProjectRow, data, () => {
      unreadable += 1;
    });
    const root = client.api.replace(/\/api\/v4$/, "");
    const repositories = read.flatMap((row): ListedRepository[] => {
      // Without a repository that anyone may read, or to be deleted within days.
      if (row.repository_access_level === "disabled" || row.marked_for_deletion_on) return [];
      return [
        {
          externalId: idAtHost(root, row.id),
          name: belowGroup(row.path_with_namespace, fullPath),
          full_name: row.path_with_namespace,
          url: `${root}${encodePath(row.path_with_namespace.split("/"))}`,
          is_archived: row.archived === true,
          is_fork: typeof row.forked_from_project === "object" && row.forked_from_project !== null,
          is_empty: row.empty_repo === true,
          visibility: row.visibility === "public" ? "public" : row.visibility ? "private" : "unknown",
          topics: row.topics,
          has_issues: row.issues_enabled !== false && row.issues_access_level !== "disabled",
          default_branch: row.default_branch,
        },
      ];
    });
    return { repositories, unreadable };
  }
}

const belowGroup = (path: string, group: string): string =>
  path.toLowerCase().startsWith(`${group.toLowerCase()}/`) ? path.slice(group.length + 1) : path;

async function findAt(client: RestClient, path: string, signal: AbortSignal): Promise<FoundGroup> {
  try {
    const { data } = await client.get(
      `/groups/${encodeURIComponent(path)}${query({ with_projects: "false" })}`,
      "description",
      signal,
    );
    const group = client.read(Group, data);
    const parameters = { include_subgroups: "true", with_shared: "false" };
    return { client, path: `/groups/${group.id}/projects`, parameters, fullPath: group.full_path };
  } catch (error) {
    const isMissing = error instanceof SourceError && error.code === "not_found";
    if (!isMissing || path.includes("/")) throw error;
    const { data } = await client.get(`/users${query({ username: path })}`, "description", signal);
    const [user] = client.read(Users, data);
    if (!user) throw error;
    return { client, path: `/users/${user.id}/projects`, parameters: {}, fullPath: user.username };
  }
}
