import { z } from "zod";
import type { CodeDefinition, Precision } from "../../../contract/references.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { verbatim } from "../../messages/messages.ts";
import { codeHref } from "../appLinks.ts";
import type { OpenProject } from "../RequestScope.ts";
import { tool } from "../Tool.ts";
import { line } from "../untrusted.ts";
import { placeOf } from "./fileTools.ts";

const place = {
  path: z.string().min(1).max(1000),
  line: z.int().min(1),
  name: z.string().min(1).max(200).describe("As in that line"),
  source: z.string().max(200).optional(),
  revision: z.string().max(300).optional().describe("Branch, tag, synced commit"),
};
type Place = z.output<z.ZodObject<typeof place>>;

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
  input: place,
  output: { precision: z.string(), definitions: z.array(DefinitionData) },
  draft: async (scope, { project: slug, ...asked }) => {
    const project = scope.project(slug);
    const query = await positionOf(project, asked);
    const [found, { implementations }] = await Promise.all([
      project.invoke("definitions", { query }),
      project.invoke("implementations", { query }),
    ]);
    requireIndexed(found.is_indexed, asked);
    const all = [...found.definitions, ...implementations];
    return {
      lead: [
        found.definitions.length === 0
          ? "No definition in the project: it may be of the language or of a package."
          : `${counted(found.definitions.length, "definition")} (${words(found.precision)}), ${counted(implementations.length, "implementation")}.`,
      ],
      blocks: all.map((one, at) => shown(project, one, at < found.definitions.length ? "" : "implements it: ")),
      data: (count) => ({ precision: found.precision, definitions: all.slice(0, count).map(dataOf) }),
    };
  },
});

export const findReferences = tool({
  name: "find_references",
  title: "Find references",
  description: "Where a name is used, or with calls who calls a function and what it calls.",
  input: { ...place, calls: z.boolean().default(false), offset: z.int().min(0).default(0).describe("Files") },
  output: {
    precision: z.string(),
    count: z.int(),
    files: z.array(z.object({ repository: z.string(), path: z.string(), lines: z.array(z.int()) })),
  },
  draft: async (scope, { project: slug, calls, offset, ...asked }) => {
    const project = scope.project(slug);
    const query = { ...(await positionOf(project, asked)), from: offset };
    if (calls) return callsOf(project, query, asked);
    const found = await project.invoke("references", { query });
    requireIndexed(found.is_indexed, asked);
    return {
      lead: [
        `${counted(found.count, "reference")} in ${counted(found.files.length, "file")} (${words(found.precision)}); ${found.read} of ${found.candidates} files that have the name are read.`,
      ],
      inside: found.definitions.slice(0, 1).map((one) => `Defined: ${where(one)}`),
      blocks: found.files.map(({ repository, path, lines }) =>
        [`${line(path)} [${line(repository)}]`, ...lines.map((one) => `  ${one.line}: ${line(one.text)}`)].join("\n"),
      ),
      more: (count) =>
        count < found.files.length
          ? "The rest of this part is left out: ask with a larger max_tokens."
          : found.next === null
            ? null
            : `Continue with offset=${found.next}.`,
      data: (count) => ({
        precision: found.precision,
        count: found.count,
        files: found.files
          .slice(0, count)
          .map(({ repository, path, lines }) => ({ repository, path, lines: lines.map((one) => one.line) })),
      }),
    };
  },
});

async function callsOf(project: OpenProject, query: Record<string, unknown>, asked: Place) {
  const found = await project.invoke("callHierarchy", { query });
  requireIndexed(found.is_indexed, asked);
  const present = (what: string) => (one: (typeof found.callers)[number]) => {
    const places = one.calls.map((call) => `${line(call.path)}:${call.line}`);
    return `- ${what} ${one.definition ? where(one.definition) : "outside of any function"}: ${places.join(", ")}`;
  };
  return {
    lead: [
      `${counted(found.callers.length, "caller")}, calls ${found.callees.length} (${words(found.precision)}); ${found.read} of ${found.candidates} files that have the name are read.`,
    ],
    blocks: [...found.callers.map(present("called by")), ...found.callees.map(present("calls"))],
    more: () => (found.next === null ? null : `Continue with offset=${found.next}.`),
    data: () => ({ precision: found.precision, count: found.callers.length, files: [] }),
  };
}

