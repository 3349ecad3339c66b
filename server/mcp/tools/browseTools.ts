import { z } from "zod";
import { SourcePath } from "../../../contract/fieldSchemas.ts";
import { shortHash } from "../../../contract/shortHash.ts";
import { type SourceRef, commitHref, sourceNamed, sourcesOf } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { refuse } from "../toolErrors.ts";
import { line, quoted } from "../untrusted.ts";
import { OFFSET, SOURCE } from "./arguments.ts";
import { MAX_PATHS, diffLines, onlyFile } from "./diffText.ts";
import { askEach, requireOnlyPlace, unaskedOf } from "./resolvePath.ts";
import { textLines } from "./textLines.ts";

export const listDirectory = tool({
  name: "list_directory",
  title: "List directory",
  description: "Folders and files of a repository; without source the sources.",
  input: {
    path: SourcePath.default(""),
    source: SOURCE,
    offset: OFFSET,
  },
  output: { entries: z.array(z.object({ kind: z.string(), path: z.string() })), count: z.int() },
  draft: async (scope, { project: slug, path, source: name, offset }) => {
    const project = scope.project(slug);
    const sources = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kind !== "tracker");
    const repositories = sources.filter(({ kind }) => kind === "repository");
    const wanted = path.replace(/^\.?\/+|\/+$/g, "");
    const candidates =
      name !== undefined ? [sourceNamed(sources, name)] : repositories.length === 1 ? repositories : sources;
    const list = (source?: SourceRef) =>
      project.invoke("listDocuments", { query: { source: source?.id, path: source && wanted } });
    const isOfSource = candidates.length === 1 || wanted !== "";
    const having = isOfSource
      ? (await askEach(candidates, list)).filter(({ answer }) => answer.length > 0 || wanted === "")
      : [];
    const found = requireOnlyPlace(having.map((one) => ({ ...one, path: wanted })));
    if (isOfSource && !found)
      throw unaskedOf(candidates) === 0
        ? refuse("not_found", "There is no such folder.")
        : refuse("invalid_arguments", `source: ${unaskedOf(candidates)} sources were not asked. Give the one to list.`);
    const { source, answer: entries } = found ?? { source: null, answer: await list() };
    const page = entries.slice(offset);
    return {
      lead: [`${entries.length} entries${source ? "" : ": the sources"}.`],
      inside: source ? [`Source: ${line(source.name)}`] : [],
      blocks: page.map(({ kind, path: at, name: own, size, files }) => {
        const facts = kind === "file" ? ` ${size ?? "?"} B` : files === null ? "" : ` ${files} files`;
        return `${kind} ${line(kind === "source" ? own : at)}${kind === "folder" ? "/" : ""}${facts}`;
      }),
      more: (count) => (count < page.length ? `Continue with offset=${offset + count}.` : null),
      data: (count) => ({
        entries: page
          .slice(0, count)
          .map(({ kind, path: at, name: own }) => ({ kind, path: kind === "source" ? own : at })),
        count: entries.length,
      }),
    };
  },
});

export const getCommit = tool({
  name: "get_commit",
  title: "Get commit",
  description: "A commit: message, people, issues, requests, releases and what it changed, line by line.",
  input: {
    hash: z.string().regex(/^[0-9a-f]{4,64}$/i),
    source: SOURCE,
    path: SourcePath.optional().describe("Only this file"),
    from_line: z.int().min(1).default(1),
  },
  output: { hash: z.string(), files: z.array(z.string()), issues: z.array(z.string()) },
  draft: async (scope, { project: slug, hash, source: name, path, from_line: from }) => {
    const project = scope.project(slug);
    const source = name === undefined ? undefined : sourceNamed(sourcesOf(await project.invoke("getProject")), name).id;
    const { status, commit, candidates } = await project.invoke("getCommit", { params: { hash }, query: { source } });
    if (!commit) {
      // A hash is enough to ask again; titles are text of others.
      const hashes = candidates.map((one) => shortHash(one.hash)).join(", ");
      throw refuse(
        "not_found",
        status === "ambiguous" ? `Several commits begin so: ${hashes}` : "The project has no such commit.",
      );
    }
    const { hash: whole, source: repository } = commit;
    const readDiff = (file?: number) =>
      project.invoke("commitDiff", { params: { hash: whole }, query: { source: repository, file } });
    const diff = await readDiff();
    const files = await onlyFile(diff, path, readDiff);
    const issues = commit.issues.map(({ issue }) => line(issue.key));
    const text = textLines(files.flatMap(diffLines).join("\n"), from);
    return {
      ...text,
      lead: [
        `Commit ${commit.hash}, ${commit.author.at}.${diff.status === "unavailable" ? " This server has no copy to read the changes from." : ` ${diff.total} files.`} Page: ${commitHref(project, commit.hash)}`,
        ...text.lead,
      ],
      inside: [
        `# ${line(commit.title)} [${line(commit.repository)}] by ${line(commit.author.name)}`,
        ...(commit.body === "" || from > 1 ? [] : quoted(commit.body)),
        ...(issues.length > 0 ? [`Issues: ${issues.join(", ")}`] : []),
        ...(commit.requests.length > 0 ? [`Requests: ${commit.requests.map(({ key }) => line(key)).join(", ")}`] : []),
        ...(commit.releases.length > 0 ? [`Releases: ${commit.releases.map(({ tag }) => line(tag)).join(", ")}`] : []),
      ],
      data: () => ({ hash: commit.hash, files: files.slice(0, MAX_PATHS).map((file) => line(file.path)), issues }),
    };
  },
});
