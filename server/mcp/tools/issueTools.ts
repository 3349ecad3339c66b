/** Issues: a list of them, one, and those that are like it. */
import { shortHash } from "../../../contract/code/shortHash.ts";
import { z } from "zod";
import { ISSUE_SORTS, ISSUE_STATES, ISSUE_TYPES } from "../../../contract/constants.ts";
import type { QueryOf } from "../../../contract/endpoints.ts";
import type { Issue, IssueRow } from "../../../contract/issues/issues.ts";
import type { OpenProject } from "../RequestScope.ts";
import { compose, type Draft } from "../tokenBudget.ts";
import { issueHref, tabHref } from "../appLinks.ts";
import { sourcesOf } from "../namedSources.ts";
import { staleness } from "../sourceStaleness.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine, quotedNames, plainKey, quotedBody } from "../untrusted.ts";
import { withoutComments } from "../withoutComments.ts";
import { ISSUE, LINE, OFFSET, QUERY, LINES_VERSION } from "./arguments.ts";
import { counted } from "./counted.ts";
import { paged } from "./paged.ts";
import { workflowLines } from "./issueWorkflowLines.ts";
import { versionedText, wrappedLines } from "./textLines.ts";

const PAGE_SIZE = 20;
/** Characters of a cursor, about. */
const CURSOR_LENGTH = 100;
/** Numbers of likely places, duplicates and fixes that are shown with an issue. */
const MAX_PLACES = 3;
const issue = ISSUE.describe("#12, ABC-12, tern#12, address, id");

const listOf = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

/** The page with the same issues: without `state` it shows the open ones. */
const pageOf = (
  project: OpenProject,
  { state, label, assignee, type, q }: Pick<QueryOf<"listIssues">, "state" | "label" | "assignee" | "type" | "q">,
): string =>
  tabHref(project, "issues", [
    ["state", state[0] ?? "all"],
    ...label.map((value): [string, string] => ["label", value]),
    ...assignee.map((value): [string, string] => ["assignee", value]),
    ...type.map((value): [string, string] => ["type", value]),
    ...(q === undefined ? [] : ([["q", q]] satisfies [string, string][])),
  ]);

export const listIssues = tool({
  name: "list_issues",
  title: "List issues",
  description: "Issues of a project, filtered and sorted.",
  input: {
    state: z.enum(ISSUE_STATES).optional(),
    label: z.array(z.string().max(200)).max(10).default([]),
    assignee: z.string().max(200).optional().describe("Name or none"),
    type: z.enum(ISSUE_TYPES).optional(),
    query: QUERY.optional(),
    sort: z.enum(ISSUE_SORTS).default("-updated_at"),
    cursor: z.string().max(500).optional(),
  },
  draft: async (scope, { project: slug, query: q, state, assignee, type, ...rest }, limit) => {
    const project = scope.project(slug);
    const filter = { ...rest, q, state: listOf(state), assignee: listOf(assignee), type: listOf(type) };
    const listPage = (size: number) => project.invoke("listIssues", { query: { ...filter, limit: size } });
    const [page, about] = await Promise.all([listPage(PAGE_SIZE), project.invoke("getProject")]);
    const trackers = sourcesOf(about).filter(({ kind }) => kind === "tracker");
    if (page.count === 0 && trackers.length > 0 && trackers.every(({ sync }) => sync.finished_at === null)) {
      throw toolRefusal("stale_source", "No tracker has been read yet. Ask again later.", staleness(trackers));
    }
    const rows = page.results.map((row) => presentRow(project, row));
    const next = (shown: number, cursor: string) => `${shown} of them are shown. Continue with cursor=${cursor}`;
    const draftOf = (length: number, cursor: string | null): Draft => ({
      lead: [
        trackers.length === 0
          ? "The project has no tracker, so it has no issues."
          : page.count === 0
            ? "No issue matches."
            : `${counted(page.count, "issue")} ${page.count === 1 ? "matches" : "match"}.`,
        `Page: ${pageOf(project, filter)}`,
      ],
      fenced: staleness(trackers),
      blocks: rows.slice(0, length),
      // While the length is sought, fewer rows than all are shown, and a text as long as a cursor replaces it.
      more: (shown) =>
        shown < length
          ? next(shown, cursor ?? "x".repeat(CURSOR_LENGTH))
          : cursor === null
            ? null
            : next(shown, cursor),
    });
    // A cursor is the end of a page: the page is requested again with the length that is shown, until its own cursor fits as well.
    let [length, cursor] = [rows.length, page.next];
    for (;;) {
      const draft = draftOf(length, cursor);
      const { shown } = compose(draft, limit);
      if (shown === 0 || shown === length) return draft;
      length = shown;
      ({ next: cursor } = await listPage(length));
    }
  },
});

