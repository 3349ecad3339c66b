import { z } from "zod";
import { SourcePath } from "../../../contract/fieldSchemas.ts";
import { escapePattern } from "../../../contract/escapePattern.ts";
import {
  type CodeDefinition,
  type CodeMatches,
  MAX_MATCHED_LINE,
  MAX_SEARCHED_LINE,
  type Precision,
} from "../../../contract/references.ts";
import { shortHash } from "../../../contract/shortHash.ts";
import { unsearchedWords } from "../../messages/unsearchedWords.ts";
import {
  askedRepositories,
  codeHref,
  firstNotes,
  requireRead,
  type SourceRef,
  staleness,
  staleNotes,
} from "../appLinks.ts";
import type { OpenProject } from "../RequestScope.ts";
import { tool } from "../Tool.ts";
import { refuse } from "../toolErrors.ts";
import type { Draft } from "../tokenBudget.ts";
import { line } from "../untrusted.ts";
import { LINE, OFFSET, PATH, REVISION, SOURCE } from "./arguments.ts";
import { paged } from "./paged.ts";
import { requireFile, resolvePath } from "./resolvePath.ts";

const place = {
  path: PATH,
  line: LINE,
  name: z.string().min(1).max(200).describe("As in that line"),
  source: SOURCE,
  revision: REVISION.describe("Branch, tag, synced commit"),
};
type Place = z.output<z.ZodObject<typeof place>>;

const page = {
  offset: OFFSET.describe("Files"),
  skip: z.int().min(0).default(0).describe("Lines after offset"),
};
const FileLines = z.object({ repository: z.string(), path: z.string(), lines: z.array(z.int()) });

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
      inside: staleness(sources),
      present: (one, rank) => presentDefinition(project, one, rank < found.definitions.length ? "" : "implements it: "),
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
      inside: [...staleness(at.sources), ...found.definitions.slice(0, 1).map((one) => `Defined: ${where(one)}`)],
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
  { offset, skip, revision }: Page & Pick<Place, "revision">,
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
  return {
    lead: [
      `${counted(found.callers.length, "caller")}, calls ${found.callees.length} (${words(found.precision)}); ${found.read} of ${found.candidates} files that have the name are read.`,
    ],
    inside: staleness(sources),
    blocks: [...found.callers.map(present("called by")), ...found.callees.map(present("calls"))].slice(skip),
    more: (count: number) => moreOf(found, { offset, skip: skip + count }, found.callers.length + found.callees.length),
    data: () => ({ precision: found.precision, count: found.callers.length }),
  };
}

export const grep = tool({
  name: "grep",
  title: "Search by regular expression",
  description: "Every line of the code that a regular expression (RE2) matches, to the last; or only their counts.",
  input: {
    pattern: z.string().min(1).max(300),
    path: SourcePath.default("").describe("Folder or file"),
    source: SOURCE,
    revision: REVISION,
    case: z.enum(["yes", "no"]).optional().describe("Capitals count"),
    counts: z.boolean().default(false).describe("Lines of each file, as numbers"),
    ...page,
  },
  output: { count: z.int(), files: z.array(FileLines) },
  draft: async (scope, { project: slug, offset, skip, counts, source: named, ...asked }) => {
    const project = scope.project(slug);
    const sources = await askedRepositories(project, named);
    const source = named === undefined ? undefined : sources[0]?.id;
    const read = async (from: number) => {
      const found = await project.invoke("codeMatches", { query: { ...asked, source, from } });
      if (found.problem !== null) throw refuse("invalid_arguments", `pattern: ${found.problem}`);
      await requireIndexed(project, found.is_indexed, sources, asked.revision);
      return found;
    };
    const first = await read(offset);
    const found = counts ? await readOn(first, read) : first;
    if (offset === 0 && found.count === 0 && found.next === null) requireRead(sources);
    const lead = [
      `${counted(found.count, "line")} in ${counted(found.files.length, "file")}; ${found.read} of ${found.candidates} files that can match are read.`,
    ];
    const inside = firstNotes([
      ...staleNotes(sources),
      ...found.unsearched.map((one) => unsearchedWords(one, line(one.repository))),
    ]);
    if (!counts)
      return {
        lead,
        inside,
        ...matchingLines(found, { offset, skip }, (shown) => ({ count: found.count, files: shown })),
      };
    const files = found.files.slice(skip);
    return {
      lead,
      inside,
      blocks: files.map(({ path, repository, lines }) => `${line(path)} [${line(repository)}]: ${lines.length}`),
      more: (count) => moreOf(found, { offset, skip: skip + count }, found.files.length),
      data: () => ({ count: found.count }),
    };
  },
});

