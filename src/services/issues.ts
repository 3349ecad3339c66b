import type { Issue, IssuePage, IssuesQuery } from "../../contract/issues.ts";
import type { Localization } from "../../contract/localization.ts";
import type { Http } from "./http.ts";

const at = (slug: string, issueId: string, rest = ""): string =>
  `projects/${encodeURIComponent(slug)}/issues/${encodeURIComponent(issueId)}${rest}`;

/** Issues of a project, and where in the code one belongs. */
export const createIssuesService = (http: Http) => ({
  list: (slug: string, query: Partial<IssuesQuery>, signal?: AbortSignal) =>
    http<IssuePage>("GET", `projects/${encodeURIComponent(slug)}/issues`, { query: { ...query }, signal }),
  get: (slug: string, issueId: string, signal?: AbortSignal) => http<Issue>("GET", at(slug, issueId), { signal }),
  localization: (slug: string, issueId: string, signal?: AbortSignal) =>
    http<Localization>("GET", at(slug, issueId, "/localization"), { signal }),
});
export type IssuesService = ReturnType<typeof createIssuesService>;
