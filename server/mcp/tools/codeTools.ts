/** What a name in a line of code means, and where it is used. */
import { z } from "zod";
import type { CodeDefinition, Precision } from "../../../contract/code/references.ts";
import { codeHref } from "../appLinks.ts";
import type { SourceRef } from "../namedSources.ts";
import { staleness } from "../sourceStaleness.ts";
import type { OpenProject } from "../RequestScope.ts";
import { tool } from "../Tool.ts";
import { singleLine } from "../untrusted.ts";
import { INDEXED_REVISION, LINE, OFFSET, PATH, SOURCE, linePageArguments, type LinePage } from "./arguments.ts";
import { counted } from "./counted.ts";
import { FileLines, linesByFile, pageOfLines, moreOf } from "./foundLines.ts";
import { requireIndexed } from "./revisionRefusals.ts";
import { paged } from "./paged.ts";
import { type NamePosition, requireNamePosition } from "./namedPosition.ts";

const place = {
  path: PATH,
  line: LINE,
  name: z.string().min(1).max(200).describe("As in that line"),
  source: SOURCE,
  revision: INDEXED_REVISION,
};

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
  draft: async (scope, { project: slug, offset, ...requested }) => {
    const project = scope.project(slug);
    const { query, source, sources } = await requireNamePosition(project, requested);
    const [defined, { implementations, is_cut: hasMore }] = await Promise.all([
      project.invoke("definitions", { query }),
      project.invoke("implementations", { query }),
    ]);
    await requireIndexed(project, defined.is_indexed, [source], requested.revision);
    return paged({
      all: [...defined.definitions, ...implementations],
      from: offset,
      lead: [
        defined.definitions.length === 0
          ? "No definition in the project: it may be of the language or of a package."
          : `${defined.is_cut ? "More than " : ""}${counted(defined.definitions.length, "definition")} (${precisionText(defined.precision)}), ${hasMore ? "more than " : ""}${counted(implementations.length, "implementation")}.`,
      ],
      fenced: staleness(sources),
      present: (definition, rank) =>
        presentDefinition(project, sources, definition, rank < defined.definitions.length ? "" : "implements it: "),
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
  draft: async (scope, { project: slug, calls, offset, skip, ...requested }) => {
    const project = scope.project(slug);
    const position = await requireNamePosition(project, requested);
    if (calls) return callsOf(project, position, { offset, skip });
    const references = await project.invoke("references", { query: { ...position.query, from: offset } });
    await requireIndexed(project, references.is_indexed, [position.source], requested.revision);
    return {
      lead: [
        `${counted(references.count, "reference")} in ${counted(references.files.length, "file")} (${precisionText(references.precision)}); ${references.read} of ${references.candidates} files that have the name are read.`,
      ],
      fenced: [
        ...staleness(position.sources),
        ...references.definitions.slice(0, 1).map((definition) => `Defined: ${definitionPlace(definition)}`),
      ],
      ...pageOfLines(references, { offset, skip }, (shown) => ({
        precision: references.precision,
        count: references.count,
        files: shown,
      })),
    };
  },
});

async function callsOf(project: OpenProject, { query, source, sources }: NamePosition, { offset, skip }: LinePage) {
  const calls = await project.invoke("callHierarchy", { query: { ...query, from: offset } });
  await requireIndexed(project, calls.is_indexed, [source], query.revision);
  const present = (what: string) => (entry: (typeof calls.callers)[number]) => {
    // The path once, then the lines of its calls.
    const places = entry.calls.flatMap((call, at) => {
      const before = entry.calls[at - 1];
      if (call.path !== before?.path) return [`${singleLine(call.path)}:${call.line}`];
      return call.line === before.line ? [] : [`${call.line}`];
    });
    return `- ${what} ${entry.definition ? definitionPlace(entry.definition) : "outside of any function"}: ${places.join(", ")}`;
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

const precisionText = (precision: Precision): string => (precision === "precise" ? "precise" : "by name");
const definitionPlace = ({ name, container, path, line, repository }: CodeDefinition): string =>
  `${container ? `${singleLine(container)}.` : ""}${singleLine(name)} ${singleLine(path)}:${line} [${singleLine(repository)}]`;

const presentDefinition = (
  project: OpenProject,
  sources: readonly SourceRef[],
  definition: CodeDefinition,
  lead: string,
): string =>
  [
    `- ${lead}${definition.kind} ${definitionPlace(definition)} to line ${definition.end_line} (${definition.link})${lead === "" ? ` ${codeHref(project, sources, { ...definition, lastLine: definition.end_line })}` : ""}`,
    ...(definition.signature === "" ? [] : [`    ${singleLine(definition.signature)}`]),
    ...(definition.doc === "" ? [] : [`    ${singleLine(definition.doc)}`]),
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