/** Calls of the index that one answer with counts makes. */
const MAX_READS = 20;

/** The matches of the files after those of an answer too, as far as the limit of calls allows. */
async function readOn(first: CodeMatches, read: (from: number) => Promise<CodeMatches>): Promise<CodeMatches> {
  let found = first;
  for (let reads = 1; reads < MAX_READS && found.next !== null; reads++) {
    const more = await read(found.next);
    found = {
      ...more,
      count: found.count + more.count,
      cut_lines: found.cut_lines + more.cut_lines,
      files: [...found.files, ...more.files],
    };
  }
  return found;
}

interface Page {
  readonly offset: number;
  readonly skip: number;
}

interface FoundPart {
  readonly next: number | null;
  readonly cut_lines?: number;
}

/** How to continue: within the files that were read by this call, then with the next of them; after what was not searched in them. */
function moreOf({ next, cut_lines: cut = 0 }: FoundPart, { offset, skip }: Page, all: number): string | null {
  const lacking = `Of ${counted(cut, "line")} without a match only the first ${MAX_SEARCHED_LINE} characters were searched.`;
  const place = skip < all ? `offset=${offset}, skip=${skip}` : next === null ? null : `offset=${next}, skip=0`;
  return [...(cut > 0 ? [lacking] : []), ...(place === null ? [] : [`Continue with ${place}.`])].join(" ") || null;
}

interface FoundLines extends FoundPart {
  readonly files: readonly {
    readonly repository: string;
    readonly path: string;
    readonly lines: readonly { readonly line: number; readonly text: string }[];
  }[];
}

/** Lines of files, each after the name of its file, from one of them. */
function matchingLines(
  found: FoundLines,
  { offset, skip }: Page,
  data: (files: z.output<typeof FileLines>[]) => Record<string, unknown>,
): Pick<Draft, "blocks" | "more" | "data"> {
  // A line in which a name is used twice is one line.
  const all = found.files.flatMap(({ repository, path, lines }) =>
    lines.filter((one, at) => lines[at - 1]?.line !== one.line).map((one) => ({ ...one, repository, path })),
  );
  const rest = all.slice(skip);
  const isSame = (a: (typeof all)[number], b: (typeof all)[number] | undefined): boolean =>
    a.path === b?.path && a.repository === b.repository;
  return {
    blocks: rest.map((one, at) => {
      const head = isSame(one, rest[at - 1]) ? "" : `${line(one.path)} [${line(one.repository)}]\n`;
      return `${head}  ${one.line}: ${line(one.text)}${one.text.length >= MAX_MATCHED_LINE ? " …" : ""}`;
    }),
    more: (count) => moreOf(found, { offset, skip: skip + count }, all.length),
    data: (count) => {
      const files: z.output<typeof FileLines>[] = [];
      rest.slice(0, count).forEach((one, at) => {
        if (isSame(one, rest[at - 1])) files.at(-1)?.lines.push(one.line);
        else files.push({ repository: one.repository, path: one.path, lines: [one.line] });
      });
      return data(files);
    },
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
  { path, line: number, name, source, revision }: Place,
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

/** @throws ToolRefusal with the commits that are indexed, and for a source that has not been read */
async function requireIndexed(
  project: OpenProject,
  isIndexed: boolean,
  sources: readonly SourceRef[],
  revision: string | undefined,
): Promise<void> {
  if (isIndexed) return;
  requireRead(sources);
  const heads = (await project.invoke("codeRepositories")).flatMap(({ name, branch, head }) =>
    head === null ? [] : [`${line(name)} ${line(branch ?? "")} ${shortHash(head)}`],
  );
  throw refuse(
    "not_found",
    `The files of ${line(revision ?? "the project")} are not indexed. get_file, blame and log read any revision. Indexed are the branches and tags that the project names${heads.length > 0 ? ", and these:" : "."}`,
    heads.length > 0 ? [heads.slice(0, MAX_HEADS).join(", ")] : [],
  );
}

/** Heads that a refusal lists. */
const MAX_HEADS = 10;

const words = (precision: Precision): string => (precision === "precise" ? "precise" : "by name");
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
const where = ({ name, container, path, line: at, repository }: CodeDefinition): string =>
  `${container ? `${line(container)}.` : ""}${line(name)} ${line(path)}:${at} [${line(repository)}]`;

const presentDefinition = (project: OpenProject, one: CodeDefinition, lead: string): string =>
  [
    `- ${lead}${one.kind} ${where(one)} to line ${one.end_line} (${one.link})${lead === "" ? ` ${codeHref(project, { ...one, lastLine: one.end_line })}` : ""}`,
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
