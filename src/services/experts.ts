import type { Expert, ExpertContext, ExpertPreference, ExpertsQuery, KnowledgeMap } from "../../contract/experts.ts";
import { validate } from "./responseGuard.ts";
import * as shapes from "./guards/experts.ts";
import type { Http } from "./http.ts";

export interface ExpertContextQuery extends ExpertsQuery {
  readonly issue?: string | undefined;
}
export interface KnowledgeMapQuery {
  readonly repository?: string | undefined;
  readonly folder?: string | undefined;
  readonly leave?: string | undefined;
}

const at = (slug: string, rest: string): string => `projects/${encodeURIComponent(slug)}/${rest}`;

/** Experts, the knowledge map, and whether the user may be recommended. */
export const createExpertsService = (http: Http) => ({
  project: (slug: string, query: ExpertsQuery, signal?: AbortSignal) =>
    validate(shapes.experts, http<Expert[]>("GET", at(slug, "experts"), { query: { ...query }, signal })),
  issue: (slug: string, issueId: string, signal?: AbortSignal) =>
    validate(
      shapes.experts,
      http<Expert[]>("GET", at(slug, `issues/${encodeURIComponent(issueId)}/experts`), { signal }),
    ),
  context: (slug: string, query: ExpertContextQuery, signal?: AbortSignal) =>
    validate(
      shapes.expertContext,
      http<ExpertContext>("GET", at(slug, "experts/context"), { query: { ...query }, signal }),
    ),
  map: (slug: string, query: KnowledgeMapQuery, signal?: AbortSignal) =>
    validate(shapes.knowledgeMap, http<KnowledgeMap>("GET", at(slug, "experts/map"), { query: { ...query }, signal })),
  preference: (signal?: AbortSignal) =>
    validate(shapes.expertPreference, http<ExpertPreference>("GET", "users/me/expert-preference", { signal })),
  setPreference: (recommended: boolean) =>
    validate(
      shapes.expertPreference,
      http<ExpertPreference>("PUT", "users/me/expert-preference", { body: { recommended } }),
    ),
});
export type ExpertsService = ReturnType<typeof createExpertsService>;
