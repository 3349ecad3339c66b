import { keyOf, project } from "./queryKey.ts";

/** The keys of what the page of an issue shows besides the issue; apart from the others, which each screen loads. */
export const issueKeys = {
  issueLocalization: (slug: string, issueId: string) => keyOf(project(slug), "localizeIssue", { issueId }),
  issueAnalysis: (slug: string, issueId: string) => keyOf(project(slug), "analyzeIssue", { issueId }),
  similarIssues: (slug: string, issueId: string) => keyOf(project(slug), "similarIssues", { issueId }),
  issueDocuments: (slug: string, issueId: string) => keyOf(project(slug), "issueDocuments", { issueId }),
  issueCommits: (slug: string, issueId: string) => keyOf(project(slug), "issueCommits", { issueId }),
  issueExperts: (slug: string, issueId: string) => keyOf(project(slug), "issueExperts", { issueId }),
  modelOrderOf: (slug: string, issue: string) => keyOf(project(slug), "orderFilesByModel", { issue }),
} as const;
