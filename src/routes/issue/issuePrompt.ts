import type { Analysis, CommitsSince, SimilarIssue } from "../../../contract/issues/analysis.ts";
import type { RelatedDocument } from "../../../contract/documents/documents.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import type { Localization, LocalizedFile, Reason } from "../../../contract/issues/localization.ts";
import { largest } from "../../domain/extremes.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { byPoints, findPenalty } from "../../domain/localizationReasons.ts";
import type { Translation } from "../../i18n/useTranslation.ts";
import { cutToTokens, estimateTokens } from "./promptTokens.ts";
import { PROMPT_LIMIT } from "./promptLimit.ts";

/** Shares of the limit: the issue's text, and all comments. The evidence gets the remainder. */
const BODY_SHARE = 0.4;
const COMMENTS_SHARE = 0.1;
const SHOWN_TERMS = 8;

type T = Translation<"issuePage">["t"];

const quote = (text: string): string => text.replace(/^/gm, "> ");

/** A code fence longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = largest(
    (text.match(/`+/g) ?? []).map((run) => run.length),
    2,
  );
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function shortened(text: string, limit: number, t: T): string {
  const cut = cutToTokens(text, limit);
  return cut === text ? text : `${cut}\n${t("prompt.cut")}`;
}

function reasonLine(reason: Reason, t: T): string {
  const penalty = reason.code === "penalty" ? findPenalty(reason) : undefined;
  const sentence = penalty ? t(`penalty.${penalty}`) : t(`reason.${reason.code}`);
  const terms = penalty ? [] : reason.terms.slice(0, SHOWN_TERMS).map((term) => `\`${term.replaceAll("`", "")}\``);
  const commits = reason.commits.slice(0, 3).map(({ hash, title }) => `${shortHash(hash)} ${title}`);
  return `   - ${sentence}${terms.length > 0 ? `: ${terms.join(", ")}` : ""}${commits.map((commit) => `\n     - ${commit}`).join("")}`;
}

function fileEntry(file: LocalizedFile, rank: number, t: T): string {
  const functions = file.functions.map(({ name, start_line, end_line }) => `\`${name}\` (${start_line}–${end_line})`);
  return [
    `${rank}. \`${file.path}\``,
    ...byPoints(file.reasons).map((reason) => reasonLine(reason, t)),
    ...(functions.length > 0 ? [`   - ${t("prompt.functions")}: ${functions.join(", ")}`] : []),
  ].join("\n");
}

const codeEntry = (file: LocalizedFile, t: T): string =>
  file.snippet === null
    ? ""
    : `### \`${file.path}\`: ${t("prompt.code", { line: file.snippet.start_line })}\n\n${fenced(file.snippet.lines.join("\n"), file.language ?? "")}`;

/** Data of the other panels; what is not loaded is omitted. */
export interface PromptContext {
  readonly analysis: Analysis | null;
  readonly similar: readonly SimilarIssue[];
  readonly commits: CommitsSince["commits"];
  readonly documents: readonly RelatedDocument[];
  /** The highest ranked first, with the sentences of their strongest reasons. */
  readonly people: readonly { readonly name: string; readonly reasons: readonly string[] }[];
}
const NO_CONTEXT: PromptContext = { analysis: null, similar: [], commits: [], documents: [], people: [] };
const LISTED = 5;

/** Titles are untrusted: they are reduced to one line of limited length. */
const oneLine = (text: string): string => cutToTokens(text.replace(/\s+/g, " ").trim(), 40);

