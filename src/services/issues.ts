import type { Analysis, CommitsSince, SimilarIssue } from "../../contract/analysis.ts";
import type { RelatedDocument } from "../../contract/documents.ts";

import type { Issue, IssuePage, IssuesQuery } from "../../contract/issues.ts";
import type { FeedbackBody, Localization, LocalizeBody } from "../../contract/localization.ts";
import { validate } from "./responseGuard.ts";
import * as shapes from "./guards/issues.ts";
import type { Http } from "./http.ts";

const at = (slug: string, issueId: string, rest = ""): string =>
  `projects/${encodeURIComponent(slug)}/issues/${encodeURIComponent(issueId)}${rest}`;

/** Issues of a project, and their localization. */
export const createIssuesService = (http: Http) => ({
  list: (slug: string, query: Partial<IssuesQuery>, signal?: AbortSignal) =>
    validate(
      shapes.issuePage,
      http<IssuePage>("GET", `projects/${encodeURIComponent(slug)}/issues`, { query: { ...query }, signal }),
    ),
  get: (slug: string, issueId: string, signal?: AbortSignal) =>
    validate(shapes.issue, http<Issue>("GET", at(slug, issueId), { signal })),
  localization: (slug: string, issueId: string, signal?: AbortSignal) =>
    validate(shapes.localization, http<Localization>("GET", at(slug, issueId, "/localization"), { signal })),
  analysis: (slug: string, issueId: string, signal?: AbortSignal) =>
    validate(shapes.analysis, http<Analysis>("GET", at(slug, issueId, "/analysis"), { signal })),
  similar: (slug: string, issueId: string, signal?: AbortSignal) =>
    validate(shapes.similarIssues, http<SimilarIssue[]>("GET", at(slug, issueId, "/similar"), { signal })),
  documents: (slug: string, issueId: string, signal?: AbortSignal) =>
    validate(shapes.relatedDocuments, http<RelatedDocument[]>("GET", at(slug, issueId, "/documents"), { signal })),
  /** Commits since the report that touched one of the likely files. */
  commits: (slug: string, issueId: string, signal?: AbortSignal) =>
    validate(shapes.commitsSince, http<CommitsSince>("GET", at(slug, issueId, "/commits"), { signal })),
  /** Localizes a text that is in no tracker. */
  localizeText: (slug: string, body: LocalizeBody, signal?: AbortSignal) =>
    validate(
      shapes.localization,
      http<Localization>("POST", `projects/${encodeURIComponent(slug)}/localize`, { body, signal }),
    ),
  /** Stores a verdict on one file of an answer. */
  giveFeedback: (slug: string, body: FeedbackBody) =>
    http<null>("POST", `projects/${encodeURIComponent(slug)}/localize/feedback`, { body }),
});
export type IssuesService = ReturnType<typeof createIssuesService>;
