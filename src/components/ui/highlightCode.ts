import hljs from "highlight.js/lib/core";
import type { LanguageFn } from "highlight.js";

type Load = () => Promise<{ default: LanguageFn }>;
interface Known {
  readonly name: string;
  readonly load: Load;
}
const known = (name: string, load: Load): Known => ({ name, load });

const xml = known("xml", () => import("highlight.js/lib/languages/xml"));
/** By the index's names of languages. Each grammar is a separate chunk, loaded with the first file that needs it. */
const LANGUAGES: Readonly<Record<string, Known>> = {
  TypeScript: known("typescript", () => import("highlight.js/lib/languages/typescript")),
  JavaScript: known("javascript", () => import("highlight.js/lib/languages/javascript")),
  Vue: xml,
  Python: known("python", () => import("highlight.js/lib/languages/python")),
  Go: known("go", () => import("highlight.js/lib/languages/go")),
  Rust: known("rust", () => import("highlight.js/lib/languages/rust")),
  Java: known("java", () => import("highlight.js/lib/languages/java")),
  Kotlin: known("kotlin", () => import("highlight.js/lib/languages/kotlin")),
  Scala: known("scala", () => import("highlight.js/lib/languages/scala")),
  Swift: known("swift", () => import("highlight.js/lib/languages/swift")),
  Groovy: known("groovy", () => import("highlight.js/lib/languages/groovy")),
  Dart: known("dart", () => import("highlight.js/lib/languages/dart")),
  "C#": known("csharp", () => import("highlight.js/lib/languages/csharp")),
  PHP: known("php", () => import("highlight.js/lib/languages/php")),
  Ruby: known("ruby", () => import("highlight.js/lib/languages/ruby")),
  "C++": known("cpp", () => import("highlight.js/lib/languages/cpp")),
  C: known("c", () => import("highlight.js/lib/languages/c")),
  "Objective-C": known("objectivec", () => import("highlight.js/lib/languages/objectivec")),
  Shell: known("bash", () => import("highlight.js/lib/languages/bash")),
  PowerShell: known("powershell", () => import("highlight.js/lib/languages/powershell")),
  Elixir: known("elixir", () => import("highlight.js/lib/languages/elixir")),
  Erlang: known("erlang", () => import("highlight.js/lib/languages/erlang")),
  Haskell: known("haskell", () => import("highlight.js/lib/languages/haskell")),
  OCaml: known("ocaml", () => import("highlight.js/lib/languages/ocaml")),
  Clojure: known("clojure", () => import("highlight.js/lib/languages/clojure")),
  Lua: known("lua", () => import("highlight.js/lib/languages/lua")),
  Perl: known("perl", () => import("highlight.js/lib/languages/perl")),
  R: known("r", () => import("highlight.js/lib/languages/r")),
  Julia: known("julia", () => import("highlight.js/lib/languages/julia")),
  SQL: known("sql", () => import("highlight.js/lib/languages/sql")),
  CSS: known("scss", () => import("highlight.js/lib/languages/scss")),
  HTML: xml,
  XML: xml,
  "Protocol Buffers": known("protobuf", () => import("highlight.js/lib/languages/protobuf")),
  GraphQL: known("graphql", () => import("highlight.js/lib/languages/graphql")),
  Markdown: known("markdown", () => import("highlight.js/lib/languages/markdown")),
  AsciiDoc: known("asciidoc", () => import("highlight.js/lib/languages/asciidoc")),
  JSON: known("json", () => import("highlight.js/lib/languages/json")),
  YAML: known("yaml", () => import("highlight.js/lib/languages/yaml")),
  TOML: known("ini", () => import("highlight.js/lib/languages/ini")),
  Properties: known("properties", () => import("highlight.js/lib/languages/properties")),
  Terraform: known("ini", () => import("highlight.js/lib/languages/ini")),
  Dockerfile: known("dockerfile", () => import("highlight.js/lib/languages/dockerfile")),
  Make: known("makefile", () => import("highlight.js/lib/languages/makefile")),
};

/** Lines that are highlighted at once, in a few milliseconds. */
const PIECE = 250;
/** A piece that ends inside a comment or a string is extended, up to this many lines. */
const LONGEST_PIECE = 3000;
/** Longer lines are data, and grammars are slow on them. */
const LONGEST_LINE = 2000;

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Highlights a text piece by piece and yields to the browser between two of them, so that ten thousand lines do not block the page. A piece
 * ends outside of any construct: at an unindented line after an empty one, and never inside a comment or a string.
 * @param onLines the HTML of lines from `start` (from 0); only `span` tags, everything else escaped
 */
export async function highlightCode(
  lines: readonly string[],
  language: string,
  onLines: (start: number, html: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const grammar = LANGUAGES[language];
  if (!grammar || lines.some((line) => line.length > LONGEST_LINE)) return;
  if (!hljs.getLanguage(grammar.name)) hljs.registerLanguage(grammar.name, (await grammar.load()).default);
  for (let start = 0; start < lines.length;) {
    if (signal.aborted) return;
    let end = boundary(lines, start + PIECE);
    let html = "";
    for (;;) {
      const result = hljs.highlight(lines.slice(start, end).join("\n"), {
        language: grammar.name,
        ignoreIllegals: true,
      });
      html = result.value;
      if (end >= lines.length || end - start > LONGEST_PIECE || !endsInside(result)) break;
      end = boundary(lines, end + PIECE);
    }
    onLines(start, html);
    start = end;
    await nextTurn();
  }
}

/** The first unindented line after an empty one, from `from` on; any line, when there is none near. */
function boundary(lines: readonly string[], from: number): number {
  for (let line = from; line < Math.min(lines.length, from + PIECE); line++) {
    if (lines[line - 1] === "" && /^\S/.test(lines[line] ?? "")) return line;
  }
  return Math.min(lines.length, from);
}

/** Whether the grammar was inside a comment or a string at the end of the text. `_top` is highlight.js's own state. */
function endsInside(result: object): boolean {
  const top: unknown = "_top" in result ? result._top : null;
  const scope: unknown = typeof top === "object" && top !== null && "scope" in top ? top.scope : null;
  return typeof scope === "string" && /^(?:comment|string|template|regexp|doctag)/.test(scope);
}
