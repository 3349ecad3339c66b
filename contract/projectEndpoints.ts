import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { Overview, OverviewQuery } from "./overview.ts";
import {
  AddedProjectUser,
  EmailsBody,
  Project,
  ProjectBody,
  ProjectUpdate,
  ProjectUser,
  ProjectUserBody,
} from "./projects.ts";

// A table: one call, one row.
/** Calls about projects and their users. */
// prettier-ignore
export const PROJECT_ENDPOINTS = {
  listProjects: { method: "GET", path: "projects/", auth: "user", status: 200, response: z.array(Project), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  createProject: { method: "POST", path: "projects/", auth: "user", body: ProjectBody, status: 201, response: Project, runs: "main", agents: false, expired: false, confirm: false },
  getProject: { method: "GET", path: "projects/:id/", auth: "user", status: 200, response: Project, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  updateProject: { method: "PUT", path: "projects/:id/", auth: "user", body: ProjectUpdate, status: 200, response: Project, runs: "main", agents: false, expired: false, confirm: false },
  deleteProject: { method: "DELETE", path: "projects/:id/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: true },
  syncProject: { method: "POST", path: "projects/:id/sync/", auth: "user", status: 202, response: Project, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  listProjectUsers: { method: "GET", path: "projects/:id/users/", auth: "user", status: 200, response: z.array(ProjectUser), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  addProjectUsers: { method: "POST", path: "projects/:id/users/", auth: "user", body: EmailsBody, status: 200, response: z.array(AddedProjectUser), runs: "main", agents: false, expired: false, confirm: false },
  removeProjectUsers: { method: "DELETE", path: "projects/:id/users/", auth: "user", body: EmailsBody, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  changeProjectUser: { method: "PUT", path: "projects/:id/users/:userId/", auth: "user", body: ProjectUserBody, status: 200, response: ProjectUser, runs: "main", agents: false, expired: false, confirm: false },
  getOverview: { method: "GET", path: "overview/", auth: "user", query: OverviewQuery, status: 200, response: Overview, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
