/** What a name in a line of code means, and where it is used. */
import { z } from "zod";
import { escapePattern } from "../../../contract/escapePattern.ts";
import {
  type CodeDefinition,
  MAX_MATCHED_LINE,
  MAX_SEARCHED_LINE,
  type Precision,
} from "../../../contract/references.ts";
import { codeHref } from "../appLinks.ts";
import type { SourceRef } from "../namedSources.ts";
import { staleness } from "../sourceStaleness.ts";
import type { OpenProject } from "../RequestScope.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { INDEXED_REVISION, LINE, OFFSET, PATH, SOURCE, linePageArguments, type LinePage } from "./arguments.ts";
import { counted } from "./counted.ts";
import { FileLines, linesByFile, matchingLines, moreOf } from "./foundLines.ts";
import { requireIndexed } from "./revisionRefusals.ts";
import { paged } from "./paged.ts";
import { requireFile, findPathInSources } from "./findPathInSources.ts";

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
    const [defined, { implementations, is_cut: hasMore }] = await Promise.all([
      project.invoke("definitions", { query }),
      project.invoke("implementations", { query }),
    ]);
    await requireIndexed(project, defined.is_indexed, [source], asked.revision);
    return paged({
      all: [...defined.definitions, ...implementations],
      from: offset,
      lead: [
        defined.definitions.length === 0
          ? "No definition in the project: it may be of the language or of a package."
          : `${defined.is_cut ? "More than " : ""}${counted(defined.definitions.length, "definition")} (${precisionText(defined.precision)}), ${hasMore ? "more than " : ""}${counted(implementations.length, "implementation")}.`,
      ],
      fenced: staleness(sources),
      present: (one, rank) =>
        presentDefinition(project, sources, one, rank < defined.definitions.length ? "" : "implements it: "),
      data: (shown) => ({ precision: defined.precision, definitions: shown.map(definitionData) }),
      unlisted:
        [
          ...(defined.is_cut ? ["More definitions are not listed."] : []),
          ...(hasMore ? ["More implementations are not listed."] : []),
        ].join(" ") || null,
    });
  },
});

export const findReferences = tool({
  name: "find_references",
  title: "Find references",
  description: "Where a name is used, or with calls who calls a function and what it calls.",
  input: { ...place, calls: z.boolean().default(false), ...linePageArguments },
  output: {
    precision: z.string(),
    count: z.int(),
    files: z.array(FileLines),
  },
  draft: async (scope, { project: slug, calls, offset, skip, ...asked }) => {
    const project = scope.project(slug);
    const position = await positionOf(project, asked);
    if (calls) return callsOf(project, position, { revision: asked.revision, offset, skip });
    const references = await project.invoke("references", { query: { ...position.query, from: offset } });
    await requireIndexed(project, references.is_indexed, [position.source], asked.revision);
    return {
      lead: [
        `${counted(references.count, "reference")} in ${counted(references.files.length, "file")} (${precisionText(references.precision)}); ${references.read} of ${references.candidates} files that have the name are read.`,
      ],
      fenced: [
        ...staleness(position.sources),
        ...references.definitions.slice(0, 1).map((one) => `Defined: ${definitionPlace(one)}`),
      ],
      ...matchingLines(references, { offset, skip }, (shown) => ({
        precision: references.precision,
        count: references.count,
        files: shown,
      })),
    };
  },
});

