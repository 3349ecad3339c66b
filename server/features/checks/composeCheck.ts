import type { FastifyBaseLogger } from "fastify";
import type { CheckFinding } from "../../../contract/requests/requestChecks.ts";
import type { RequestFindings } from "../../../contract/requests/requestFindings.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { listSourcesOfIssues } from "../../db/tables/requests/requestCheckRuns.ts";
import type { RequestWithBody } from "../../db/tables/requests/requestDetails.ts";
import { listSourceAddresses } from "../../db/tables/sources/sources.ts";
import { type Language, message, sayIn } from "../../messages/messages.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { SourceResolver } from "../../sources/SourceResolver.ts";
import { findingsOfRequest } from "../requests/requestFindings.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import type { CheckFact, CheckRemark } from "../../sources/connector/checkTypes.ts";
import { plainCodeSpan } from "./plainCodeSpan.ts";
import { type Say, checkFactsOf, remarksOf } from "./plainFindings.ts";

/** What a check says: plain data, which passes between threads. */
export interface ComposedCheck {
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** Kinds of findings that it names and that may ask for action. */
  readonly findings: readonly CheckFinding[];
  /** Whether it names anything: people, issues, files or pages. */
  readonly hasFindings: boolean;
  /** The findings without Markdown, for hosts that show numbers, names and remarks at files. */
  readonly facts: readonly CheckFact[];
  readonly remarks: readonly CheckRemark[];
}

export interface HeadCheck extends ComposedCheck {
  /** The head of the request for which it was composed; null where the request has none. */
  readonly head: string | null;
  /** The changed lines were there to look at. */
  readonly hasLines: boolean;
}

interface CheckedRequest {
  readonly project: Pick<ProjectAccess, "id" | "slug" | "companyId">;
  readonly request: RequestWithBody;
  readonly language: Language;
  readonly log: FastifyBaseLogger;
}

/**
 * The text of the check of a request. Everyone who sees the repository reads it, so it names files and pages of that repository, issues of
 * the same place, and people who changed its files; what else was found is counted.
 */
export async function composeCheck(
  deps: CommitDeps,
  { project, request, language, log }: CheckedRequest,
  signal: AbortSignal,
): Promise<HeadCheck> {
  const findings = await findingsOfRequest(deps, { project, request, log, loadOf: "source" }, signal);
  const readable = await issuesHere(deps.db, project.id, request.source_id, findings);
  const hasLines = findings.status === "ready" && findings.has_lines;
  return { ...writeCheck(sharedFindings(findings, readable), language), head: request.head_hash, hasLines };
}

interface SharedFindings {
  readonly findings: RequestFindings;
  /** Issues and pages that are left out. */
  readonly hidden: number;
}

/**
 * The likely issues that everyone who sees the request may read: those of the same place, where the host has the same readers for both. At
 * GitLab the issues of a public project may be for its members alone.
 */
export async function issuesHere(
  db: Db,
  projectId: string,
  sourceId: string,
  { issues }: Pick<RequestFindings, "issues">,
): Promise<ReadonlySet<string>> {
  const addresses = await listSourceAddresses(db, projectId);
  const provider = addresses.find(({ id }) => id === sourceId)?.provider ?? "";
  if (providerRulesOf(provider).readersReadCode !== true) return new Set();
  const ids = issues.map(({ issue }) => issue.id);
  const rows = await listSourcesOfIssues(db, ids);
  const resolver = new SourceResolver(addresses);
  const here = new Set(resolver.atSameLocation(sourceId, [...new Set(rows.map((row) => row.source_id))]));
  return new Set(rows.flatMap(({ id, source_id: source }) => (here.has(source) ? [id] : [])));
}

/**
 * The findings that everyone who sees the repository may read, without the issues that the request names itself.
 * @param findings with the reviews that wait in this repository alone
 * @param readable ids of issues that everyone there may read
 */
export function sharedFindings(findings: RequestFindings, readable: ReadonlySet<string>): SharedFindings {
  const likely = findings.issues.filter(({ how }) => how === "likely");
  const issues = likely.filter(({ issue }) => readable.has(issue.id));
  const pages = findings.pages.filter(({ source }) => source === findings.source);
  // Another repository, or a review at another host, is no reason that everyone here may read.
  const reviewers = findings.reviewers.filter(
    ({ functions, reasons }) => functions.length > 0 || reasons.some(({ code }) => isOfRepository(code)),
  );
  const hidden = likely.length - issues.length + findings.pages.length - pages.length;
  return { findings: { ...findings, issues, pages, reviewers }, hidden };
}

