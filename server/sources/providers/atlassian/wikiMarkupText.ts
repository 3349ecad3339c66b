import { decodeHTMLStrict } from "entities";
import { codeSpan, escapeMarkdown, link, wrapMarkdown } from "./markdown.ts";

export interface MarkupContext {
  /** The display name of a user by user name or key; null where it is not known. */
  readonly nameOf: (user: string) => string | null;
}

/** Signs around a phrase, and the Markdown that they become; "" for a style that Markdown does not have. */
const PHRASES: ReadonlyMap<string, string> = new Map([
  ["*", "**"],
  ["_", "*"],
  ["-", "~~"],
  ["??", "*"],
  ["+", ""],
  ["^", ""],
  ["~", ""],
]);
const SMILEYS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ":)": "🙂",
    ":-)": "🙂",
    ":(": "🙁",
    ":-(": "🙁",
    ":P": "😛",
    ":D": "😃",
    ";)": "😉",
    ";-)": "😉",
    "(y)": "👍",
    "(n)": "👎",
    "(i)": "ℹ️",
    "(/)": "✅",
    "(x)": "❌",
    "(!)": "⚠️",
    "(+)": "➕",
    "(-)": "➖",
    "(?)": "❓",
    "(on)": "💡",
    "(off)": "💡",
    "(*)": "⭐",
    "(*r)": "⭐",
    "(*g)": "⭐",
    "(*b)": "⭐",
    "(*y)": "⭐",
    "(flag)": "🚩",
    "(flagoff)": "🏳️",
  }),
);
const SMILEY = /(?::-?[)(]|:[PD]|;-?\)|\((?:[yni/x!+?*-]|\*[rgby]|on|off|flag|flagoff)\))(?=$|[\s.,;:!?|)])/y;
/** A backslash before the end is a part of the text (a path), one before other braces escapes them. */
const MONOSPACED =
  /\{\{((?:\\[{}](?!\}(?!\}))|\\(?=\}\}(?!\}))|\\(?![{}])|[^{}\\\n]|\{(?!\{)|\}(?!\})){1,4000})\}\}(?!\})/y;
/** Styles and places, whose text stays. */
const STYLE = /\{(?:color(?::[^{}\n]{1,60})?|anchor(?::[^{}\n]{0,200})?)\}/iy;
const BRACKETS = /\[([^[\]\n]{1,2000})\]/y;
const IMAGE =
  /!((?:https?:\/\/|[^\s!|])[^!|\n]{0,500}\.[a-z\d]{2,5}(?:\?[^!|\s]{0,500})?|https?:\/\/[^!|\s]{1,500})(?:\|[^!\n]{0,300})?!/iy;