export const getIssue = tool({
  name: "get_issue",
  title: "Get issue",
  description: "One issue: facts, analysis, likely places and fixes, text and comments.",
  input: { issue, from_line: LINE.default(1), version: LINES_VERSION },
  output: { issue: z.string(), state: z.string() },
  draft: async (scope, { project: slug, issue: requested, from_line: from, version }) => {
    const project = await scope.projectOf(slug, requested);
    const { id } = await project.issueNamed(requested);
    const [issue, analysis, places] = await Promise.all([
      project.invoke("getIssue", { params: { issueId: id } }),
      project.invoke("analyzeIssue", { params: { issueId: id } }),
      // The next question about an issue is usually where it is, so the first places are included.
      project.invoke("localizeIssue", { params: { issueId: id } }),
    ]);
    const { type, severity, area, fixed, duplicates } = analysis;
    const judged = [type.value && `type ${type.value}`, severity.value && `severity ${severity.value}`].filter(Boolean);
    const missing = analysis.report?.filter((check) => !check.found).map(({ code }) => code) ?? [];
    const sure = places.confidence === "low" ? " (not sure)" : "";
    const likely = places.files
      .slice(0, MAX_PLACES)
      .map(({ path, functions: [best] }) =>
        best
          ? `likely place${sure}, line ${best.start_line}: ${quotedNames([path, best.name])}`
          : `likely place${sure}: ${quotedNames([path])}`,
      );
    const joined = [
      ...(area.value ? [`judged to be about: ${singleLine(area.value)}`] : []),
      ...likely,
      ...duplicates.slice(0, MAX_PLACES).map(({ issue: other, score, is_marked: marked }) => {
        const share = Math.round(score * 100);
        const how = marked ? "marked as a duplicate" : "perhaps a duplicate";
        return `${how}, ${other.state}, ${share} %: ${singleLine(other.key)} ${singleLine(other.title)}`;
      }),
      ...fixed
        .slice(0, MAX_PLACES)
        .map(
          ({ commit }) =>
            `perhaps fixed by: ${shortHash(commit.hash)} ${commit.at.slice(0, 10)} ${singleLine(commit.title)}`,
        ),
    ];
    // One text has all of it, so that a client with the smallest limit reads it line by line.
    const lines = wrappedLines([...joined, issueText(issue)].join("\n"));
    const text = versionedText(lines, { from, version });
    return {
      ...text,
      lead: [
        `Issue ${plainKey(issue.key)}, ${issue.state}, opened ${issue.created_at}, ${counted(issue.comments, "comment")}. Page: ${issueHref(project, issue.address)}`,
        ...(judged.length > 0 ? [`Judged: ${judged.join(", ")}.`] : []),
        ...(missing.length > 0 ? [`The report lacks: ${missing.join(", ")}.`] : []),
        ...text.lead,
      ],
      data: () => ({ issue: singleLine(issue.key), state: issue.state }),
    };
  },
});

export const similarIssuesTool = tool({
  name: "similar_issues",
  title: "Similar issues",
  description: "Issues like this one, duplicates first, with the commits that fixed them.",
  input: { issue, offset: OFFSET },
  draft: async (scope, { project: slug, issue: requested, offset: from }) => {
    const project = await scope.projectOf(slug, requested);
    const { id, address } = await project.issueNamed(requested);
    const [all, about] = await Promise.all([
      project.invoke("similarIssues", { params: { issueId: id } }),
      project.invoke("getProject"),
    ]);
    const trackers = sourcesOf(about).filter(({ kind }) => kind === "tracker");
    return paged({
      all,
      from,
      lead: [
        all.length === 0
          ? "No similar issue."
          : `The ${counted(all.length, "most similar issue")}. Page: ${issueHref(project, address)}`,
      ],
      fenced: staleness(trackers),
      present: ({ issue: other, score, is_duplicate: same, terms, fixes }) =>
        [
          `- ${singleLine(other.key)} (${other.state}, ${Math.round(score * 100)} %${same ? ", duplicate" : ""}) ${issueHref(project, other.address)} ${singleLine(other.title)}`,
          `    shares: ${terms.slice(0, 8).map(singleLine).join(", ")}`,
          ...fixes.map((fix) => `    fixed by ${shortHash(fix.hash)} ${singleLine(fix.title)}`),
        ].join("\n"),
    });
  },
});

function presentRow(project: OpenProject, row: IssueRow): string {
  const files = quotedNames(row.analysis?.likely_files.slice(0, 3) ?? []);
  return [
    `- ${singleLine(row.key)} (${row.state}, updated ${row.updated_at.slice(0, 10)}) ${issueHref(project, row.address)} ${singleLine(row.title)}`,
    ...(row.assignees.length > 0 ? [`    assigned to ${quotedNames(row.assignees.map(({ name }) => name))}`] : []),
    ...(row.labels.length > 0 ? [`    labels: ${quotedNames(row.labels)}`] : []),
    ...(row.marks.length > 0 ? [`    marks: ${quotedNames(row.marks.map(({ text }) => text))}`] : []),
    ...(files ? [`    likely files: ${files}`] : []),
  ].join("\n");
}

/** Everything that people wrote into an issue, as one text. */
function issueText(issue: Issue): string {
  return [
    `# ${singleLine(issue.title)}`,
    `author: ${singleLine(issue.author?.name ?? "unknown")}`,
    ...(issue.assignees.length > 0 ? [`assigned to ${quotedNames(issue.assignees.map(({ name }) => name))}`] : []),
    ...(issue.labels.length > 0 ? [`labels: ${quotedNames(issue.labels)}`] : []),
    ...(issue.marks.length > 0 ? [`marks: ${quotedNames(issue.marks.map(({ text }) => text))}`] : []),
    ...workflowLines(issue),
    `at ${singleLine(issue.url)}`,
    "",
    ...quotedBody(withoutComments(issue.body)),
    ...issue.comment_list.flatMap(({ author, created_at: at, body }) => [
      "",
      `## Comment, ${at}, by ${singleLine(author?.name ?? "unknown")}`,
      ...quotedBody(withoutComments(body)),
    ]),
  ].join("\n");
}
