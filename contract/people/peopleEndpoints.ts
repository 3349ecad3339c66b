import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import {
  Expert,
  ExpertContext,
  ExpertContextQuery,
  ExpertPreference,
  ExpertsQuery,
  KnowledgeMap,
  KnowledgeMapQuery,
} from "./experts.ts";
import { PersonAnswer, PersonKnowledge, PersonPartQuery, PersonWork } from "./personPage.ts";
import { PersonMerge, PersonMergeBody, PersonsQuery, ProjectPerson } from "./persons.ts";

// A table: one call, one row.
/** Calls about persons and experts. */
// prettier-ignore
export const PEOPLE_ENDPOINTS = {
  listPersons: { method: "GET", path: "persons/", auth: "user", query: PersonsQuery, status: 200, response: z.array(ProjectPerson), runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  getPerson: { method: "GET", path: "projects/:id/people/:person/", auth: "user", status: 200, response: PersonAnswer, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  personWork: { method: "GET", path: "persons/work/", auth: "user", query: PersonPartQuery, status: 200, response: PersonWork, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  personKnowledge: { method: "GET", path: "persons/knowledge/", auth: "user", query: PersonPartQuery, status: 200, response: PersonKnowledge, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  mergePersons: { method: "POST", path: "persons/merges/", auth: "user", body: PersonMergeBody, status: 201, response: PersonMerge, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  undoPersonMerge: { method: "DELETE", path: "persons/merges/:mergeId/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  issueExperts: { method: "GET", path: "projects/:id/issues/:issueId/experts/", auth: "user", status: 200, response: z.array(Expert), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  projectExperts: { method: "GET", path: "projects/:id/experts/", auth: "user", query: ExpertsQuery, status: 200, response: z.array(Expert), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  expertContext: { method: "GET", path: "projects/:id/experts/context/", auth: "user", query: ExpertContextQuery, status: 200, response: ExpertContext, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  knowledgeMap: { method: "GET", path: "projects/:id/experts/map/", auth: "user", query: KnowledgeMapQuery, status: 200, response: KnowledgeMap, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  getExpertPreference: { method: "GET", path: "users/me/expert-preference/", auth: "user", status: 200, response: ExpertPreference, runs: "main", agents: false, expired: false, confirm: false },
  setExpertPreference: { method: "PUT", path: "users/me/expert-preference/", auth: "user", body: ExpertPreference, status: 200, response: ExpertPreference, runs: "main", agents: false, expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
