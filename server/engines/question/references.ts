/** How a text names an issue: its number (`#12`, `!12` names a request), its key (`ABC-12`), or its address. */
export interface IssueReference {
  readonly kind: "number" | "key" | "url";
  readonly value: string;
  /** `owner/name` before the number, if present; on GitLab also the name of a project in the same group. Lower case. */
  readonly within: string | null;
  readonly closes: boolean;
}

/** GitHub's closing words, which GitLab and Bitbucket understand as well: "implement" is GitLab's. */
const WORDS = String.raw`(?:close[sd]?|closing|fix(?:e[sd]|ing)?|resolve[sd]?|resolving|implement(?:s|ed|ing)?)`;
const TARGET = String.raw`(?:(?:[\w.-]{1,100}(?:\/[\w.-]{1,100}){0,4})?#\d{1,9}|GH-\d{1,9}|[A-Z][A-Z0-9_]{1,19}-\d{1,9}|https?:\/\/[^\s<>()[\]]{1,300})`;
const CLOSING = new RegExp(
  String.raw`\b${WORDS}\b:?\s+(?:issues?\s+)?(${TARGET}(?:(?:\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+|\s+)${TARGET}){0,30})`,
  "gi",
);
const ANY = new RegExp(TARGET, "g");
const MAX_TEXT_LENGTH = 20_000;
const MAX_REFERENCES = 100;

/** Where a text names something: offsets in UTF-16 units. */
export interface ReferenceSpan {
  readonly from: number;
  readonly to: number;
  readonly reference: IssueReference;
}

/** Every place at which a text names an issue or a request by a number, a key or an address, in their order. */
export function referenceSpans(text: string): ReferenceSpan[] {
  const spans: ReferenceSpan[] = [];
  for (const match of text.slice(0, MAX_TEXT_LENGTH).matchAll(ANY)) {
    const [raw] = match;
    if (isInsideWord(text, match.index, raw)) continue;
    const reference = readReference(raw, false);
    if (!reference || spans.length >= MAX_REFERENCES) continue;
    const length = reference.kind === "url" ? reference.value.length : raw.length;
    spans.push({ from: match.index, to: match.index + length, reference });
  }
  return spans;
}

/** Inside a word or a path it is something else; `UTF-8` is a key of no project. */
const isInsideWord = (text: string, at: number, raw: string): boolean =>
  /[\w/#&-]/.test(text.charAt(at - 1)) && !/^https?:/i.test(raw);

/** The references in a text, without duplicates; one that the text closes counts as closed even when it is also mentioned elsewhere. */
export function issueReferencesIn(text: string): IssueReference[] {
  const short = text.slice(0, MAX_TEXT_LENGTH);
  const result = new Map<string, IssueReference>();
  const add = (raw: string, closes: boolean): void => {
    const reference = readReference(raw, closes);
    if (!reference || result.size >= MAX_REFERENCES) return;
    const key = `${reference.kind} ${reference.within ?? ""} ${reference.value}`;
    if (closes || !result.has(key)) result.set(key, reference);
  };
  for (const [, list = ""] of short.matchAll(CLOSING)) for (const [raw] of list.matchAll(ANY)) add(raw, true);
  for (const match of short.matchAll(ANY)) {
    if (isInsideWord(short, match.index, match[0])) continue;
    add(match[0], false);
  }
  return [...result.values()];
}

function readReference(raw: string, closes: boolean): IssueReference | null {
  if (/^https?:/i.test(raw)) return { kind: "url", value: raw.replace(/[.,;:!?]+$/, ""), within: null, closes };
  const gh = /^GH-(\d+)$/i.exec(raw)?.[1];
  const numbered = /^(?:(.+))?#(\d+)$/.exec(raw);
  if (gh ?? numbered) {
    const value = String(Number(gh ?? numbered?.[2]));
    return value === "0" ? null : { kind: "number", value, within: numbered?.[1]?.toLowerCase() ?? null, closes };
  }
  return { kind: "key", value: raw.toUpperCase(), within: null, closes };
}

/** The issue that a branch is named after: `feature/ABC-12-title`, `12-title`, `issue-12`, `fix/12`. */
export function branchReference(branch: string): Pick<IssueReference, "kind" | "value"> | null {
  const name = branch.slice(0, 300);
  const key = /(?:^|[/_-])([A-Z][A-Z0-9_]{1,19}-\d{1,9})(?![\d])/.exec(name)?.[1];
  if (key !== undefined) return { kind: "key", value: key };
  const number = /(?:^|\/)(?:issues?[-_/]?|gh-|#)?(\d{1,9})(?:$|[-_/])/i.exec(name)?.[1];
  return number === undefined || Number(number) === 0 ? null : { kind: "number", value: String(Number(number)) };
}

/** The request that a merge or squash commit brought in: `Merge pull request #12`, `(#12)` at the end of the first line, `See merge request …!12`. */
export function requestNumber(message: string): number | null {
  const [first = ""] = message.split("\n", 1);
  const number =
    /^Merge pull request #(\d+)\b/.exec(first)?.[1] ??
    /\((?:pull request )?#(\d+)\)\s*$/.exec(first)?.[1] ??
    /^Merged in .+ \(pull request #(\d+)\)/.exec(first)?.[1] ??
    /^See merge request \S*!(\d+)\s*$/m.exec(message.slice(0, MAX_TEXT_LENGTH))?.[1];
  return number === undefined ? null : Number(number);
}
