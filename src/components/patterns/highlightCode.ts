import hljs from "highlight.js/lib/core";
import type { LanguageFn } from "highlight.js";
import { nextTask } from "../ui/nextTask.ts";

type LoadGrammar = () => Promise<{ default: LanguageFn }>;
interface Grammar {
  readonly name: string;
  readonly load: LoadGrammar;
}
const lazyGrammar = (name: string, load: LoadGrammar): Grammar => ({ name, load });

const xml = lazyGrammar("xml", () => import("highlight.js/lib/languages/xml"));
/** By the index's names of languages. Each grammar is a separate chunk, loaded with the first file that needs it. */
const LANGUAGES: Readonly<Record<string, Grammar>> = {
  TypeScript: lazyGrammar("typescript", () => import("highlight.js/lib/languages/typescript")),
  JavaScript: lazyGrammar("javascript", () => import("highlight.js/lib/languages/javascript")),
  Vue: xml,
  Python: lazyGrammar("python", () => import("highlight.js/lib/languages/python")),
  Go: lazyGrammar("go", () => import("highlight.js/lib/languages/go")),
  Rust: lazyGrammar("rust", () => import("highlight.js/lib/languages/rust")),
  Java: lazyGrammar("java", () => import("highlight.js/lib/languages/java")),
  Kotlin: lazyGrammar("kotlin", () => import("highlight.js/lib/languages/kotlin")),
  Scala: lazyGrammar("scala", () => import("highlight.js/lib/languages/scala")),
  Swift: lazyGrammar("swift", () => import("highlight.js/lib/languages/swift")),
  Groovy: lazyGrammar("groovy", () => import("highlight.js/lib/languages/groovy")),
  Dart: lazyGrammar("dart", () => import("highlight.js/lib/languages/dart")),
  "C#": lazyGrammar("csharp", () => import("highlight.js/lib/languages/csharp")),
  PHP: lazyGrammar("php", () => import("highlight.js/lib/languages/php")),
  Ruby: lazyGrammar("ruby", () => import("highlight.js/lib/languages/ruby")),
  "C++": lazyGrammar("cpp", () => import("highlight.js/lib/languages/cpp")),
  C: lazyGrammar("c", () => import("highlight.js/lib/languages/c")),
  "Objective-C": lazyGrammar("objectivec", () => import("highlight.js/lib/languages/objectivec")),
  Shell: lazyGrammar("bash", () => import("highlight.js/lib/languages/bash")),
  PowerShell: lazyGrammar("powershell", () => import("highlight.js/lib/languages/powershell")),
  Elixir: lazyGrammar("elixir", () => import("highlight.js/lib/languages/elixir")),
  Erlang: lazyGrammar("erlang", () => import("highlight.js/lib/languages/erlang")),
  Haskell: lazyGrammar("haskell", () => import("highlight.js/lib/languages/haskell")),
  OCaml: lazyGrammar("ocaml", () => import("highlight.js/lib/languages/ocaml")),
  Clojure: lazyGrammar("clojure", () => import("highlight.js/lib/languages/clojure")),
  Lua: lazyGrammar("lua", () => import("highlight.js/lib/languages/lua")),
  Perl: lazyGrammar("perl", () => import("highlight.js/lib/languages/perl")),
  R: lazyGrammar("r", () => import("highlight.js/lib/languages/r")),
  Julia: lazyGrammar("julia", () => import("highlight.js/lib/languages/julia")),
  SQL: lazyGrammar("sql", () => import("highlight.js/lib/languages/sql")),
  CSS: lazyGrammar("scss", () => import("highlight.js/lib/languages/scss")),
  HTML: xml,
  XML: xml,
  "Protocol Buffers": lazyGrammar("protobuf", () => import("highlight.js/lib/languages/protobuf")),
  GraphQL: lazyGrammar("graphql", () => import("highlight.js/lib/languages/graphql")),
  Markdown: lazyGrammar("markdown", () => import("highlight.js/lib/languages/markdown")),
  AsciiDoc: lazyGrammar("asciidoc", () => import("highlight.js/lib/languages/asciidoc")),
  JSON: lazyGrammar("json", () => import("highlight.js/lib/languages/json")),
  YAML: lazyGrammar("yaml", () => import("highlight.js/lib/languages/yaml")),
  TOML: lazyGrammar("ini", () => import("highlight.js/lib/languages/ini")),
  Properties: lazyGrammar("properties", () => import("highlight.js/lib/languages/properties")),
  Terraform: lazyGrammar("ini", () => import("highlight.js/lib/languages/ini")),
  Dockerfile: lazyGrammar("dockerfile", () => import("highlight.js/lib/languages/dockerfile")),
  Make: lazyGrammar("makefile", () => import("highlight.js/lib/languages/makefile")),
};

/** Lines that are highlighted in one pass, in a few milliseconds. */
const CHUNK_LINES = 250;
/** A chunk that ends inside a comment or a string is extended, up to this many lines. */
const MAX_CHUNK_LINES = 3000;
/** Longer lines are data, and grammars are slow on them. */
const MAX_LINE_LENGTH = 2000;

/**
 * Highlights a text chunk by chunk and yields to the browser between two of them, so that ten thousand lines do not block the page. A chunk
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
  if (!grammar || lines.some((line) => line.length > MAX_LINE_LENGTH)) return;
  if (!hljs.getLanguage(grammar.name)) hljs.registerLanguage(grammar.name, (await grammar.load()).default);
  for (let start = 0; start < lines.length;) {
    if (signal.aborted) return;
    let end = chunkEnd(lines, start + CHUNK_LINES);
    let html = "";
    for (;;) {
      const result = hljs.highlight(lines.slice(start, end).join("\n"), {
        language: grammar.name,
        ignoreIllegals: true,
      });
      html = result.value;
      if (end >= lines.length || end - start > MAX_CHUNK_LINES || !endsInside(result)) break;
      end = chunkEnd(lines, end + CHUNK_LINES);
    }
    onLines(start, html);
    start = end;
    await nextTask();
  }
}

/** The first unindented line after an empty one, from `from` on; any line, when there is none near. */
function chunkEnd(lines: readonly string[], from: number): number {
  for (let line = from; line < Math.min(lines.length, from + CHUNK_LINES); line++) {
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
