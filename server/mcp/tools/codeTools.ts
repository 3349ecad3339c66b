import { z } from "zod";
import { escapePattern } from "../../../contract/escapePattern.ts";
import {
  type CodeDefinition,
  MAX_MATCHED_LINE,
  MAX_SEARCHED_LINE,
  type Precision,
} from "../../../contract/references.ts";
import { codeHref, type SourceRef, staleness } from "../appLinks.ts";
import type { OpenProject } from "../RequestScope.ts";
import { tool } from "../Tool.ts";
import { refuse } from "../toolErrors.ts";
import { line } from "../untrusted.ts";
import { INDEXED_REVISION, LINE, OFFSET, PATH, SOURCE } from "./arguments.ts";
import { counted } from "./counted.ts";
import { FileLines, linesByFile, matchingLines, moreOf, page, type Page, requireIndexed } from "./foundLines.ts";
import { paged } from "./paged.ts";
import { requireFile, resolvePath } from "./resolvePath.ts";

const place = {
  path: PATH,
  line: LINE,
  name: z.string().min(1).max(200).describe("As in that line"),
  source: SOURCE,
  revision: INDEXED_REVISION,
};
type NamePosition = z.output<z.ZodObject<typeof place>>;

const DefinitionData = z.object({
  name: z.string(),
  kind: z.string(),
  repository: z.string(),
  path: z.string(),
  line: z.int(),
  end_line: z.int(),
  link: z.string(),
});

export const findDefinition = tool({
  name: "find_definition",
  title: "Find definition",
  description: "What a name in a line of code means: signature, comment, place. Also what implements it.",
  input: { ...place, offset: OFFSET },
  output: { precision: z.string(), definitions: z.array(DefinitionData) },
  draft: async (scope, { project: slug, offset, ...asked }) => {
    const project = scope.project(slug);
    const { query, source, sources } = await positionOf(project, asked);
    const [found, { implementations, is_cut: hasMore }] = await Promise.all([
      project.invoke("definitions", { query }),
      project.invoke("implementations", { query }),
    ]);
    await requireIndexed(project, found.is_indexed, [source], asked.revision);
    return paged({
      all: [...found.definitions, ...implementations],
      from: offset,
      lead: [
        found.definitions.length === 0
          ? "No definition in the project: it may be of the language or of a package."
          : `${found.is_cut ? "More than " : ""}${counted(found.definitions.length, "definition")} (${words(found.precision)}), ${hasMore ? "more than " : ""}${counted(implementations.length, "implementation")}.`,
      ],
      fenced: staleness(sources),
      present: (one, rank) =>
        presentDefinition(project, sources, one, rank < found.definitions.length ? "" : "implements it: "),
      data: (shown) => ({ precision: found.precision, definitions: shown.map(definitionData) }),
      unlisted:
        [
          ...(found.is_cut ? ["More definitions are not listed."] : []),
          ...(hasMore ? ["More implementations are not listed."] : []),
        ].join(" ") || null,
    });
  },
});

export const findReferences = tool({
  name: "find_references",
  title: "Find references",
  description: "Where a name is used, or with calls who calls a function and what it calls.",
  input: { ...place, calls: z.boolean().default(false), ...page },
  output: {
    precision: z.string(),
    count: z.int(),
    files: z.array(FileLines),
  },
  draft: async (scope, { project: slug, calls, offset, skip, ...asked }) => {
    const project = scope.project(slug);
    const at = await positionOf(project, asked);
    if (calls) return callsOf(project, at, { revision: asked.revision, offset, skip });
    const found = await project.invoke("references", { query: { ...at.query, from: offset } });
    await requireIndexed(project, found.is_indexed, [at.source], asked.revision);
    return {
      lead: [
        `${counted(found.count, "reference")} in ${counted(found.files.length, "file")} (${words(found.precision)}); ${found.read} of ${found.candidates} files that have the name are read.`,
      ],
      fenced: [...staleness(at.sources), ...found.definitions.slice(0, 1).map((one) => `Defined: ${where(one)}`)],
      ...matchingLines(found, { offset, skip }, (shown) => ({
        precision: found.precision,
        count: found.count,
        files: shown,
      })),
    };
  },
});

