import type { Project, ProjectBody, ProjectContents, ProjectRole, ProjectUser } from "../../contract/projects.ts";
import { validate } from "./responseGuard.ts";
import type { Http } from "./http.ts";
import { parseWith, parseList } from "./parseResponse.ts";
import { readAddedLinks } from "./readAccount.ts";
import { readProject, readProjectUser } from "./readProject.ts";
import { projectContents } from "./guards/projects.ts";
import type { Result } from "./result.ts";

const at = (slug: string, rest = ""): string => `projects/${encodeURIComponent(slug)}${rest}`;

/** Projects and their members. A project's id is its slug. */
export const createProjectsService = (http: Http) => ({
  list: async (signal?: AbortSignal): Promise<Result<Project[]>> =>
    parseWith(await http<unknown>("GET", "projects", { signal }), (answer) => parseList(answer, readProject)),
  get: async (slug: string, signal?: AbortSignal): Promise<Result<Project>> =>
    parseWith(await http<unknown>("GET", at(slug), { signal }), readProject),
  create: async (body: ProjectBody): Promise<Result<Project>> =>
    parseWith(await http<unknown>("POST", "projects", { body }), readProject),
  rename: (slug: string, name: string) => http<Project>("PUT", at(slug), { body: { name } }),
  /** What is deleted with the project. */
  contents: (slug: string, signal?: AbortSignal) =>
    validate(projectContents, http<ProjectContents>("GET", "project-contents", { query: { project: slug }, signal })),
  remove: (slug: string) => http<null>("DELETE", at(slug)),
  /** Starts a sync of all sources; progress arrives over the socket. */
  sync: (slug: string) => http<Project>("POST", at(slug, "/sync")),
  users: async (slug: string, signal?: AbortSignal): Promise<Result<ProjectUser[]>> =>
    parseWith(await http<unknown>("GET", at(slug, "/users"), { signal }), (answer) =>
      parseList(answer, readProjectUser),
    ),
  /** @returns the links of the created invitations, which no other response contains */
  addUsers: async (slug: string, emails: readonly string[]): Promise<Result<{ email: string; link: string }[]>> =>
    parseWith(await http<unknown>("POST", at(slug, "/users"), { body: { emails } }), readAddedLinks),
  removeUsers: (slug: string, emails: readonly string[]) =>
    http<null>("DELETE", at(slug, "/users"), { body: { emails } }),
  changeUserRole: (slug: string, userId: string, role: ProjectRole) =>
    http<ProjectUser>("PUT", at(slug, `/users/${encodeURIComponent(userId)}`), { body: { role } }),
});
export type ProjectsService = ReturnType<typeof createProjectsService>;
