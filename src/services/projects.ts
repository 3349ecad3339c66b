import * as endpoints from "virtual:endpoints";
import type { BodySent } from "../../contract/callTypes.ts";
import type { ProjectRole } from "../../contract/projects.ts";
import type { Client } from "./client.ts";
import { listOf } from "./parseResponse.ts";
import { readAddedLinks } from "./readAccount.ts";
import { readProject, readProjectUser } from "./readProject.ts";

/** Projects and their members. A project's id is its slug. */
export const createProjectsService = ({ call, read, send }: Client) => ({
  list: (signal?: AbortSignal) => read(endpoints.listProjects, { signal }, listOf(readProject)),
  get: (id: string, signal?: AbortSignal) => read(endpoints.getProject, { params: { id }, signal }, readProject),
  create: (body: BodySent<"createProject">) => read(endpoints.createProject, { body }, readProject),
  rename: (id: string, name: string) => send(endpoints.updateProject, { params: { id }, body: { name } }),
  /** The front page of a project. Its path is outside of `projects`, so that a failure of it does not leave the page. */
  overview: (project: string, signal?: AbortSignal) => call(endpoints.getOverview, { query: { project }, signal }),
  /** What is deleted with the project. */
  contents: (project: string, signal?: AbortSignal) => call(endpoints.projectContents, { query: { project }, signal }),
  remove: (id: string) => send(endpoints.deleteProject, { params: { id } }),
  /** Starts a sync of all sources; progress arrives over the socket. */
  sync: (id: string) => send(endpoints.syncProject, { params: { id } }),
  users: (id: string, signal?: AbortSignal) =>
    read(endpoints.listProjectUsers, { params: { id }, signal }, listOf(readProjectUser)),
  /** @returns the links of the created invitations, which no other response contains */
  addUsers: (id: string, emails: readonly string[]) =>
    read(endpoints.addProjectUsers, { params: { id }, body: { emails } }, readAddedLinks),
  removeUsers: (id: string, emails: readonly string[]) =>
    send(endpoints.removeProjectUsers, { params: { id }, body: { emails } }),
  changeUserRole: (id: string, userId: string, role: ProjectRole) =>
    send(endpoints.changeProjectUser, { params: { id, userId }, body: { role } }),
});
export type ProjectsService = ReturnType<typeof createProjectsService>;
