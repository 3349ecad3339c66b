import type { FileLanguage } from "../../../index/text/languages.ts";

/** What the text says about the type of a variable, a field or the result of a function. */
export interface DeclaredType {
  /** Name of the type, or of the function that the value comes from. */
  readonly name: string;
  /** Offset of the name. */
  readonly at: number;
  readonly isCall: boolean;
}

/** Types whose methods are rarely meant: the one inside of them is. */
const WRAPPERS =
  /^(?:Promise|Readonly|Partial|Required|Awaited|Box|Rc|Arc|RefCell|Cell|Mutex|RwLock|Option|Optional|Result|NonNullable|Ref|Annotated|Final|ClassVar|unique_ptr|shared_ptr|std|Lazy)$/;
const TYPE_FIRST = new Set(["Java", "C#", "C", "C++", "Objective-C", "Groovy", "Dart", "PHP"]);
const NO_TYPES = new Set(
  "var let const final val auto return new else throw static public private protected await in of case async export readonly override abstract mut ref out function fn def class struct type yield".split(
    " ",
  ),
);
const BUILT_IN =
  /^(?:string|number|boolean|void|any|unknown|never|null|undefined|object|int|bool|str|float|char|double|long|byte|error|self|Self)$/;

/** The type of the variable, field or parameter whose name ends at `to`. */
export function declaredType(text: string, from: number, to: number, language: FileLanguage): DeclaredType | null {
  const after = text.slice(to, to + 400);
  const colon = /^\s*[?!]?\s*:(?![:=])\s*/.exec(after);
  if (colon) return typeIn(text, to + colon[0].length);
  const assigned = /^\s*(?::=|=)(?![=>])\s*/.exec(after);
  if (assigned) {
    const value = valueType(text, to + assigned[0].length, language);
    if (value || !TYPE_FIRST.has(language.name)) return value;
  }
  if (language.name === "Go") {
    const space = /^[ \t]+(?=[\w*[])/.exec(after);
    if (space) return typeIn(text, to + space[0].length);
  }
  return TYPE_FIRST.has(language.name) ? typeBefore(text, from) : null;
}

/** The type that a function returns, whose name ends at `to`. */
export function returnedType(text: string, from: number, to: number, language: FileLanguage): DeclaredType | null {
  if (TYPE_FIRST.has(language.name) && language.name !== "PHP") return typeBefore(text, from);
  const open = text.indexOf("(", to);
  if (open < 0 || open - to > 200) return null;
  const close = closingOf(text, open);
  if (close < 0) return null;
  const after = text.slice(close + 1, close + 300);
  const mark =
    language.name === "Go" ? /^\s*\(?\s*(?:\w+\s+(?=[*\w]))?(?=[\w*])/.exec(after) : /^\s*(?::|->)\s*/.exec(after);
  return mark ? typeIn(text, close + 1 + mark[0].length) : null;
}

function typeIn(text: string, start: number): DeclaredType | null {
  let at = start;
  for (let depth = 0; depth < 4; depth++) {
    const lead =
      /^(?:[&*\s("'[\]?]|readonly\s|mut\s|dyn\s|impl\s|const\s|'\w+\s|keyof\s|new\s|\d)*/.exec(
        text.slice(at, at + 100),
      )?.[0] ?? "";
    at += lead.length;
    const path = /^[\p{L}_$][\p{L}\p{Nd}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{Nd}_$]*)*/u.exec(
      text.slice(at, at + 200),
    )?.[0];
    if (path === undefined) return null;
    const cut = Math.max(path.lastIndexOf("."), path.lastIndexOf(":"), path.lastIndexOf("\\")) + 1;
    const name = path.slice(cut);
    const generic = /^\s*[<[]/.exec(text.slice(at + path.length, at + path.length + 20));
    if (WRAPPERS.test(name) && generic) {
      at += path.length + generic[0].length;
      continue;
    }
    return BUILT_IN.test(name) ? null : { name, at: at + cut, isCall: false };
  }
  return null;
}

function valueType(text: string, start: number, language: FileLanguage): DeclaredType | null {
  const value = text.slice(start, start + 400);
  const match =
    /^(?:await\s+)?(new\s+|&)?((?:[\p{L}_$][\p{L}\p{Nd}_$]*(?:\.|::|->|\?\.))*)([\p{L}_$][\p{L}\p{Nd}_$]*)\s*(?:::)?(?:<[^<>(){};]{0,200}>)?\s*([({])?/u.exec(
      value,
    );
  if (!match) return null;
  const [matched, isNew, path = "", name = "", open] = match;
  const at = start + matched.indexOf(path + name) + path.length;
  if (isNew?.startsWith("new")) return { name, at, isCall: false };
  if (open === "{") return ["Go", "Rust", "C++"].includes(language.name) ? { name, at, isCall: false } : null;
  if (open !== "(") return null;
  // `Type::new()` and `Type.create()` make one of the type, in most code.
  const owner = /([\p{L}_$][\p{L}\p{Nd}_$]*)(?:\.|::)$/u.exec(path)?.[1];
  if (language.name === "Rust" && owner !== undefined && /^\p{Lu}/u.test(owner))
    return { name: owner, at: start + matched.indexOf(path) + path.lastIndexOf(owner), isCall: false };
  if (/^\p{Lu}/u.test(name) && language.name !== "Go" && language.family !== "javascript")
    return { name, at, isCall: false };
  return { name, at, isCall: true };
}

function typeBefore(text: string, from: number): DeclaredType | null {
  const start = Math.max(0, from - MAX_TYPE_LENGTH);
  let end = from;
  while (end > start && /[*&?$\s]/.test(text[end - 1] ?? "")) end--;
  if (end === from && text[end - 1] !== "]" && text[end - 1] !== ">") return null;
  for (let brackets = end; text[end - 1] === "]"; end = brackets) {
    brackets = end - 1;
    while (brackets > start && /\s/.test(text[brackets - 1] ?? "")) brackets--;
    if (text[--brackets] !== "[") return null;
  }
  if (text[end - 1] === ">") {
    let open = end - 1;
    for (let depth = 1; depth > 0;) {
      const char = text[--open];
      if (open < start || char === undefined || /[;(){}]/.test(char)) return null;
      if (char === ">") depth++;
      else if (char === "<") depth--;
    }
    end = open;
  }
  let at = end;
  while (at > start && /[\p{L}\p{Nd}_.:\\]/u.test(text[at - 1] ?? "")) at--;
  const path = text.slice(at, end);
  if (!/^[\p{L}_]/u.test(path)) return null;
  const cut = Math.max(path.lastIndexOf("."), path.lastIndexOf(":"), path.lastIndexOf("\\")) + 1;
  const name = path.slice(cut);
  if (NO_TYPES.has(name) || BUILT_IN.test(name)) return null;
  return { name, at: at + cut, isCall: false };
}

/** Characters of a type before the name that it is of. */
const MAX_TYPE_LENGTH = 200;
const MAX_PARAMETERS_LENGTH = 4000;

/** The parenthesis that closes the one at `open`; -1 when it is beyond the limit. */
export function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(text.length, open + MAX_PARAMETERS_LENGTH); at++) {
    const char = text[at];
    if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return at;
  }
  return -1;
}

/** Maximum characters of an object literal that are scanned. */
const MAX_OBJECT_LENGTH = 60_000;

/** The brace that closes the object literal whose text begins at `from`; the end of what is scanned where there is none. */
export function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < Math.min(text.length, from + MAX_OBJECT_LENGTH); at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return Math.min(text.length, from + MAX_OBJECT_LENGTH);
}
