/** What reports at Bitbucket Cloud and at Bitbucket Data Center have in common. */
import type { RequestReport } from "../../connector/checkTypes.ts";
import type { WriterAccount } from "../../connector/writerTypes.ts";

/** Characters of a title or a summary, and of details, that Bitbucket shows. */
export const MAX_LINE = 450;
export const MAX_DETAILS = 2000;
/** Prefix of the ids of reports, annotations and build statuses, which Bitbucket compares. */
export const REPORT_PREFIX = "clew-";
/** What an access token of a repository is called: it has no user. */
export const TOKEN_ACCOUNT: WriterAccount = { id: "access token", name: "access token" };

export const cutText = (text: string, length: number): string => Array.from(text).slice(0, length).join("");

/** The facts of a report in the form of Code Insights. */
export const reportData = (facts: RequestReport["facts"]) =>
  facts.map(({ title, value }) => ({
    title: cutText(title, MAX_LINE),
    type: typeof value === "number" ? "NUMBER" : "TEXT",
    value: typeof value === "number" ? value : cutText(value, MAX_LINE),
  }));

/**
 * The build status of a report. One is made only where the team has chosen findings that ask for action, since a successful one would count as
 * a build.
 * @param stored the state of the status that the host has; null for none
 * @returns null where nothing is to be written
 */
export function statusToWrite(
  key: string,
  { title, pageUrl, asksForAction, mayAskForAction }: RequestReport,
  stored: string | null,
) {
  const state = asksForAction ? "FAILED" : "SUCCESSFUL";
  if (stored === state || (stored === null && !mayAskForAction)) return null;
  return { key, state, name: "Clew", url: pageUrl, description: cutText(title, MAX_LINE) };
}
