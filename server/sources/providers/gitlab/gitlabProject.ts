import type { ConnectorOptions } from "../../connector/connectorTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { RestClient } from "../../rest/restClient.ts";
import { Project } from "./gitlabRows.ts";
import type { GitlabUrl } from "./gitlabUrl.ts";
import { message } from "../../../messages/messages.ts";

export type GitlabOptions = ConnectorOptions<GitlabUrl>;

/** Reading needs these; `read_api` covers the other two. */
export const GITLAB_SCOPES = ["read_api", "read_repository"];

/** A project that was found, and the client that reads it. `path` begins every call about it. */
export interface FoundProject {
  readonly client: RestClient;
  readonly project: Project;
  readonly path: string;
}

/** The client of an API, with failures in words. */
export function gitlabClient(options: GitlabOptions, api: string): RestClient {
  const { credential, url } = options;
  return new RestClient({
    ...options,
    api,
    provider: "GitLab",
    host: url.host,
    thing: "project",
    scopes: GITLAB_SCOPES,
    hasCredential: credential !== null,
    isOauth: credential?.isOauth === true,
    authorization: credential && credential.as(credential.isOauth ? "bearer" : "private-token"),
  });
}

/**
 * Finds the project behind an address. Later requests use its number, which renames and moves do not change.
 * @param stored its number from an earlier reading, and the API at which it was found
 * @throws SourceError
 */
export async function findGitlabProject(
  options: GitlabOptions,
  stored: { readonly project: string | null; readonly api: string } | null,
  signal: AbortSignal,
): Promise<FoundProject> {
  const { url } = options;
  const previous = stored && stored.project !== null ? { id: stored.project, api: stored.api } : null;
  const place = url.places.find(({ api }) => api === previous?.api);
  if (previous && place) {
    const client = gitlabClient(options, place.api);
    try {
      return await requestProject(client, previous.id, signal);
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== "not_found") throw error;
    }
  }
  let first: unknown;
  for (const { api, project } of url.places) {
    try {
      const hostProject = await requestProject(gitlabClient(options, api), project, signal);
      if (previous && String(hostProject.project.id) !== previous.id) {
        throw new SourceError("not_found", message("source.other_project", { host: url.host }));
      }
      return hostProject;
    } catch (error) {
      // A server behind a prefix answers one of the later places.
      first ??= error;
      const isElsewhere = error instanceof SourceError && (error.code === "not_found" || error.code === "bad_answer");
      if (!isElsewhere || previous) throw first;
    }
  }
  throw first;
}

async function requestProject(client: RestClient, project: string, signal: AbortSignal): Promise<FoundProject> {
  const { data } = await client.get(`/projects/${encodeURIComponent(project)}`, "description", signal);
  const hostProject = client.read(Project, data);
  return { client, project: hostProject, path: `/projects/${hostProject.id}` };
}

/** The number of a header; null where the host does not count. */
export function parseCount(value: string | null): number | null {
  const number = value === null || value.trim() === "" ? NaN : Number(value);
  return Number.isInteger(number) && number >= 0 ? number : null;
}
