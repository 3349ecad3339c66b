/** Files and pages, to read. */
import { shortHash } from "../../../contract/code/shortHash.ts";
import { z } from "zod";
import type { DocumentContent } from "../../../contract/documents/documents.ts";
import { Invalid, NotFound } from "../../errors.ts";
import type { OpenProject } from "../RequestScope.ts";
import { codeHref, type CodePlace, documentHref } from "../appLinks.ts";
import { requireRead, staleness } from "../sourceStaleness.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine, plainKey } from "../untrusted.ts";
import { withoutComments } from "../withoutComments.ts";
import { LINE, PATH, REVISION, SOURCE_OF_SEVERAL, requireOrdered } from "./arguments.ts";
import { counted } from "./counted.ts";
import { type PathInSource, type ResolvedPath, noSuchPath, findPathInSources } from "./findPathInSources.ts";
import { unreadRevision } from "./revisionRefusals.ts";
import { fileLines, numberedLines, textLines, wrappedLines } from "./textLines.ts";

export const getFile = tool({
  name: "get_file",
  title: "Get file",
  description: "A file, a range of its lines or the body of a symbol, with line numbers, now or at a commit.",
  input: {
    path: PATH,
    source: SOURCE_OF_SEVERAL,
    revision: REVISION,
    symbol: z.string().max(200).optional().describe("Its body alone"),
    from_line: LINE.default(1),
    to_line: LINE.optional(),
  },
  draft: async (
    scope,
    { project: slug, path: requested, source: name, revision, symbol, from_line: first, to_line },
  ) => {
    requireOrdered(first, to_line);
    const project = scope.project(slug);
    const place = await findPathInSources(project, { path: requested, source: name, revision, kinds: ["repository"] });
    const content = await read(project, place, revision);
    const body = symbol === undefined ? null : bodyOf(content, symbol);
    const from = Math.max(first, body?.from ?? 1);
    const lines = fileLines(content.text ?? "");
    const to = Math.min(to_line ?? Infinity, body?.to ?? Infinity, lines.length);
    const text = numberedLines(lines.slice(0, to), {
      from,
      total: lines.length,
      unlisted: content.truncated && to === lines.length ? [TRUNCATED] : [],
    });
    const isPart = from <= to && (from > 1 || to < lines.length);
    const about = { revision, ...(isPart && { line: from, lastLine: to }) };
    return {
      ...text,
      fenced: [...headOf(project, place, about), ...(from > 1 ? [] : symbolsOf(content))],
      lead: [
        ...leadOf(content),
        ...(body && from > to
          ? [`The symbol has lines ${body.from} to ${body.to}, and none of those that were asked for.`]
          : text.lead),
      ],
    };
  },
});

export const getDocument = tool({
  name: "get_document",
  title: "Get document",
  description: "A wiki page or documentation file as Markdown, with the issues that name it.",
  input: { path: PATH.describe("Path or title"), source: SOURCE_OF_SEVERAL, from_line: LINE.default(1) },
  draft: async (scope, { project: slug, path: requested, source: name, from_line: from }) => {
    const project = scope.project(slug);
    const place = await findPathInSources(project, { path: requested, source: name, kinds: ["wiki", "repository"] });
    const content = await read(project, place);
    const related = await project.invoke("relatedToDocument", { query: { source: place.source.id, path: place.path } });
    const shown = content.kind === "page" ? withoutComments(content.text ?? "") : (content.text ?? "");
    const more = related.issues.length - MAX_ISSUES;
    const text = textLines(wrappedLines(shown, DOCUMENT_LINE_BYTES), {
      from,
      unlisted: [
        ...(content.truncated ? [TRUNCATED] : []),
        ...(more > 0 ? [`${more} more issues speak of it: see connected.`] : []),
      ],
    });
    const issues = related.issues.slice(0, MAX_ISSUES).map(({ issue }) => `${plainKey(issue.key)} (${issue.state})`);
    return {
      ...text,
      // The text is last and below a heading, so that it cannot imitate what is above it.
      fenced: [
        ...headOf(project, place),
        ...(issues.length > 0
          ? [`Issues that speak of it: ${issues.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`]
          : []),
        "Text:",
      ],
      lead: [...leadOf(content), ...text.lead],
    };
  },
});

/** Issues that precede a document, for which there has to be room. */
const MAX_ISSUES = 5;
/** Lines of a document keep their numbers in its source as long as that is possible. */
const DOCUMENT_LINE_BYTES = 2000;
const TRUNCATED = "The file is longer than the first megabyte, which this server reads.";

