/** A language: its name in results, its tree-sitter grammar if one is shipped, and the shape of its definitions. */
export interface FileLanguage {
  readonly name: string;
  /** `tree-sitter-<grammar>.wasm`. */
  readonly grammar?: string;
  /** Which patterns of `regexDefinitions.ts` fit. */
  readonly family:
    "brace" | "c" | "go" | "javascript" | "prose" | "python" | "ruby" | "rust" | "shell" | "data" | "other";
}

const language = (
  name: string,
  family: FileLanguage["family"],
  extensions: string,
  grammar?: string,
): [string, FileLanguage][] =>
  extensions
    .split(" ")
    .map((extension) => [extension, grammar === undefined ? { name, family } : { name, family, grammar }]);

/** By file extension in lower case. */
const BY_EXTENSION: ReadonlyMap<string, FileLanguage> = new Map([
  ...language("TypeScript", "javascript", "ts mts cts", "typescript"),
  ...language("TypeScript", "javascript", "tsx", "tsx"),
  ...language("JavaScript", "javascript", "js mjs cjs jsx", "javascript"),
  ...language("Vue", "javascript", "vue svelte astro"),
  ...language("Python", "python", "py pyi pyx", "python"),
  ...language("Go", "go", "go", "go"),
  ...language("Rust", "rust", "rs", "rust"),
  ...language("Java", "brace", "java", "java"),
  ...language("Kotlin", "brace", "kt kts"),
  ...language("Scala", "brace", "scala sc"),
  ...language("Swift", "brace", "swift"),
  ...language("Groovy", "brace", "groovy gradle"),
  ...language("Dart", "brace", "dart"),
  ...language("C#", "brace", "cs", "c-sharp"),
  ...language("PHP", "brace", "php", "php"),
  ...language("Ruby", "ruby", "rb rake gemspec", "ruby"),
  ...language("C++", "c", "cpp cc cxx hpp hh hxx inl", "cpp"),
  ...language("C", "c", "c h", "cpp"),
  ...language("Objective-C", "c", "m mm"),
  ...language("Shell", "shell", "sh bash zsh"),
  ...language("PowerShell", "other", "ps1 psm1"),
  ...language("Elixir", "ruby", "ex exs"),
  ...language("Erlang", "other", "erl hrl"),
  ...language("Haskell", "other", "hs"),
  ...language("OCaml", "other", "ml mli"),
  ...language("Clojure", "other", "clj cljs cljc"),
  ...language("Lua", "other", "lua"),
  ...language("Perl", "other", "pl pm"),
  ...language("R", "other", "r"),
  ...language("Julia", "other", "jl"),
  ...language("Zig", "brace", "zig"),
  ...language("SQL", "other", "sql"),
  ...language("CSS", "other", "css scss sass less"),
  ...language("HTML", "other", "html htm hbs ejs jinja j2 erb tmpl"),
  ...language("Protocol Buffers", "other", "proto"),
  ...language("GraphQL", "other", "graphql gql"),
  ...language("Terraform", "other", "tf tfvars hcl"),
  ...language("Markdown", "prose", "md mdx markdown"),
  ...language("reStructuredText", "prose", "rst"),
  ...language("AsciiDoc", "prose", "adoc asciidoc"),
  ...language("Text", "prose", "txt"),
  ...language("JSON", "data", "json jsonc json5"),
  ...language("YAML", "data", "yml yaml"),
  ...language("TOML", "data", "toml"),
  ...language("XML", "data", "xml xsd xsl"),
  ...language("Properties", "data", "ini cfg conf properties env"),
  ...language("CSV", "data", "csv tsv"),
]);

const BY_NAME: ReadonlyMap<string, FileLanguage> = new Map([
  ...language("Dockerfile", "shell", "dockerfile containerfile"),
  ...language("Make", "other", "makefile gnumakefile"),
  ...language("Ruby", "ruby", "gemfile rakefile", "ruby"),
]);

/** The grammars of tree-sitter that some language names. */
export const GRAMMARS: ReadonlySet<string> = new Set(
  [...BY_EXTENSION.values()].flatMap(({ grammar }) => (grammar === undefined ? [] : [grammar])),
);

/** The language of a file by its name; null when nothing is known of it. */
export function fileLanguageOf(path: string): FileLanguage | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const dot = name.lastIndexOf(".");
  return (dot >= 0 ? BY_EXTENSION.get(name.slice(dot + 1)) : undefined) ?? BY_NAME.get(name) ?? null;
}
