import type { FileLanguage } from "./languages.ts";

/** A definition found by its looks alone. */
export interface RegexDefinition {
  readonly name: string;
  /** The word it was introduced by: class, def, func, heading … */
  readonly kind: string;
  /** Offset of its line in the text. */
  readonly at: number;
}

const MODIFIERS =
  "(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|override|virtual|async|sealed|partial|readonly|open|data|inline|synchronized|native|unsafe|extern|case|implicit|lazy)[ \\t]+){0,8}";

/**
 * One pattern per family and shape; `kind` and `name` are named groups. They look at one line each and bound every repetition,
 * so that no text can make them slow.
 */
const PATTERNS: Readonly<Record<FileLanguage["family"], readonly RegExp[]>> = {
  python: [
    /^[ \t]{0,40}(?:async[ \t]+)?(?<kind>def|class|cdef|cpdef)[ \t]+(?<name>\w+)/gm,
    /^(?<name>[A-Z][A-Z0-9_]{2,})[ \t]*(?::[^=\n]{1,80})?=(?!=)/gm,
  ],
  javascript: [
    new RegExp(
      `^[ \\t]{0,12}${MODIFIERS}(?<kind>function\\*?|class|interface|enum|namespace)[ \\t]+(?<name>[\\w$]+)`,
      "gm",
    ),
    /^(?:export[ \t]+)?(?:declare[ \t]+)?(?<kind>const|let|var|type)[ \t]+(?<name>[\w$]+)/gm,
    /^[ \t]{0,12}(?:[\w$]{1,60}\.){1,4}(?<name>[\w$]+)[ \t]*=[ \t]*(?:async[ \t]+)?(?<kind>function)/gm,
    new RegExp(
      `^[ \\t]{1,12}${MODIFIERS}(?:get[ \\t]+|set[ \\t]+|\\*[ \\t]*)?(?!(?:if|for|while|switch|catch|return|with|function|else|do|new|await|typeof)\\b)(?<name>[\\w$#]+)[ \\t]*(?:<[^>\\n]{0,80}>)?\\([^;\\n]{0,200}\\{[ \\t]*$`,
      "gm",
    ),
    /^[ \t]{1,12}(?<name>[\w$]+)[ \t]*:[ \t]*(?:async[ \t]+)?(?<kind>function)/gm,
  ],
  go: [
    /^(?<kind>func)[ \t]+(?:\([^)\n]{0,120}\)[ \t]*)?(?<name>\w+)/gm,
    /^(?<kind>type|var|const)[ \t]+(?<name>\w+)/gm,
  ],
  rust: [
    /^[ \t]{0,40}(?:pub(?:\([^)\n]{0,40}\))?[ \t]+)?(?:(?:async|const|unsafe|default|extern[ \t]+"C")[ \t]+){0,4}(?<kind>fn|struct|enum|trait|mod|type|union|static)[ \t]+(?<name>\w+)/gm,
    /^[ \t]{0,40}(?<kind>macro_rules!)[ \t]*(?<name>\w+)/gm,
  ],
  brace: [
    new RegExp(
      `^[ \\t]{0,40}${MODIFIERS}(?<kind>class|interface|enum|record|struct|trait|object|protocol|extension|fun|func|function|fn|def|annotation|@interface|namespace)[ \\t]+(?<name>\\w+)`,
      "gm",
    ),
    /^[ \t]{1,40}(?:(?:public|private|protected|internal|static|final|abstract|override|virtual|async|synchronized|default|native)[ \t]+){1,6}(?:<[^>\n]{1,80}>[ \t]*)?(?:[\w<>[\],.?&]{1,80}[ \t]+){1,4}(?<name>\w+)[ \t]*\(/gm,
  ],
  ruby: [/^[ \t]{0,40}(?<kind>def|defp|defmacro|class|module|defmodule)[ \t]+(?:self\.)?(?<name>[\w:.]+[?!]?)/gm],
  c: [
    /^(?:typedef[ \t]+)?(?<kind>struct|class|enum|union|namespace)[ \t]+(?<name>\w+)/gm,
    /^#define[ \t]+(?<name>\w+)/gm,
    /^(?![#/*]|return\b|else\b)(?:[\w:*&<>,~]{1,80}[ \t]+){1,6}[*&]{0,2}(?:\w{1,60}::){0,4}(?<name>~?\w+)[ \t]*\([^;\n]{0,300}$/gm,
  ],
  shell: [/^(?:(?<kind>function)[ \t]+)?(?<name>[\w-]{2,})[ \t]*\(\)/gm],
  prose: [/^#{1,4}[ \t]+(?<name>\S[^\n]{0,100})/gm, /^(?<name>\S[^\n]{2,80})\n[=\-~^]{3,}[ \t]*$/gm],
  data: [],
  other: [
    /^[ \t]{0,40}(?:(?:local|pub|export|public|private|static)[ \t]+){0,3}(?<kind>class|interface|struct|enum|trait|function|func|fun|fn|def|module|sub|proc|defn|defmodule|message|service|resource|input|type|table|view)[ \t]+"?(?<name>[\w.:$-]+)/gim,
  ],
};

/** Definitions in reading order, without any grammar. Its mistakes are small ones: a name too many, never a slow file. */
export function regexDefinitions(text: string, language: FileLanguage): RegexDefinition[] {
  const definitions: RegexDefinition[] = [];
  for (const pattern of PATTERNS[language.family]) {
    for (const match of text.matchAll(pattern)) {
      const name = match.groups?.["name"];
      if (name)
        definitions.push({
          name,
          kind: match.groups?.["kind"] ?? (language.family === "prose" ? "heading" : "name"),
          at: match.index,
        });
    }
  }
  return definitions.sort((a, b) => a.at - b.at);
}