/** The other panels, the most useful first; each is a heading and a list, and is included whole or not at all. */
function contextParts({ analysis, similar, commits, documents, people }: PromptContext, t: T): string[] {
  const section = (heading: string, lines: readonly string[]): string =>
    lines.length === 0 ? "" : `## ${heading}\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
  const facts = analysis
    ? [
        ...(analysis.type.value ? [`${t("analysis.type")}: ${t(`analysis.types.${analysis.type.value}`)}`] : []),
        ...(analysis.area.value ? [`${t("analysis.area")}: ${oneLine(analysis.area.value)}`] : []),
        ...(analysis.severity.value
          ? [`${t("analysis.severity")}: ${t(`analysis.severities.${analysis.severity.value}`)}`]
          : []),
        ...(analysis.report ?? [])
          .filter(({ found }) => !found)
          .map(({ code }) => `${t("analysis.isMissing")}: ${t(`analysis.checks.${code}`)}`),
        ...analysis.fixed
          .slice(0, 2)
          .map(({ commit }) => `${t("statusNotices.fixed")}: ${shortHash(commit.hash)} ${oneLine(commit.title)}`),
      ]
    : [];
  return [
    section(t("prompt.analysis"), facts),
    section(
      t("prompt.similar"),
      similar
        .slice(0, LISTED)
        .map(
          ({ issue, fixes }) =>
            `${issue.key} ${oneLine(issue.title)} (${issue.state})${fixes[0] ? `: ${shortHash(fixes[0].hash)} ${oneLine(fixes[0].title)}` : ""}`,
        ),
    ),
    section(
      t("prompt.commits"),
      commits
        .slice(0, LISTED)
        .map(({ hash, title, files }) => `${shortHash(hash)} ${oneLine(title)} (${files.join(", ")})`),
    ),
    section(
      t("prompt.experts"),
      people
        .slice(0, LISTED)
        .map(({ name, reasons }) => `${oneLine(name)}${reasons.length > 0 ? `: ${reasons.join("; ")}` : ""}`),
    ),
    section(
      t("prompt.pages"),
      documents.slice(0, LISTED).map(({ title, url }) => `${oneLine(title)} ${cutToTokens(url, 80)}`),
    ),
  ];
}

/**
 * The issue and the evidence about its localization, as Markdown for a coding assistant. Texts of users are quoted, so that they read as a
 * report and not as an instruction. Parts are added by priority as long as they fit.
 *
 * @returns at most `limit` tokens by `estimateTokens`
 */
export function issuePrompt(
  issue: Pick<Issue, "key" | "title" | "url" | "body" | "comment_list">,
  localization: Localization,
  t: T,
  more: PromptContext = NO_CONTEXT,
  limit: number = PROMPT_LIMIT,
): string {
  const title = cutToTokens(issue.title.replace(/\s+/g, " "), Math.floor(limit / 20));
  const parts = [
    t("prompt.task"),
    `## ${t("prompt.issue")} ${cutToTokens(issue.key, 60)}: ${title}\n\n${cutToTokens(issue.url, 200)}`,
  ];
  const tokensOf = (more: readonly string[]): number => estimateTokens([...parts, ...more].join("\n\n"));
  const addIfFits = (...more: string[]): boolean => {
    const fitting = more.filter((part) => part !== "");
    if (fitting.length === 0 || tokensOf(fitting) > limit) return false;
    parts.push(...fitting);
    return true;
  };

  if (issue.body.trim() !== "") {
    // Quoting adds a character or two per line: the quoted text is truncated again if needed.
    let share = limit * BODY_SHARE;
    const section = () =>
      `## ${t("prompt.description")}\n\n${quote(shortened(issue.body.trim(), Math.floor(share), t))}`;
    while (share > 20 && estimateTokens(section()) > limit * BODY_SHARE + 40) share *= 0.7;
    addIfFits(section());
  }

  const { files, confidence, repositories } = localization;
  const lookedAt = repositories
    .filter(({ commit }) => commit !== null)
    .map(({ name, commit }) => t("localization.repository", { name, commit: shortHash(commit ?? "") }));
  const confidenceText = `${t(`localization.confidence.${confidence}`)}. ${t(`localization.confidence.${confidence}Text`)}`;
  if (files.length > 0) {
    addIfFits(
      `## ${t("prompt.localization")}`,
      t("prompt.confidence", { text: confidenceText }),
      lookedAt.length > 0 ? `${t("prompt.lookedAt")}: ${lookedAt.join(", ")}` : "",
    );
  }
  for (const [at, file] of files.entries()) if (!addIfFits(fileEntry(file, at + 1, t))) break;
  for (const part of contextParts(more, t)) addIfFits(part);
  for (const file of files) addIfFits(codeEntry(file, t));

  const comments = issue.comment_list.map(({ author, body }) =>
    quote(`**${author?.name ?? t("article.noAuthor")}**: ${shortened(body.trim(), (limit * COMMENTS_SHARE) / 2, t)}`),
  );
  if (comments.length > 0) {
    const [first = "", ...others] = comments;
    if (addIfFits(`## ${t("prompt.comments")}`, first)) for (const comment of others) if (!addIfFits(comment)) break;
  }
  return parts.join("\n\n");
}

/** The same for a text that is in no tracker. */
export function textPrompt(
  { title, text }: { readonly title: string; readonly text: string },
  localization: Localization,
  t: T,
): string {
  const pasted = { key: "", title, url: "", body: text, comment_list: [] };
  return issuePrompt(pasted, localization, t);
}
