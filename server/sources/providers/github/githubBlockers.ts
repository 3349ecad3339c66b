import { z } from "zod";
import type { TrackerIssue } from "../../connector/trackerTypes.ts";
import { HostNumber, HostUrl } from "../../rest/hostFields.ts";
import { optionalField } from "../../rest/optionalField.ts";
import { SourceError } from "../../SourceError.ts";
import { type GithubApi, type GithubOptions, readRowsOf } from "./githubApi.ts";
import { type ListedIssue, linkAt } from "./githubWorkflow.ts";

const Blocker = z.object({
  number: HostNumber,
  title: z.string(),
  html_url: HostUrl,
  repository: optionalField(z.object({ private: z.boolean().nullish() })),
});
/** GitHub allows 50 of them. */
const MAX_BLOCKERS = 100;

/** The issues with those that block them: one request for each issue that has any, and none for all others. */
export async function withBlockers(
  api: GithubApi,
  { url, onSkipped }: GithubOptions,
  issues: readonly ListedIssue[],
  signal: AbortSignal,
): Promise<TrackerIssue[]> {
  const complete: TrackerIssue[] = [];
  for (const { blockers, ...issue } of issues) {
    if (blockers === 0 || !issue.workflow) {
      complete.push(issue);
      continue;
    }
    const route = `GET ${await api.path(signal)}/issues/${issue.number}/dependencies/blocked_by`;
    const answer = await api.request(route, "page", { per_page: MAX_BLOCKERS }, signal).catch((error: unknown) => {
      if (error instanceof SourceError && ["not_found", "gone"].includes(error.code)) return null;
      throw error;
    });
    const rows = answer ? readRowsOf(Blocker, answer.data, url.host, onSkipped) : [];
    const links = rows.flatMap((row) =>
      linkAt("blocked_by", row.html_url, issue.url, row.repository?.private === false ? row.title : null),
    );
    complete.push({ ...issue, workflow: { ...issue.workflow, links: [...issue.workflow.links, ...links] } });
  }
  return complete;
}