export const grep = tool({
  name: "grep",
  title: "Search by regular expression",
  description: "Every line of the code that a regular expression (RE2) matches; offset continues to the last.",
  input: {
    pattern: z.string().min(1).max(300),
    path: z.string().max(1000).default("").describe("Folder or file"),
    revision: z.string().max(300).optional(),
    case: z.enum(["yes", "no"]).optional(),
    offset: z.int().min(0).default(0).describe("Files"),
  },
  output: {
    count: z.int(),
    files: z.array(z.object({ repository: z.string(), path: z.string(), lines: z.array(z.int()) })),
  },
  draft: async (scope, { project: slug, offset, ...asked }) => {
    const project = scope.project(slug);
    const found = await project.invoke("codeMatches", { query: { ...asked, from: offset } });
    if (found.problem !== null) throw new Invalid({ pattern: [verbatim(found.problem)] });
    requireIndexed(found.is_indexed, asked);
    return {
      lead: [
        `${counted(found.count, "line")} in ${counted(found.files.length, "file")}; ${found.read} of ${found.candidates} files that can match are read.`,
      ],
      blocks: found.files.flatMap(({ repository, path, lines }) =>
        lines.map(
          (one) =>
            `${line(path)}:${one.line}: ${line(one.text)}${found.files.length > 1 ? ` [${line(repository)}]` : ""}`,
        ),
      ),
      more: (count) =>
        count < found.count
          ? "The rest of this part is left out: narrow path, or ask with a larger max_tokens."
          : found.next === null
            ? null
            : `Continue with offset=${found.next}.`,
      data: (count) => {
        let left = count;
        const files = found.files.flatMap(({ repository, path, lines }) => {
          const part = lines.slice(0, left).map((one) => one.line);
          left -= part.length;
          return part.length > 0 ? [{ repository, path, lines: part }] : [];
        });
        return { count: found.count, files };
      },
    };
  },
});

/** The query of a call about a name in a line. @throws NotFound for a line that has no such name */
async function positionOf(project: OpenProject, { path, line: number, name, source, revision }: Place) {
  const at = await placeOf(project, path, source, ["repository"]);
  const query = { source: at.source.id, path: at.path, line: number, revision };
  const found = await project.invoke("codeMatches", {
    query: {
      pattern: name.replaceAll(/[^\p{L}\p{Nd}_]/gu, "\\$&"),
      case: "yes",
      path: at.path,
      source: at.source.id,
      revision,
    },
  });
  const lines = found.files.find((file) => file.path === at.path)?.lines ?? [];
  const columns = lines.find((one) => one.line === number)?.columns;
  const isName = (column: number, text: string): boolean =>
    !/[\p{L}\p{Nd}_$]/u.test(text[column - 2] ?? " ") &&
    !/[\p{L}\p{Nd}_$]/u.test(text[column - 1 + name.length] ?? " ");
  const text = lines.find((one) => one.line === number)?.text ?? "";
  const column = columns?.find((one) => isName(one, text)) ?? columns?.[0];
  if (column !== undefined) return { ...query, column };
  const others = lines.slice(0, 10).map((one) => one.line);
  throw new NotFound(
    verbatim(
      `Line ${number} has no such name.${others.length > 0 ? ` Lines of the file that have it: ${others.join(", ")}` : " The file does not have it."}`,
    ),
  );
}

function requireIndexed(isIndexed: boolean, { revision }: { readonly revision?: string | undefined }): void {
  if (isIndexed) return;
  throw new NotFound(
    verbatim(
      `The index has no files of ${line(revision ?? "the project")}. Ask without revision, or for a branch or tag that the project names.`,
    ),
  );
}

const words = (precision: Precision): string => (precision === "precise" ? "precise" : "by name");
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
const where = ({ name, container, path, line: at, repository }: CodeDefinition): string =>
  `${container ? `${line(container)}.` : ""}${line(name)} ${line(path)}:${at} [${line(repository)}]`;

const shown = (project: OpenProject, one: CodeDefinition, lead: string): string =>
  [
    `- ${lead}${one.kind} ${where(one)} to line ${one.end_line} (${one.link}) ${codeHref(project, { ...one, lastLine: one.end_line })}`,
    ...(one.signature === "" ? [] : [`    ${line(one.signature)}`]),
    ...(one.doc === "" ? [] : [`    ${line(one.doc)}`]),
  ].join("\n");

const dataOf = ({ name, kind, repository, path, line: at, end_line: end, link }: CodeDefinition) => ({
  name,
  kind,
  repository,
  path,
  line: at,
  end_line: end,
  link,
});
