import type { FileLanguage } from "../../../index/text/languages.ts";

/** A form of string. */
export interface StringRule {
  readonly open: string;
  readonly close: string;
  /** Whether a backslash escapes the next character. */
  readonly escapes: boolean;
  readonly isMultiline: boolean;
  /** Opens an expression inside of the string, which `}` or `)` closes; empty where there is none. */
  readonly interpolation: string;
}

/** What of a language's texts is no code. */
export interface LexicalRules {
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string])[];
  readonly nests: boolean;
  readonly strings: readonly StringRule[];
  /** `/…/` may be a regular expression. */
  readonly regex: boolean;
  /** `'` also opens what is no string: a lifetime of Rust, a type variable, a digit separator. */
  readonly loneQuote: boolean;
}

const string = (open: string, more: Partial<StringRule> = {}): StringRule => ({
  open,
  close: open,
  escapes: true,
  isMultiline: false,
  interpolation: "",
  ...more,
});
const DOUBLE = string('"');
const SINGLE = string("'");
const C_COMMENTS = { line: ["//"], block: [["/*", "*/"]] } as const;

const rules = (part: Partial<LexicalRules>): LexicalRules => ({
  line: ["//"],
  block: [],
  nests: false,
  strings: [DOUBLE, SINGLE],
  regex: false,
  loneQuote: false,
  ...part,
});

const JAVA = rules({ ...C_COMMENTS, strings: [string('"""', { isMultiline: true }), DOUBLE, SINGLE] });
const KOTLIN = rules({
  ...C_COMMENTS,
  nests: true,
  strings: [
    string('"""', { isMultiline: true, escapes: false, interpolation: "${" }),
    string('"', { interpolation: "${" }),
    SINGLE,
  ],
  loneQuote: true,
});
const C = rules({
  ...C_COMMENTS,
  strings: [string('R"(', { close: ')"', escapes: false, isMultiline: true }), DOUBLE, SINGLE],
  loneQuote: true,
});
const HASH = rules({ line: ["#"] });

const BY_LANGUAGE: Readonly<Record<string, LexicalRules>> = {
  Python: rules({
    line: ["#"],
    strings: [string('"""', { isMultiline: true }), string("'''", { isMultiline: true }), DOUBLE, SINGLE],
  }),
  Go: rules({
    ...C_COMMENTS,
    strings: [string("`", { escapes: false, isMultiline: true }), DOUBLE, SINGLE],
  }),
  Rust: rules({
    ...C_COMMENTS,
    nests: true,
    strings: [
      string('r##"', { close: '"##', escapes: false, isMultiline: true }),
      string('r#"', { close: '"#', escapes: false, isMultiline: true }),
      string('r"', { close: '"', escapes: false, isMultiline: true }),
      string('"', { isMultiline: true }),
      SINGLE,
    ],
    loneQuote: true,
  }),
  Java: JAVA,
  Groovy: JAVA,
  Kotlin: KOTLIN,
  Scala: KOTLIN,
  Swift: {
    ...KOTLIN,
    strings: KOTLIN.strings.map((rule) => (rule.interpolation ? { ...rule, interpolation: "\\(" } : rule)),
  },
  Dart: { ...KOTLIN, nests: false, loneQuote: false },
  "C#": rules({
    ...C_COMMENTS,
    strings: [
      string('"""', { isMultiline: true, escapes: false }),
      string('@"', { close: '"', escapes: false, isMultiline: true }),
      string('$"', { close: '"', interpolation: "{" }),
      DOUBLE,
      SINGLE,
    ],
  }),
  C,
  "C++": C,
  "Objective-C": C,
  PHP: rules({
    line: ["//", "#"],
    block: [["/*", "*/"]],
    strings: [string('"', { isMultiline: true }), string("'", { isMultiline: true })],
  }),
  Ruby: rules({
    line: ["#"],
    block: [["\n=begin", "\n=end"]],
    strings: [string('"', { isMultiline: true, interpolation: "#{" }), SINGLE],
    regex: true,
  }),
  Elixir: rules({
    line: ["#"],
    strings: [string('"""', { isMultiline: true }), string('"', { interpolation: "#{" }), SINGLE],
  }),
  SQL: rules({ line: ["--"], block: [["/*", "*/"]] }),
  Lua: rules({ line: ["--"], block: [["--[[", "]]"]] }),
  Haskell: rules({ line: ["--"], block: [["{-", "-}"]], nests: true, strings: [DOUBLE], loneQuote: true }),
  OCaml: rules({ line: [], block: [["(*", "*)"]], nests: true, strings: [DOUBLE], loneQuote: true }),
  Clojure: rules({ line: [";"], strings: [string('"', { isMultiline: true })], loneQuote: true }),
  Erlang: rules({ line: ["%"] }),
  HTML: rules({ line: [], block: [["<!--", "-->"]], strings: [] }),
  CSS: rules({ line: [], block: [["/*", "*/"]] }),
  PowerShell: rules({ line: ["#"], block: [["<#", "#>"]] }),
  Terraform: rules({ line: ["#", "//"], block: [["/*", "*/"]] }),
};

const SCRIPT = rules({
  ...C_COMMENTS,
  strings: [DOUBLE, SINGLE, string("`", { isMultiline: true, interpolation: "${" })],
  regex: true,
});

/** The rules of a language; null for prose and data, whose texts have no code. */
export function lexicalRulesOf(language: FileLanguage): LexicalRules | null {
  if (language.family === "prose" || language.family === "data") return null;
  const rules = BY_LANGUAGE[language.name];
  if (rules) return rules;
  if (language.family === "javascript") return SCRIPT;
  return language.family === "brace" || language.family === "c" ? JAVA : HASH;
}

const GROUPS: readonly (readonly string[])[] = [
  ["TypeScript", "JavaScript", "Vue"],
  ["Java", "Kotlin", "Scala", "Groovy"],
  ["C", "C++", "Objective-C", "Swift"],
];

/** Whether code of one language can name what the other one defines. */
export const canName = (from: string, to: string): boolean =>
  from === to || GROUPS.some((group) => group.includes(from) && group.includes(to));
