import { z } from "zod";
import { shortHash } from "../../../contract/shortHash.ts";
import { NotFound } from "../../errors.ts";
import { verbatim } from "../../messages/messages.ts";
import { sourceNamed, sourcesOf } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { line, plain } from "../untrusted.ts";

export const listDirectory = tool({
  name: "list_directory",
  title: "List directory",
  description: "Folders and files of a repository; without source the sources.",
  input: {
    path: z.string().max(1000).default(""),
    source: z.string().max(200).optional(),
    offset: z.int().min(0).default(0),
  },
  output: { entries: z.array(z.object({ kind: z.string(), path: z.string() })), count: z.int() },
  draft: async (scope, { project: slug, path, source: name, offset }) => {
    const project = scope.project(slug);
    const sources = sourcesOf(await project.invoke("getProject")).filter(({ kind }) => kind !== "tracker");
    const repositories = sources.filter(({ kind }) => kind === "repository");
    const [only] = repositories;
    const source = name === undefined ? (repositories.length === 1 ? only : undefined) : sourceNamed(sources, name);
    const wanted = path.replace(/^\.?\/+|\/+$/g, "");
    const entries = await project.invoke("listDocuments", { query: { source: source?.id, path: wanted } });
    if (entries.length === 0 && wanted !== "") throw new NotFound(verbatim("There is no such folder."));
    const page = entries.slice(offset);
    return {
      lead: [`${entries.length} entries${source ? ` of ${line(source.name)}` : ": the sources"}.`],
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
    source: z.string().max(200).optional(),
    path: z.string().max(1000).optional().describe("Only this file"),
    offset: z.int().min(0).default(0).describe("Files"),
  },
  output: { hash: z.string(), files: z.array(z.string()), issues: z.array(z.string()) },
  draft: async (scope, { project: slug, hash, source: name, path, offset }) => {
    const project = scope.project(slug);
    const source = name === undefined ? undefined : sourceNamed(sourcesOf(await project.invoke("getProject")), name).id;
    const { status, commit, candidates } = await project.invoke("getCommit", { params: { hash }, query: { source } });
    if (!commit) {
      const list = candidates.map((one) => `${shortHash(one.hash)} ${line(one.title)}`).join("; ");
      throw new NotFound(
        verbatim(status === "ambiguous" ? `Several commits begin so: ${list}` : "The project has no such commit."),
      );
    }
    const diff = await project.invoke("commitDiff", {
      params: { hash: commit.hash },
      query: { source: commit.source },
    });
    const files = diff.files.filter((file) => path === undefined || file.path === path);
    const page = files.slice(offset);
    const issues = commit.issues.map(({ issue }) => line(issue.key));
    return {
      lead: [
        `Commit ${commit.hash}, ${commit.author.at}.${diff.status === "unavailable" ? " This server has no copy to read the changes from." : ` ${diff.total} files.`}`,
      ],
      inside: [
        `${line(commit.title)} [${line(commit.repository)}] by ${line(commit.author.name)}`,
        ...(commit.body === "" ? [] : [plain(commit.body)]),
        ...(issues.length > 0 ? [`Issues: ${issues.join(", ")}`] : []),
        ...(commit.requests.length > 0 ? [`Requests: ${commit.requests.map(({ key }) => line(key)).join(", ")}`] : []),
        ...(commit.releases.length > 0 ? [`Releases: ${commit.releases.map(({ tag }) => line(tag)).join(", ")}`] : []),
      ],
      blocks: page.map(({ path: at, change, added, removed, hunks, kind }) =>
        [
          `${change} ${line(at)} (+${added ?? "?"} -${removed ?? "?"})${kind === "text" ? "" : ` ${kind}`}`,
          ...hunks.flatMap((hunk) => [
            `@@ -${hunk.old_start},${hunk.old_lines} +${hunk.new_start},${hunk.new_lines} @@`,
            ...hunk.lines,
          ]),
        ].join("\n"),
      ),
      more: (count) =>
        count < page.length ? `Continue with offset=${offset + count}, or name one file as path.` : null,
      data: (count) => ({ hash: commit.hash, files: page.slice(0, count).map((file) => file.path), issues }),
    };
  },
});
