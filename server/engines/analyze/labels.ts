import type { ISSUE_TYPES, SEVERITIES } from "../../../contract/constants.ts";

export type IssueType = (typeof ISSUE_TYPES)[number];
export type Severity = (typeof SEVERITIES)[number];

/** Words of labels, in English and Turkish, that give an issue's type. The first match counts. */
const TYPES: readonly (readonly [IssueType, RegExp])[] = [
  ["bug", /^(bugs?|defects?|crash(es)?|regressions?|faults?|errors?|broken|hata|kusur|ariza)$/],
  ["documentation", /^(docs?|documentation|dokumantasyon|belge(ler|leme)?)$/],
  ["question", /^(questions?|support|help|discussions?|usage|soru|destek|tartisma)$/],
  [
    "feature",
    /^(features?|enhancements?|improvements?|feature request|rfe|proposal|idea|ozellik|iyilestirme|gelistirme|oneri|istek)$/,
  ],
  [
    "task",
    /^(tasks?|chores?|maintenance|refactor(ing)?|clean ?up|tech(nical)? debt|build|ci|tests?|testing|dependenc(y|ies)|gorev|bakim)$/,
  ],
];
const SEVERITY_WORDS: readonly (readonly [Severity, RegExp])[] = [
  ["critical", /^(critical|blocker|blocking|urgent|p0|s0|s1|sev ?0|sev ?1|showstopper|kritik|acil|engelleyici)$/],
  ["high", /^(high|major|important|p1|s2|sev ?2|yuksek|onemli)$/],
  ["medium", /^(medium|normal|moderate|p2|s3|sev ?3|orta)$/],
  ["low", /^(low|minor|trivial|nice to have|p3|p4|s4|sev ?4|dusuk|onemsiz)$/],
];
/** Prefixes in front of the value of a label: `type: bug`, `kind/bug`, `C-bug`, `priority:high`. */
const TYPE_PREFIX = /^(type|kind|category|t|c|tur|tip)$/;
const SEVERITY_PREFIX = /^(severity|priority|prio|sev|p|importance|impact|onem|oncelik)$/;
const AREA_PREFIX =
  /^(area|component|comp|module|mod|pkg|package|scope|subsystem|feature|topic|a|sig|alan|bilesen|modul)$/;
/** Labels that describe the work and not the area. */
const STATUS =
  /\b(good first|help wanted|hacktoberfest|needs?|wontfix|won t fix|duplicate|invalid|stale|triage|triaged|waiting|blocked|in progress|released?|ready|accepted|confirmed|verified|resolution|status|state|easy|beginner|pinned|security|breaking|backport|milestone|upstream|on hold|cannot reproduce|not a bug|reviewed?|merge|pr|pull request|yinelenen|gecersiz|bekliyor)\b|^v?\d/;

function folded(text: string): string {
  return text
    .replaceAll(/[İIı]/g, "i")
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A label as the prefix in front of its first `/`, `:` or (after a single letter) `-`, and the rest. */
function partsOf(label: string): { prefix: string; value: string } {
  const [, prefix = "", value = label] =
    /^([\p{L} ]{1,20})\s*[:/]+\s*(.+)$/u.exec(label) ?? /^([A-Za-z])-(.+)$/.exec(label) ?? [];
  return { prefix: folded(prefix), value: folded(value) };
}

function wordOf<T extends string>(label: string, words: readonly (readonly [T, RegExp])[], prefix: RegExp): T | null {
  const { prefix: before, value } = partsOf(label);
  const isElse = before !== "" && !prefix.test(before);
  return isElse ? null : (words.find(([, pattern]) => pattern.test(value))?.[0] ?? null);
}

export const typeOfLabel = (label: string): IssueType | null => wordOf(label, TYPES, TYPE_PREFIX);
export const severityOfLabel = (label: string): Severity | null => wordOf(label, SEVERITY_WORDS, SEVERITY_PREFIX);

/** The area that a label with a prefix for areas names. */
export function prefixedArea(label: string): string | null {
  const { prefix, value } = partsOf(label);
  return AREA_PREFIX.test(prefix) && value !== "" ? label : null;
}

/** A label for neither type, severity nor progress: in a project without prefixes these are the areas. */
export function plainArea(label: string): string | null {
  const { prefix, value } = partsOf(label);
  if (prefix !== "" && (TYPE_PREFIX.test(prefix) || SEVERITY_PREFIX.test(prefix))) return null;
  if (typeOfLabel(label) !== null || severityOfLabel(label) !== null) return null;
  return STATUS.test(`${prefix} ${value}`.trim()) ? null : label;
}