/** @throws ToolRefusal for what is no text, with the reason, and for what this server has not read */
async function read(
  project: OpenProject,
  { source: { id, name, sync }, path: at, near }: PathInSource,
  revision?: string,
): Promise<DocumentContent> {
  let documentContent: DocumentContent;
  try {
    documentContent = await project.invoke("getDocument", { query: { source: id, path: at, revision } });
  } catch (error) {
    if (error instanceof Invalid && revision !== undefined)
      throw toolRefusal("not_found", `There is no branch, tag or commit ${singleLine(revision)} that was read.`);
    if (!(error instanceof NotFound)) throw error;
    requireRead([{ name, sync }]);
    throw noSuchPath(near, revision);
  }
  switch (documentContent.kind) {
    case "text":
    case "page":
      return documentContent;
    case "unread":
      if (revision !== undefined) throw unreadRevision(revision);
      throw toolRefusal(
        "stale_source",
        "The history knows this path, and the server keeps no copy that it could be read from.",
      );
    case "removed":
      throw toolRefusal(
        "not_found",
        `It was removed by commit ${documentContent.removed_by ? shortHash(documentContent.removed_by.hash) : "unknown"}. Ask with revision of an earlier commit.`,
      );
    case "absent":
      throw noSuchPath(near, revision);
    case "folder":
      throw toolRefusal("not_found", "This is a folder. List it with list_directory.");
    case "link":
      throw toolRefusal("not_found", "This is a symbolic link, which is not followed. Its target:", [
        singleLine(documentContent.text ?? ""),
      ]);
    case "submodule":
      throw toolRefusal(
        "not_found",
        `This is a submodule: commit ${shortHash(documentContent.text ?? "")} of another repository, whose files are not here.`,
      );
    case "image":
    case "binary":
    case "large":
      throw toolRefusal(
        "not_found",
        `This file has no text to show (${documentContent.kind}, ${documentContent.size} bytes).`,
      );
  }
}

function leadOf(documentContent: DocumentContent): string[] {
  const lines = fileLines(documentContent.text ?? "").length;
  const commit = documentContent.revision === null ? "" : ` at commit ${shortHash(documentContent.revision)}`;
  const age = documentContent.is_current ? "" : ", an older revision";
  return [
    `Text${commit}${age}, ${counted(lines, "line")}${documentContent.updated_at ? `, changed ${documentContent.updated_at}` : ""}.`,
    ...(documentContent.truncated ? [TRUNCATED] : []),
  ];
}

/** Name, address and state of what is read. The address has the path in it, which is the title of a page. */
const headOf = (
  project: OpenProject,
  { source, sources, path: at }: ResolvedPath,
  shown: Pick<CodePlace, "revision" | "line" | "lastLine"> = {},
): string[] => [
  `${singleLine(at)} [${singleLine(source.name)}]`,
  `Page: ${source.kind === "wiki" ? documentHref(project, source.id, at) : codeHref(project, sources, { source: source.id, path: at, ...shown })}`,
  ...staleness([source]),
];

/** The lines of a symbol of a file. @throws ToolRefusal with the symbols that there are */
function bodyOf({ symbols }: DocumentContent, name: string): { readonly from: number; readonly to: number } {
  const lastName = name.split(/[.#:]+/).at(-1);
  const definition =
    symbols.find((symbol) => symbol.name === name) ?? symbols.find((symbol) => symbol.name === lastName);
  if (definition) return { from: definition.start_line, to: definition.end_line };
  if (symbols.length === 0) throw toolRefusal("not_found", "No definitions of this file are known. Read it by lines.");
  const names = symbols.slice(0, MAX_SYMBOLS).map((symbol) => singleLine(symbol.name));
  throw toolRefusal("not_found", "The file defines no such symbol. It defines:", [names.join(", ")]);
}

const MAX_SYMBOLS = 30;

function symbolsOf({ symbols }: DocumentContent): string[] {
  const near = symbols.filter(({ depth }) => depth <= 1);
  // In a large file the top-level definitions are more informative than the first classes with all of their methods.
  const outer = near.filter(({ depth }) => depth === 0);
  const top = near.length > MAX_SYMBOLS && outer.length > 0 ? outer : near;
  if (top.length === 0) return [];
  const names = top.slice(0, MAX_SYMBOLS).map(({ name, start_line: start }) => `${singleLine(name)}:${start}`);
  return [`Defines: ${names.join(", ")}${top.length > MAX_SYMBOLS ? `, and ${top.length - MAX_SYMBOLS} more` : ""}.`];
}
