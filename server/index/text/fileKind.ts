import { fileLanguageOf } from "./languages.ts";

/**
 * What a file is for. Localization lowers the score of everything but `code`, and the answer shows the kind.
 * The order is part of the index format.
 */
export const FILE_KINDS = [
  "code",
  "test",
  "docs",
  "example",
  "generated",
  "vendored",
  "config",
  "data",
  "other",
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const VENDORED =
  /(^|\/)(vendor|vendors|node_modules|bower_components|third[_-]?party|external|externals|_vendor|site-packages|godeps|jspm_packages)\//;
const GENERATED_PATH =
  /(^|\/)(dist|generated|__generated__|autogen)\/|\.min\.(js|css)$|\.(pb|pb\.gw)\.go$|_pb2(_grpc)?\.pyi?$|\.(generated|gen)\.\w+$|\.g\.(cs|dart)$|\.designer\.cs$|(^|\/)(zz_generated\S*|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|cargo\.lock|poetry\.lock|uv\.lock|gemfile\.lock|composer\.lock|go\.sum)$|\.snap$|\.map$/;
const TEST_FOLDER =
  /(^|\/)(tests?|__tests__|specs?|testdata|test[_-]?data|fixtures?|__fixtures__|__mocks__|e2e|cypress|testing|test-d|unittests?|it)\//;
const TEST_NAME =
  /(^|\/)(test_[^/]*|conftest\.py|tests\.py)$|(_test|_tests|_spec|[._-]test|[._-]tests|\.spec|[._-]e2e|\.test-d|\.cy|\.stories)\.\w+$|(Tests?|IT|Spec|TestCase)\.(java|kt|scala|groovy|cs|swift|php)$/;
const DOCS = /(^|\/)(docs?|documentation|website|wiki|changelogs?|changes|newsfragments|\.changeset)\//;
const DOCS_NAME =
  /(^|\/)(readme|changelog|changes|history|news|authors|contributors|contributing|license|copying|notice|code_of_conduct|security|upgrading|migration|release[_-]?notes)([._-][^/]*)?$/;
const EXAMPLE = /(^|\/)(examples?|samples?|demos?|tutorials?|benchmarks?|bench|playground|sandbox|scripts?)\//;
const TOOLING = /(^|\/)\.(github|circleci|gitlab|vscode|husky|devcontainer|azure-pipelines)\//;

/** Classifies by path alone. */
export function fileKindOf(path: string): FileKind {
  const lower = path.toLowerCase();
  const language = fileLanguageOf(path);
  if (VENDORED.test(lower)) return "vendored";
  if (GENERATED_PATH.test(lower)) return "generated";
  if (TEST_FOLDER.test(lower) || TEST_NAME.test(path) || TEST_NAME.test(lower)) return "test";
  if (DOCS.test(lower) || DOCS_NAME.test(lower) || language?.family === "prose") return "docs";
  if (TOOLING.test(lower)) return "config";
  if (EXAMPLE.test(lower)) return "example";
  if (language === null) return "other";
  if (language.family === "data") return language.name === "CSV" ? "data" : "config";
  return "code";
}

/** What generators write at the head of a file; a sentence that merely mentions generated things is no such mark. */
const MARKED_GENERATED =
  /@generated\b|code generated (?:by|from)\b|\bdo not (?:edit|modify)\b|\b(?:file|code) (?:is|was|has been) (?:auto-?|automatically )?generated\b|auto-?generated (?:by|from|file|code)\b/i;

/** True for a text whose header marks it as generated, or whose lines are too long to be written by hand. */
export function looksGenerated(text: string): boolean {
  if (MARKED_GENERATED.test(text.slice(0, 600))) return true;
  if (text.length < 5000) return false;
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return text.length / lines > 400;
}

/** True for bytes that are not text. */
export function looksBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

const IMAGE_TYPES: ReadonlyMap<string, string> = new Map<string, string>(
  Object.entries({
    png: "image/png",
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    gif: "image/gif",
    webp: "image/webp",
    avif: "image/avif",
    ico: "image/x-icon",
    bmp: "image/bmp",
  }),
);

/** The media type of a picture that a browser shows, by the ending of its name; undefined for any other file. */
export const imageTypeOf = (path: string): string | undefined =>
  IMAGE_TYPES.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