async function callsOf(
  project: OpenProject,
  { query, source, sources }: Position,
  { offset, skip, revision }: Page & Pick<NamePosition, "revision">,
) {
  const found = await project.invoke("callHierarchy", { query: { ...query, from: offset } });
  await requireIndexed(project, found.is_indexed, [source], revision);
  const present = (what: string) => (one: (typeof found.callers)[number]) => {
    // The path once, then the lines of its calls.
    const places = one.calls.flatMap((call, at) => {
      const before = one.calls[at - 1];
      if (call.path !== before?.path) return [`${line(call.path)}:${call.line}`];
      return call.line === before.line ? [] : [`${call.line}`];
    });
    return `- ${what} ${one.definition ? where(one.definition) : "outside of any function"}: ${places.join(", ")}`;
  };
  const all = [...found.callers, ...found.callees];
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  return {
    lead: [
      `${counted(found.callers.length, "caller")}, calls ${found.callees.length} (${words(found.precision)}); ${found.read} of ${found.candidates} files that have the name are read.`,
    ],
    fenced: staleness(sources),
    blocks: [...found.callers.map(present("called by")), ...found.callees.map(present("calls"))].slice(skip),
    more: (count: number) => moreOf(found, { offset, skip: skip + count }, all.length),
    data: (count: number) => ({
      precision: found.precision,
      count: all.length,
      files: linesByFile(
        all
          .slice(skip, skip + count)
          .flatMap(({ calls }) => calls.map((call) => ({ ...call, repository: names.get(call.source) ?? "" }))),
      ),
    }),
  };
}

interface Position {
  /** Of a call about the name. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The repository of the file, and all that may have something to do with the name. */
  readonly source: SourceRef;
  readonly sources: readonly SourceRef[];
}

/** A name in a line. @throws ToolRefusal for a line that has no such name, and for no such file */
async function positionOf(
  project: OpenProject,
  { path, line: number, name, source, revision }: NamePosition,
): Promise<Position> {
  const at = await resolvePath(project, { path, source, revision, kinds: ["repository"] });
  const query = { source: at.source.id, path: at.path, line: number, revision };
  const found = await project.invoke("codeMatches", {
    query: {
      pattern: escapePattern(name),
      case: "yes",
      path: at.path,
      source: at.source.id,
      revision,
    },
  });
  await requireIndexed(project, found.is_indexed, [at.source], revision);
  if (found.problem !== null) throw refuse("invalid_arguments", `name: It cannot be searched: ${line(found.problem)}`);
  const lines = found.files.find((file) => file.path === at.path)?.lines ?? [];
  const columns = lines.find((one) => one.line === number)?.columns;
  const isName = (column: number, text: string): boolean =>
    !/[\p{L}\p{Nd}_$]/u.test(text[column - 2] ?? " ") &&
    !/[\p{L}\p{Nd}_$]/u.test(text[column - 1 + name.length] ?? " ");
  const text = lines.find((one) => one.line === number)?.text ?? "";
  // Of a name beyond the text it is not known whether it is a whole one.
  const isShown = (column: number): boolean => column - 1 + name.length < MAX_MATCHED_LINE;
  const column =
    columns?.find((one) => isShown(one) && isName(one, text)) ?? columns?.find((one) => !isShown(one)) ?? columns?.[0];
  if (column !== undefined) return { query: { ...query, column }, source: at.source, sources: at.sources };
  if (lines.length === 0) await requireFile(project, at, revision);
  const others = lines.slice(0, 10).map((one) => one.line);
  const elsewhere =
    others.length > 0
      ? `Lines of the file that have it: ${others.join(", ")}`
      : found.cut_lines > 0
        ? `The first ${MAX_SEARCHED_LINE} characters of its lines do not have it.`
        : "The file does not have it.";
  throw refuse("not_found", `Line ${number} has no such name. ${elsewhere}`);
}

const words = (precision: Precision): string => (precision === "precise" ? "precise" : "by name");
const where = ({ name, container, path, line: at, repository }: CodeDefinition): string =>
  `${container ? `${line(container)}.` : ""}${line(name)} ${line(path)}:${at} [${line(repository)}]`;

const presentDefinition = (
  project: OpenProject,
  sources: readonly SourceRef[],
  one: CodeDefinition,
  lead: string,
): string =>
  [
    `- ${lead}${one.kind} ${where(one)} to line ${one.end_line} (${one.link})${lead === "" ? ` ${codeHref(project, sources, { ...one, lastLine: one.end_line })}` : ""}`,
    ...(one.signature === "" ? [] : [`    ${line(one.signature)}`]),
    ...(one.doc === "" ? [] : [`    ${line(one.doc)}`]),
  ].join("\n");

const definitionData = ({ name, kind, repository, path, line: at, end_line: end, link }: CodeDefinition) => ({
  name,
  kind,
  repository,
  path,
  line: at,
  end_line: end,
  link,
});