async function callsOf(
  project: OpenProject,
  { query, source, sources }: Position,
  { offset, skip, revision }: LinePage & Pick<NamePosition, "revision">,
) {
  const calls = await project.invoke("callHierarchy", { query: { ...query, from: offset } });
  await requireIndexed(project, calls.is_indexed, [source], revision);
  const present = (what: string) => (one: (typeof calls.callers)[number]) => {
    // The path once, then the lines of its calls.
    const places = one.calls.flatMap((call, at) => {
      const before = one.calls[at - 1];
      if (call.path !== before?.path) return [`${singleLine(call.path)}:${call.line}`];
      return call.line === before.line ? [] : [`${call.line}`];
    });
    return `- ${what} ${one.definition ? definitionPlace(one.definition) : "outside of any function"}: ${places.join(", ")}`;
  };
  const all = [...calls.callers, ...calls.callees];
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  return {
    lead: [
      `${counted(calls.callers.length, "caller")}, calls ${calls.callees.length} (${precisionText(calls.precision)}); ${calls.read} of ${calls.candidates} files that have the name are read.`,
    ],
    fenced: staleness(sources),
    blocks: [...calls.callers.map(present("called by")), ...calls.callees.map(present("calls"))].slice(skip),
    more: (count: number) => moreOf(calls, { offset, skip: skip + count }, all.length),
    data: (count: number) => ({
      precision: calls.precision,
      count: all.length,
      files: linesByFile(
        all
          .slice(skip, skip + count)
          .flatMap(({ calls: places }) =>
            places.map((call) => ({ ...call, repository: names.get(call.source) ?? "" })),
          ),
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
  { path, line, name, source, revision }: NamePosition,
): Promise<Position> {
  const resolved = await findPathInSources(project, { path, source, revision, kinds: ["repository"] });
  const query = { source: resolved.source.id, path: resolved.path, line, revision };
  const matches = await project.invoke("codeMatches", {
    query: {
      pattern: escapePattern(name),
      case: "yes",
      path: resolved.path,
      source: resolved.source.id,
      revision,
    },
  });
  await requireIndexed(project, matches.is_indexed, [resolved.source], revision);
  if (matches.problem !== null)
    throw toolRefusal("invalid_arguments", `name: It cannot be searched: ${singleLine(matches.problem)}`);
  const lines = matches.files.find((file) => file.path === resolved.path)?.lines ?? [];
  const columns = lines.find((one) => one.line === line)?.columns;
  const isName = (column: number, text: string): boolean =>
    !/[\p{L}\p{Nd}_$]/u.test(text[column - 2] ?? " ") &&
    !/[\p{L}\p{Nd}_$]/u.test(text[column - 1 + name.length] ?? " ");
  const text = lines.find((one) => one.line === line)?.text ?? "";
  // Of a name beyond the text it is not known whether it is a whole one.
  const isShown = (column: number): boolean => column - 1 + name.length < MAX_MATCHED_LINE;
  const column =
    columns?.find((one) => isShown(one) && isName(one, text)) ?? columns?.find((one) => !isShown(one)) ?? columns?.[0];
  if (column !== undefined) return { query: { ...query, column }, source: resolved.source, sources: resolved.sources };
  if (lines.length === 0) await requireFile(project, resolved, revision);
  const others = lines.slice(0, 10).map((one) => one.line);
  const elsewhere =
    others.length > 0
      ? `Lines of the file that have it: ${others.join(", ")}`
      : matches.cut_lines > 0
        ? `The first ${MAX_SEARCHED_LINE} characters of its lines do not have it.`
        : "The file does not have it.";
  throw toolRefusal("not_found", `Line ${line} has no such name. ${elsewhere}`);
}

const precisionText = (precision: Precision): string => (precision === "precise" ? "precise" : "by name");
const definitionPlace = ({ name, container, path, line, repository }: CodeDefinition): string =>
  `${container ? `${singleLine(container)}.` : ""}${singleLine(name)} ${singleLine(path)}:${line} [${singleLine(repository)}]`;

const presentDefinition = (
  project: OpenProject,
  sources: readonly SourceRef[],
  one: CodeDefinition,
  lead: string,
): string =>
  [
    `- ${lead}${one.kind} ${definitionPlace(one)} to line ${one.end_line} (${one.link})${lead === "" ? ` ${codeHref(project, sources, { ...one, lastLine: one.end_line })}` : ""}`,
    ...(one.signature === "" ? [] : [`    ${singleLine(one.signature)}`]),
    ...(one.doc === "" ? [] : [`    ${singleLine(one.doc)}`]),
  ].join("\n");

const definitionData = ({ name, kind, repository, path, line, end_line, link }: CodeDefinition) => ({
  name,
  kind,
  repository,
  path,
  line,
  end_line,
  link,
});
