/** `clew def` and `clew refs`: names in the code of a server's project. */
import { shortHash } from "../../../contract/code/shortHash.ts";
import type { CodeDefinition } from "../../../contract/code/references.ts";
import { CliError, STATUS, type Status } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { printAnswer } from "../formats.ts";
import { type CliRequest, type RequestOf, wrong } from "../readArguments.ts";
import { shown } from "../terminal.ts";
import type { ProjectAddress } from "./remoteAnswers.ts";

/** `src/a.ts:12:7`, or `src/a.ts:12 name`. */
const POSITION = /^(?<path>\S+?):(?<line>\d+)(?::(?<column>\d+))?(?:\s+(?<name>\S+))?$/;
/** Answers of references that are read one after the other. */
const MAX_PARTS = 200;

type Position = { readonly source: string; readonly path: string; readonly line: number; readonly column: number };

export async function runCodeCommand(
  place: ProjectAddress,
  request: RequestOf<"def" | "refs">,
  format: Format,
): Promise<Status> {
  const at = await positionOf(place, request);
  return request.command === "def"
    ? printDefinitions(place, at, request, format)
    : printReferences(place, at, request, format);
}

const revisionOf = ({ rev }: RequestOf<"def" | "refs">): string | undefined => (rev === "HEAD" ? undefined : rev);
type Server = ProjectAddress["server"];

async function printDefinitions(
  { server, slug }: ProjectAddress,
  at: Position,
  request: RequestOf<"def" | "refs">,
  format: Format,
): Promise<Status> {
  const answer = await server.call("definitions", { query: { project: slug, ...at, revision: revisionOf(request) } });
  await requireIndexed(server, slug, answer.is_indexed, request);
  const { definitions, precision, name } = answer;
  const lines = [
    ...definitions.map(
      (definition) =>
        `${placeOf(definition)}\t${definition.kind}\t${shown(definition.signature === "" ? definition.text.trim() : definition.signature)}`,
    ),
    definitions.length === 0 ? "No definition in the project." : wordsOf(precision),
  ];
  await printAnswer(format, "def", { data: { name, precision, definitions }, rows: definitions, lines });
  return definitions.length === 0 ? STATUS.nothing : STATUS.ok;
}

async function printReferences(
  { server, slug }: ProjectAddress,
  at: Position,
  request: RequestOf<"def" | "refs">,
  format: Format,
): Promise<Status> {
  const query = { project: slug, ...at, revision: revisionOf(request) };
  const maximum = request.limit ?? Infinity;
  const references: { path: string; repository: string; line: number; column: number; text: string; link: string }[] =
    [];
  let from = 0;
  let precision = "";
  for (let part = 0; part < MAX_PARTS && references.length < maximum; part++) {
    const answer = await server.call("references", { query: { ...query, from } });
    await requireIndexed(server, slug, answer.is_indexed, request);
    precision = answer.precision;
    for (const { path, repository, lines } of answer.files)
      for (const { line, column, text, link } of lines) references.push({ path, repository, line, column, text, link });
    if (answer.next === null) break;
    from = answer.next;
  }
  const listed = references.slice(0, maximum);
  const lines = [
    ...listed.map(
      (reference) => `${shown(reference.path)}:${reference.line}:${reference.column}\t${shown(reference.text.trim())}`,
    ),
    `${listed.length} references, ${wordsOf(precision)}`,
  ];
  await printAnswer(format, "refs", { data: { precision, references: listed }, rows: listed, lines });
  return listed.length === 0 ? STATUS.nothing : STATUS.ok;
}

/** The repository that a command is about. @throws CliError where the project has several and none is named */
export async function repositoryOf(
  { server, slug }: ProjectAddress,
  { source }: Pick<CliRequest, "source">,
): Promise<string> {
  const { repositories } = await server.call("getProject", { params: { id: slug } });
  const matchingRepositories =
    source === undefined ? repositories : repositories.filter(({ id, name }) => id === source || name === source);
  const [only] = matchingRepositories;
  if (only && matchingRepositories.length === 1) return only.id;
  const names = repositories.map(({ name }) => shown(name)).join(", ");
  throw new CliError(STATUS.usage, `Say which repository, --source NAME. There are: ${names || "none"}`);
}

async function positionOf(place: ProjectAddress, request: RequestOf<"def" | "refs">): Promise<Position> {
  const { path = "", line = "", column, name } = POSITION.exec(request.text)?.groups ?? {};
  if (path === "") throw wrong(`clew ${request.command} PATH:LINE:COLUMN, or PATH:LINE NAME`);
  const source = await repositoryOf(place, request);
  const at = { source, path: path.replace(/^\.?\//, ""), line: Number(line) };
  if (column !== undefined) return { ...at, column: Number(column) };
  if (name === undefined) throw wrong(`Give the column or the name: ${path}:${line} NAME`);
  const answer = await place.server.call("codeMatches", {
    query: {
      project: place.slug,
      source,
      path: at.path,
      pattern: name.replaceAll(/[^\p{L}\p{Nd}_]/gu, "\\$&"),
      case: "yes",
      revision: revisionOf(request),
    },
  });
  await requireIndexed(place.server, place.slug, answer.is_indexed, request);
  const lines = answer.files.find((file) => file.path === at.path)?.lines ?? [];
  const [first] = lines.find((candidate) => candidate.line === at.line)?.columns ?? [];
  if (first === undefined) throw new CliError(STATUS.nothing, `${path}:${line} has no ${shown(name)}.`);
  return { ...at, column: first };
}

/** @throws CliError with the commits that are indexed */
async function requireIndexed(
  server: Server,
  slug: string,
  isIndexed: boolean,
  { rev }: RequestOf<"def" | "refs">,
): Promise<void> {
  if (isIndexed) return;
  const repositories = await server.call("codeRepositories", { params: { id: slug } });
  const heads = repositories.flatMap(({ name, branch, head }) =>
    head === null ? [] : [`${shown(name)} ${shown(branch ?? "")} ${shortHash(head)}`],
  );
  const indexed = `Indexed: ${heads.join(", ") || "none"}, and the branches and tags that the project names.`;
  throw new CliError(STATUS.notFound, `The files of ${shown(rev)} are not indexed. ${indexed}`);
}

const wordsOf = (precision: string): string => (precision === "precise" ? "precise" : "by name");
const placeOf = ({ path, line, column }: CodeDefinition): string => `${shown(path)}:${line}:${column}`;
