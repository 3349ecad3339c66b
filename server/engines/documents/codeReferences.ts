import { fileLanguageOf } from "../../index/text/languages.ts";
import { scanTokens } from "../../index/text/tokenize.ts";
import { resolvePath } from "./documentPath.ts";
import { linkedAddresses } from "./linkedAddresses.ts";

/** Something of the code that a page mentions, with the lines (1-based) that name it. */
export interface CodeReference {
  readonly name: string;
  readonly kind: "identifier" | "path";
  /** `link`: the page leads there; `span`: set as code in a sentence; `block`: inside a block of code. */
  readonly setAs: "link" | "span" | "block";
  readonly lines: number[];
}

const MAX_PAGE_LENGTH = 400_000;
const MAX_NAMES = 2000;
const MAX_LINES = 20;
/** Languages of blocks with terminal sessions or diffs, whose names are arguments or removed code. */
const NO_CODE = /^(?:diff|patch|console|shell-session|text|txt|plain|output|log|mermaid|math|tex)$/i;
/** A sentence that describes a change is not stale. */
const SPEAKS_OF_CHANGE =
  /\b(?:remov(?:e|es|ed|ing|al)|renam(?:e|es|ed|ing)|deprecat\w+|no longer|formerly|previously|used to|replac(?:e|es|ed|ing|ement)|superseded|dropped|obsolete|legacy|was called|instead of|in favou?r of|migrat\w+|backwards? compat\w+|older versions?|prior to|before v?\d|until v?\d|since v?\d|kaldırıl\w+|yerine|eskiden|artık)\b/i;
/** Compound names. A single word set as code is often an ordinary word. */
const COMPOUND =
  /^(?:_*[A-Za-z]+(?:_[A-Za-z0-9]+)+_*|\$?[a-z]+\d*(?:[A-Z][a-z0-9]*)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)$/;
/** Placeholder names in examples, which are defined nowhere. */
const PLACEHOLDER = /^(?:my|your|some|foo|bar|baz|example|dummy|do(?:Stuff|Something|Thing|Work|It))(?=[A-Z_]|$)/i;
const RULE = /^\s*[|+]?[-=:+| ]{6,}$/;
const PATH_IN_CODE = /^\.{0,2}\/?(?:[\w@.+-]+\/)+[\w@.+-]*$/;

/** Pages about the past, such as changelogs: what they name may have been removed. */
const HISTORICAL_PAGE =
  /(?:^|\/)(?:changelogs?|changes|history|news|newsfragments|release[-_ ]?notes?|releases?|whats[-_]?new|upgrad\w*|migrat\w*|deprecat\w*|adrs?|decisions?|rfcs?|proposals?|blog|posts|archive[ds]?|\.changeset|\.changes|roadmap|todo)(?:[/._-]|$)/i;

export const isHistoricalPage = (path: string): boolean => HISTORICAL_PAGE.test(path);

/** Collects references, one for each name and kind. */
class ReferenceCollector {
  readonly #references = new Map<
    string,
    { name: string; kind: CodeReference["kind"]; setAs: CodeReference["setAs"]; lines: number[] }
  >();

  get references(): CodeReference[] {
    return [...this.#references.values()];
  }

  add(name: string, kind: CodeReference["kind"], setAs: CodeReference["setAs"], line: number): void {
    // Half of a character, where a name was cut, fits into no column of the database.
    if (!name.isWellFormed()) return;
    const key = `${kind} ${name}`;
    const previous = this.#references.get(key);
    if (!previous) {
      if (this.#references.size < MAX_NAMES) this.#references.set(key, { name, kind, setAs, lines: [line] });
      return;
    }
    if (previous.setAs === "block") previous.setAs = setAs;
    if (previous.lines.at(-1) !== line && previous.lines.length < MAX_LINES) previous.lines.push(line);
  }

  addSpan(code: string, line: number): void {
    const bare = code.trim();
    // Quoted text is a value, such as an event or a header, and not necessarily a name of this project.
    if (/^["'“]/.test(bare)) return;
    if (!PATH_IN_CODE.test(bare)) this.addIdentifiers(code, "span", line);
    else if (!/\/\/|\.html?$/i.test(bare) && !/^\d+(?:\/\d+)+$/.test(bare))
      this.add(bare.replace(/\/$/, ""), "path", "span", line);
  }

  /** Adds the compound words of some code; in a span, any word that is called too. */
  addIdentifiers(code: string, setAs: "span" | "block", line: number): void {
    scanTokens(code, (token, at) => {
      if (token.length < 4) return;
      // A flag (`--no-cache`) or a part of a path or an address is not a name.
      if (/[-/@]/.test(code.charAt(at - 1)) || /[-/]/.test(code.charAt(at + token.length))) return;
      if (PLACEHOLDER.test(token)) return;
      const isCalled = setAs === "span" && code.charAt(at + token.length) === "(";
      if (COMPOUND.test(token) || isCalled) this.add(token, "identifier", setAs, line);
    });
  }
}

/**
 * What a page names of the code: identifiers and paths in code spans, blocks of code, and its relative links. Prose is
 * ignored, and so are lines that describe a change.
 * @param path of the page, which relative links start from
 */
export function codeReferences(path: string, text: string): CodeReference[] {
  const collector = new ReferenceCollector();
  let fence: string | null = null;
  let isMuted = false;
  /** Inside a table of old names and new ones. */
  let isTableOfChanges = false;
  const all = text.slice(0, MAX_PAGE_LENGTH).split("\n");
  all.forEach((line, index) => {
    const number = index + 1;
    const mark = /^ {0,3}(```+|~~~+)\s*([\w-]*)/.exec(line);
    if (mark && fence === null) {
      fence = mark[1] ?? "";
      isMuted = NO_CODE.test(mark[2] ?? "");
      return;
    }
    if (mark && fence !== null && (mark[1] ?? "").startsWith(fence.slice(0, 3)) && (mark[2] ?? "") === "") {
      fence = null;
      return;
    }
    if (fence !== null) {
      // A comment in the block is prose again.
      if (!isMuted && line.length < 400)
        collector.addIdentifiers(line.replace(/(?:\/\/|#|--|;;)\s.*$/, ""), "block", number);
      return;
    }
    if (line.trim() === "") isTableOfChanges = false;
    if (isTableOfChanges || line.length > 4000) return;
    if (SPEAKS_OF_CHANGE.test(line)) {
      isTableOfChanges = RULE.test(all[index + 1] ?? "");
      return;
    }
    for (const [, , code = ""] of line.matchAll(/(`+)([^`]{2,200}?)\1(?!`)/g)) collector.addSpan(code, number);
    for (const target of linkedAddresses(line)) {
      const place = linkedPath(path, target);
      if (place !== null) collector.add(place, "path", "link", number);
    }
  });
  return collector.references;
}

/** The path that a relative link leads to, or null for any other link. */
export function linkedPath(from: string, target: string): string | null {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|\{|<)/i.test(target)) return null;
  const bare = target.split(/[?#]/)[0] ?? "";
  if (bare === "") return null;
  try {
    const path = resolvePath(from, decodeURIComponent(bare));
    // A site's own address, without an ending or with that of a built page, is a page of that site and no file.
    return path && !/\.html?$/i.test(path) && (fileLanguageOf(path) !== null || /\.\w{1,8}$/.test(path)) ? path : null;
  } catch {
    return null; // a broken escape
  }
}