/** Reasons that rest on the repository of the request alone. */
const REASONS = { files: "checks.files", folders: "checks.folders" } as const;
const MENTIONS = { gone: "checks.gone", changed: "checks.changed" } as const;

const isOfRepository = (code: string): code is keyof typeof REASONS => Object.hasOwn(REASONS, code);

/** The findings as a title and Markdown. */
export function writeCheck({ findings, hidden }: SharedFindings, language: Language): ComposedCheck {
  const { status, missing, pages } = findings;
  const about = ABOUT[status];
  const say = sayIn(language);
  const parts = [
    ...peopleAndIssues(findings, say),
    ...filesAndPages(findings, say),
    ...(hidden > 0 ? [say(message("checks.elsewhere", { count: hidden }))] : []),
  ];
  const count = missing.length + pages.length;
  const quiet = say(message(quietTitle(findings, parts.length > 0)));
  if (parts.length === 0) parts.push(say(message(about, { count: findings.files })));
  if (status === "ready" && !findings.has_lines) parts.push(say(message("checks.names_only")));
  return {
    title: count > 0 ? say(message("checks.action", { count })) : quiet,
    summary: parts.join("\n\n"),
    findings: [...(missing.length > 0 ? ["missing" as const] : []), ...(pages.length > 0 ? ["pages" as const] : [])],
    hasFindings: findings.reviewers.length + findings.issues.length + count > 0,
    facts: checkFactsOf(findings, say),
    remarks: remarksOf(findings, say),
  };
}

/** The title where nothing asks for action: what the check names first. */
function quietTitle({ reviewers, issues, status }: RequestFindings, hasParts: boolean) {
  if (reviewers.length > 0) return issues.length > 0 ? "checks.quiet_both" : "checks.reviewers";
  if (issues.length > 0) return "checks.likely";
  return hasParts ? "checks.quiet" : status === "ready" ? "checks.nothing" : "checks.unknown";
}

/** What a check says that has nothing else to say. */
const ABOUT = {
  ready: "checks.nothing_about",
  unindexed: "checks.unindexed_about",
  unavailable: "checks.unavailable_about",
} as const;

const spans = (names: readonly string[]): string => names.map(plainCodeSpan).join(", ");

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`### ${title}`, lines.map((line) => `- ${line}`).join("\n")];

function peopleAndIssues({ reviewers, issues }: RequestFindings, say: Say): string[] {
  const people = reviewers.map(({ person, functions, reasons, load }) => {
    const codes = reasons.flatMap(({ code, points }) => (isOfRepository(code) && points > 0 ? [code] : []));
    // Who changed the files changed files in their folders: it is said of those who only did that.
    const named = codes.includes("files") ? (["files"] as const) : codes;
    const why = [
      ...(functions.length > 0 ? [say(message("checks.functions", { names: spans(functions) }))] : []),
      ...named.map((code) => say(message(REASONS[code]))),
      ...(load > 0 ? [say(message("checks.load", { count: load }))] : []),
    ];
    return `${plainCodeSpan(person.name)}: ${why.join("; ")}`;
  });
  const likely = issues.map(({ issue, path }) => {
    const place = say(message("checks.likely_place", { path: plainCodeSpan(path ?? "") }));
    return `${plainCodeSpan(`${issue.key} ${issue.title}`)}: ${place}`;
  });
  return [...section(say(message("checks.reviewers")), people), ...section(say(message("checks.likely")), likely)];
}

function filesAndPages({ missing, pages }: RequestFindings, say: Say): string[] {
  const files = missing.map(({ path, changed, together, of }) => {
    const counts = say(message("checks.together", { together, count: of, path: plainCodeSpan(changed) }));
    return `${plainCodeSpan(path)}: ${counts}`;
  });
  const named = pages.map(
    ({ path, how, names }) => `${plainCodeSpan(path)}: ${say(message(MENTIONS[how], { names: spans(names) }))}`,
  );
  return [...section(say(message("checks.missing")), files), ...section(say(message("checks.pages")), named)];
}