const ADDRESS = /(?:https?|ftp):\/\/[^\s<>[\]{}|"'\\^`]{1,2000}/iy;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});/iy;
/** Punctuation that a backslash escapes. */
const ESCAPED = /[-!"#$%&'()*+,./:;<=>?@[\]^_`{|}~]/;
const WORD = /[\p{L}\p{N}]/u;

/** The markup inside of lines as Markdown. */
export const inlineMarkup = (text: string, context: MarkupContext): string =>
  text
    .split("\n")
    .map((line) => new PhraseReader(line, context).read())
    .join("\n");

/** Reads one line. Every character is read a bounded number of times: as often as there are kinds of phrases around it. */
class PhraseReader {
  readonly #text: string;
  readonly #context: MarkupContext;
  /** Signs of the phrases around this text. */
  readonly #inside: ReadonlySet<string>;
  /** Signs that do not end a phrase any more. */
  readonly #unclosed = new Set<string>();
  #at = 0;
  #plain = "";
  #out = "";

  constructor(text: string, context: MarkupContext, inside: ReadonlySet<string> = new Set()) {
    this.#text = text;
    this.#context = context;
    this.#inside = inside;
  }

  read(): string {
    while (this.#at < this.#text.length) {
      if (this.#readToken()) continue;
      this.#plain += this.#text[this.#at];
      this.#at += 1;
    }
    this.#flush();
    return this.#out;
  }

  #flush(): void {
    this.#out += escapeMarkdown(this.#plain);
    this.#plain = "";
  }

  #emit(markdown: string, length: number): true {
    this.#flush();
    this.#out += markdown;
    this.#at += length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  /** Whether a word ends before a place, so that nothing can begin there. */
  #followsWord(at: number): boolean {
    return at > 0 && WORD.test(this.#text[at - 1] ?? "");
  }

  #readToken(): boolean {
    const sign = this.#text[this.#at] ?? "";
    switch (sign) {
      case "\\":
        return this.#readEscape();
      case "{":
        return this.#readBrace();
      case "[":
        return this.#readBrackets();
      case "!":
        return this.#readImage();
      case "&":
        return this.#readEntity();
      case "h":
      case "H":
      case "f":
        return this.#readAddress();
      case "(":
      case ":":
      case ";":
        return this.#readSmiley();
      case "?":
        return this.#text.startsWith("??", this.#at) && this.#readPhrase("??", 2);
      default:
        return PHRASES.has(sign) && this.#readPhrase(sign, 1);
    }
  }

  #readEscape(): boolean {
    const next = this.#text[this.#at + 1] ?? "";
    if (next === "\\") {
      // Two at the end of a path or before a name of a machine are no line break.
      const isBreak = !/[\w$\\]/.test(this.#text[this.#at + 2] ?? "") && this.#text[this.#at - 1] !== "\\";
      return isBreak ? this.#emit("\n", 2) : this.#keep(2);
    }
    if (!ESCAPED.test(next)) return false;
    this.#plain += next;
    this.#at += 2;
    return true;
  }

  #keep(length: number): true {
    this.#plain += this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
    return true;
  }

  #readBrace(): boolean {
    const code = this.#match(MONOSPACED);
    if (code) return this.#emit(codeSpan(unescaped(code[1] ?? "")), code[0].length);
    const style = this.#match(STYLE);
    if (style) return this.#emit("", style[0].length);
    // `{*}` begins or ends a phrase inside a word.
    const [, sign] = this.#match(/\{([*_+^~-]|\?\?)\}/y) ?? [];
    return sign !== undefined && this.#readPhrase(sign, sign.length + 2);
  }

  #readBrackets(): boolean {
    const [matched, inside] = this.#match(BRACKETS) ?? [];
    if (matched === undefined || inside === undefined) return false;
    const markdown = linkOf(inside, this.#context, (text) => this.#nested(text));
    return markdown !== null && this.#emit(markdown, matched.length);
  }

  #nested(text: string): string {
    return new PhraseReader(text, this.#context, new Set([...this.#inside, "["])).read();
  }

  #readImage(): boolean {
    if (this.#followsWord(this.#at)) return false;
    const [matched, file] = this.#match(IMAGE) ?? [];
    if (matched === undefined || file === undefined) return false;
    return this.#emit(/^https?:/i.test(file) ? link(escapeMarkdown(file), file) : escapeMarkdown(file), matched.length);
  }

  #readEntity(): boolean {
    const [matched] = this.#match(ENTITY) ?? [];
    if (matched === undefined) return false;
    this.#plain += decodeHTMLStrict(matched).replaceAll("\u00a0", " ");
    this.#at += matched.length;
    return true;
  }

  #readAddress(): boolean {
    if (this.#followsWord(this.#at)) return false;
    const matchedAddress = this.#match(ADDRESS)?.[0];
    if (matchedAddress === undefined) return false;
    const address = withoutEnd(matchedAddress);
    // Inside a link its text may be an address too.
    return this.#emit(
      this.#inside.has("[") ? escapeMarkdown(address) : link(escapeMarkdown(address), address),
      address.length,
    );
  }

  #readSmiley(): boolean {
    if (this.#at > 0 && !/[\s|]/.test(this.#text[this.#at - 1] ?? "")) return false;
    const smiley = this.#match(SMILEY)?.[0];
    return smiley !== undefined && this.#emit(SMILEYS.get(smiley) ?? smiley, smiley.length);
  }

  /** A phrase between two equal signs, which touch it and no word outside of it. */
  #readPhrase(sign: string, length: number): boolean {
    const start = this.#at + length;
    const isForced = length > sign.length;
    if (!isForced && this.#text.startsWith(sign, start)) return this.#keep(this.#run(sign));
    if (this.#inside.has(sign) || this.#unclosed.has(sign)) return false;
    const isOpening = isForced || !this.#followsWord(this.#at);
    if (!isOpening || /^\s?$/.test(this.#text[start] ?? "")) return false;
    const end = this.#endOf(sign, start);
    if (!end) {
      this.#unclosed.add(sign);
      return false;
    }
    const text = new PhraseReader(
      this.#text.slice(start, end.at),
      this.#context,
      new Set([...this.#inside, sign]),
    ).read();
    const marks = PHRASES.get(sign) ?? "";
    return this.#emit(marks === "" ? text : wrapMarkdown(text, marks), end.at + end.length - this.#at);
  }

  #run(sign: string): number {
    let length = sign.length;
    while (this.#text.startsWith(sign, this.#at + length)) length += sign.length;
    return length;
  }

  #endOf(sign: string, from: number): { readonly at: number; readonly length: number } | null {
    for (let at = this.#text.indexOf(sign, from); at >= 0; at = this.#text.indexOf(sign, at + sign.length)) {
      const before = this.#text[at - 1] ?? "";
      if (before === "{" && this.#text[at + sign.length] === "}" && at - 1 > from)
        return { at: at - 1, length: sign.length + 2 };
      if (at <= from || /[\s\\]/.test(before) || before === sign || this.#text.startsWith(sign, at + sign.length))
        continue;
      if (!WORD.test(this.#text[at + sign.length] ?? "")) return { at, length: sign.length };
    }
    return null;
  }
}

/** Null for brackets that are no link. */
function linkOf(inside: string, { nameOf }: MarkupContext, phrase: (text: string) => string): string | null {
  const parts = inside.split("|");
  const [first = ""] = parts;
  if (/^~[^\s~]/.test(first) && parts.length === 1) {
    const user = first
      .slice(1)
      .replace(/^accountid:/, "")
      .trim();
    return escapeMarkdown(`@${nameOf(user) ?? user}`);
  }
  if (/^\^[^\s^]/.test(first) && parts.length === 1) return escapeMarkdown(first.slice(1));
  // The last part may be a tip.
  const position = parts.findIndex((part, at) => (parts.length === 1 || at > 0) && isTarget(part.trim()));
  if (position < 0) return null;
  const target = (parts[position] ?? "").trim();
  const alias = parts.slice(0, position).join("|").trim();
  if (/^[~^#]/.test(target)) return phrase(alias === "" ? target.slice(1) : alias);
  const href = target.startsWith("//") ? `https:${target}` : target.replace(/^(?=www\.)/i, "https://");
  return link(alias === "" ? escapeMarkdown(target.replace(/^mailto:/i, "")) : phrase(alias), href);
}

const isTarget = (text: string): boolean =>
  /^(?:(?:https?|ftp|file|irc):|mailto:|\/\/|www\.)\S/i.test(text) || /^(?:#(?!\d+$)|[~^])[^\s#~^]/.test(text);

/** Signs at the end of an address belong to the sentence. */
function withoutEnd(address: string): string {
  const cut = /[.,;:!?*_+~-]+$/.exec(address.slice(-20));
  const text = cut ? address.slice(0, address.length - cut[0].length) : address;
  return text.endsWith(")") && !text.includes("(") ? text.slice(0, -1) : text;
}

const unescaped = (text: string): string => text.replaceAll(/\\([-!*+[\]^_{|}~])/g, "$1");
