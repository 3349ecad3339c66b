/**
 * The query language of the search (docs/adr/0013): one parser for the server, the search field and its completions. Pure and free of zod.
 * It never fails: what cannot be parsed as a filter is read as words, and the mistake holds its position and a fix.
 */
import { escapePattern } from "./escapePattern.ts";
import { isEscapable } from "./escapedWord.ts";
import type { LeafNode, MistakeCode, ParsedQuery, QueryMistake, QueryNode, GroupNode } from "./queryNodes.ts";
import { nearestOf } from "../matching/editDistance.ts";
import { filterMeant, filterNamed, filterValue, nearestFilter, valuesOf } from "./searchFilters.ts";

const MAX_LEAVES = 200;
const MAX_DEPTH = 20;
const QUOTE = /["“”„]/;
const REGEX_SIGNS = /[[\](){}*+?|^$\\]/;

const PATTERN = /^\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\/[])+)\/(i?)(?=[\s)"“”„]|$)/;

/** Parses a query. Juxtaposition means "and" and binds tighter than OR; `-`, NOT and parentheses have their usual meaning. */
export function parseQuery(text: string): ParsedQuery {
  return new QueryReader(text).read();
}

class QueryReader {
  readonly #text: string;
  readonly #mistakes: QueryMistake[] = [];
  #at = 0;
  #leaves = 0;
  /** The rest of the query was truncated, so its end is not checked. */
  #isCut = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ParsedQuery {
    const only = this.#alternatives(0);
    const root = only && "children" in only ? only : group("and", only ? [only] : []);
    return { root, mistakes: this.#mistakes };
  }

  #mistake(code: MistakeCode, at: number, end: number, fix: string | null): void {
    this.#mistakes.push({ code, at, end, found: this.#text.slice(at, end), fix });
  }

  #alternatives(depth: number): QueryNode | null {
    const branches: QueryNode[] = [];
    let operator: number | null = null;
    for (;;) {
      const branch = this.#sequence(depth);
      if (branch) branches.push(branch);
      if (operator !== null && !branch) this.#mistake("danglingOperator", operator, operator + 2, "");
      operator = this.#at;
      if (!this.#takeWord("OR")) break;
      if (!branch) this.#mistake("danglingOperator", operator, operator + 2, "");
    }
    return branches.length > 1 ? group("or", branches) : (branches[0] ?? null);
  }

  #sequence(depth: number): QueryNode | null {
    const children: QueryNode[] = [];
    for (;;) {
      this.#skipSpace();
      if (this.#at < this.#text.length && this.#text[this.#at] === ")" && depth === 0) {
        this.#mistake("extraParenthesis", this.#at, this.#at + 1, "");
        this.#at++;
        continue;
      }
      if (this.#at >= this.#text.length || this.#text[this.#at] === ")" || this.#isWord("OR")) break;
      const start = this.#at;
      const node = this.#negatable(depth);
      if (node) children.push(node);
      if (this.#leaves >= MAX_LEAVES) this.#cut(start);
    }
    return children.length > 1 ? group("and", children) : (children[0] ?? null);
  }

  #cut(at: number): void {
    if (!this.#isCut) this.#mistake("tooLong", at, this.#text.length, null);
    this.#isCut = true;
    this.#at = this.#text.length;
  }

  #negatable(depth: number): QueryNode | null {
    if (this.#takeWord("AND")) return null;
    const next = this.#text.charAt(this.#at + 1);
    if (this.#text[this.#at] === "-" && /[^\s)-]/.test(next)) {
      this.#at++;
    } else if (!this.#takeWord("NOT")) {
      return this.#piece(depth);
    } else {
      const operator = this.#at - 3;
      this.#skipSpace();
      const isMissing = this.#at >= this.#text.length || this.#text[this.#at] === ")";
      if (isMissing || ["AND", "OR", "NOT"].some((word) => this.#isWord(word))) {
        this.#mistake("danglingOperator", operator, operator + 3, "");
        return null;
      }
    }
    const child = this.#at < this.#text.length && this.#text[this.#at] !== ")" ? this.#piece(depth) : null;
    return child && { kind: "not", child };
  }

  #piece(depth: number): QueryNode | null {
    const char = this.#text.charAt(this.#at);
    if (char === "(" && depth < MAX_DEPTH) return this.#parenthesis(depth);
    if (char === "(") {
      this.#cut(this.#at);
      return null;
    }
    if (QUOTE.test(char)) return this.#phrase();
    const start = this.#at;
    const node = this.#regex() ?? this.#filter();
    // A filter that cannot be parsed is skipped.
    return node !== null || this.#at > start ? node : this.#word();
  }

  #parenthesis(depth: number): QueryNode | null {
    const start = this.#at++;
    const inside = this.#alternatives(depth + 1);
    if (this.#text[this.#at] === ")") this.#at++;
    else if (!this.#isCut)
      this.#mistake(
        "unclosedParenthesis",
        start,
        this.#text.length,
        inside ? `${this.#text.slice(start).trimEnd()})` : "",
      );
    return inside;
  }

  #phrase(): QueryNode | null {
    const start = this.#at;
    const text = this.#quoted();
    if (text.trim() === "") return null;
    return this.#leaf({ kind: "phrase", text: text.trim(), at: start, end: this.#at });
  }

  /** Reads a quoted text and advances past it; an unclosed one extends to the end of the query. */
  #quoted(): string {
    const start = this.#at;
    const close = ['"', "“", "”", "„"].map((quote) => this.#text.indexOf(quote, start + 1)).filter((at) => at >= 0);
    const end = close.length > 0 ? Math.min(...close) : this.#text.length;
    if (close.length === 0) this.#mistake("unclosedQuote", start, end, `${this.#text.slice(start).trimEnd()}"`);
    this.#at = Math.min(this.#text.length, end + 1);
    return this.#text.slice(start + 1, end);
  }

  /** `/pattern/` or `/pattern/i`. A slash that does not begin one (`/src/http`) is part of a word. */
  #regex(): QueryNode | null {
    if (this.#text[this.#at] !== "/") return null;
    const start = this.#at;
    const rest = this.#text.slice(start);
    const patternMatch = PATTERN.exec(rest);
    if (!patternMatch) {
      const broken = /^\/([^/\n]*[[\](){}*+?|^$\\][^/\n]*)\/(i?)(?=[\s)"“”„]|$)/.exec(rest);
      if (broken) {
        const [written, pattern = "", flag = ""] = broken;
        this.#mistake("badRegex", start, start + written.length, `/${escapePattern(pattern)}/${flag}`);
        return null;
      }
      const word = /^\/\S*/.exec(rest)?.[0] ?? "";
      if (word.length > 2 && REGEX_SIGNS.test(word) && !word.slice(1).includes("/"))
        this.#mistake(
          "unclosedRegex",
          start,
          start + word.length,
          PATTERN.test(`${word}/`) ? `${word}/` : `/${escapePattern(word.slice(1))}/`,
        );
      return null;
    }
    this.#at = start + patternMatch[0].length;
    return this.#leaf({
      kind: "regex",
      pattern: patternMatch[1] ?? "",
      ignoreCase: patternMatch[2] === "i",
      at: start,
      end: this.#at,
    });
  }

  #filter(): QueryNode | null {
    const start = this.#at;
    const name = /^([a-z]{2,12}):(?!\/\/|:)/i.exec(this.#text.slice(start, start + 14))?.[1];
    if (name === undefined) return null;
    const filter = filterNamed(name);
    const valueAt = start + name.length + 1;
    if (valueAt >= this.#text.length || /[\s)]/.test(this.#text.charAt(valueAt))) {
      if (!filter) return null;
      const value = /^\s+([\p{L}\p{N}_./*#+@-]+)(?=[\s)]|$)/u.exec(this.#text.slice(valueAt));
      const isJoinable = value !== null && !["AND", "OR", "NOT"].includes(value[1] ?? "");
      if (isJoinable) this.#mistake("emptyFilter", start, valueAt + value[0].length, `${name}:${value[1] ?? ""}`);
      else this.#mistake("emptyFilter", start, valueAt, "");
      this.#at = valueAt;
      return null;
    }
    if (!filter) {
      const near = nearestFilter(name);
      if (near) this.#mistake("unknownFilter", start, valueAt, `${near}:`);
      return null;
    }
    this.#at = valueAt;
    const isQuoted = QUOTE.test(this.#text.charAt(valueAt));
    const written = isQuoted ? this.#quoted().trim() : this.#bare();
    const meant = filterMeant(filter, written);
    const value = filterValue(meant, written);
    if (value !== null && value !== "")
      return this.#leaf({ kind: "filter", name: meant, value, at: start, end: this.#at });
    if (filter === "after" || filter === "before") this.#mistake("badDate", start, this.#at, null);
    else {
      const near = nearestOf(written, valuesOf(filter) ?? [], 2);
      this.#mistake("unknownValue", start, this.#at, near && `${filter}:${near}`);
    }
    return null;
  }

  #word(): QueryNode | null {
    const start = this.#at;
    // A backslash turns an operator, a filter, a minus, a parenthesis or a regular expression into a word.
    if (this.#text[start] === "\\" && isEscapable(this.#text.slice(start + 1))) this.#at++;
    const text = this.#bare();
    return text === "" ? null : this.#leaf({ kind: "word", text, at: start, end: this.#at });
  }

  /** Up to white space, a quote, or a parenthesis that the word itself did not open: `send()` is one word, also inside a group. */
  #bare(): string {
    const start = this.#at;
    let open = 0;
    while (this.#at < this.#text.length) {
      const char = this.#text.charAt(this.#at);
      if (/\s/.test(char) || (QUOTE.test(char) && this.#at > start)) break;
      if (char === "(") open++;
      else if (char === ")" && --open < 0) break;
      this.#at++;
    }
    return this.#text.slice(start, this.#at);
  }

  #leaf<T extends LeafNode>(leaf: T): T {
    this.#leaves++;
    return leaf;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  #isWord(word: string): boolean {
    const end = this.#at + word.length;
    return (
      this.#text.startsWith(word, this.#at) && (end >= this.#text.length || /[\s()"“”„]/.test(this.#text.charAt(end)))
    );
  }

  #takeWord(word: string): boolean {
    this.#skipSpace();
    if (!this.#isWord(word)) return false;
    this.#at += word.length;
    return true;
  }
}

function group(kind: "and" | "or", children: readonly QueryNode[]): GroupNode {
  return {
    kind,
    children: children.flatMap((child) => (child.kind === kind && "children" in child ? child.children : [child])),
  };
}
