/** One commit: its facts and what it changed. */
import { z } from "zod";
import type { Commit, CommitDiff } from "../../../contract/code/commits.ts";
import { isCommitHash } from "../../../contract/code/shortHash.ts";
import { askedRepositories } from "../namedSources.ts";
import { commitHref } from "../appLinks.ts";
import { requireRead, staleness } from "../sourceStaleness.ts";
import { clewPage } from "../namedProject.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine, quotedBody } from "../untrusted.ts";
import { LINE, OPTIONAL_PATH, SOURCE, LINES_VERSION } from "./arguments.ts";
import { counted } from "./counted.ts";
import { diffPage, issueFact, linesAbout, onlyFile, unlistedOf, withDiff } from "./diffText.ts";

/** Whole hashes that a refusal has room for. */
const MAX_HASHES = 10;

export const getCommit = tool({
  name: "get_commit",
  title: "Get commit",
  description: "A commit: message, people, issues, requests, releases and what it changed, line by line.",
  input: {
    hash: z.string().min(4).max(500).describe("Or address"),
    source: SOURCE,
    path: OPTIONAL_PATH.describe("Only this file"),
    from_line: LINE.default(1),
    version: LINES_VERSION,
  },
  output: { hash: z.string(), files: z.array(z.string()), issues: z.array(z.string()) },
  draft: async (scope, { project: slug, hash: requested, source: name, path, from_line: from, version }) => {
    const project = await scope.projectOf(slug, requested);
    const hash = clewPage(requested)?.name ?? requested;
    if (!isCommitHash(hash))
      throw toolRefusal(
        "invalid_arguments",
        "hash: Give 4 to 64 hexadecimal digits, or the address of the commit's page.",
      );
    const repositories = await askedRepositories(project, name);
    const source = name === undefined ? undefined : repositories[0]?.id;
    const { status, commit, ...other } = await project.invoke("getCommit", { params: { hash }, query: { source } });
    if (!commit) {
      if (status === "missing") {
        requireRead(repositories);
        throw toolRefusal("not_found", "The project has no such commit.");
      }
      // Titles are text of others, and their beginnings may be alike.
      const hashes = [...new Set(other.candidates.map((candidate) => candidate.hash))];
      const more = hashes.length > MAX_HASHES ? `, and ${hashes.length - MAX_HASHES} or more others` : "";
      throw toolRefusal(
        "invalid_arguments",
        `hash: Several commits begin so: ${hashes.slice(0, MAX_HASHES).join(", ")}${more}.`,
      );
    }
    const { hash: fullHash, source: repository } = commit;
    const readDiff = (file?: number) =>
      project.invoke("commitDiff", { params: { hash: fullHash }, query: { source: repository, file } });
    const diff = await onlyFile(await readDiff(), path, readDiff);
    const releases = commit.releases_total - commit.releases.length;
    return diffPage(commitLines(commit, diff), {
      from,
      version,
      lead: [
        `Commit ${commit.hash}, ${commit.author.at}.${diff.status === "unavailable" ? " This server has no copy to read the changes from." : ` ${counted(diff.total, "file")}.`}${commit.is_indexed ? "" : " Its history is not indexed: a branch or tag other than the default branch has it."} Page: ${commitHref(project, commit.hash)}`,
      ],
      fenced: staleness(repositories.filter(({ id }) => id === repository)),
      unlisted: [
        ...unlistedOf(diff, path),
        ...(releases > 0
          ? [
              `${releases} more releases have it: call connected with kind=commit, id=${commit.hash}, kinds=["release"].`,
            ]
          : []),
      ],
      data: (shown) => ({ hash: commit.hash, ...shown }),
    });
  },
});

/** Everything as one text, so that it is read on from any line of it. */
function commitLines(commit: Commit, diff: CommitDiff) {
  const facts = [
    ...linesAbout([
      `# ${singleLine(commit.title)}`,
      `repository: ${singleLine(commit.repository)}`,
      `author: ${singleLine(commit.author.name)}`,
      ...(commit.committer.name === commit.author.name ? [] : [`committer: ${singleLine(commit.committer.name)}`]),
      ...commit.credits.map(({ kind, name }) => `credited, ${kind}: ${singleLine(name)}`),
    ]),
    ...commit.issues.flatMap(({ issue, how }) => linesAbout([issueFact(issue, how)], { issue: singleLine(issue.key) })),
    ...linesAbout([
      ...commit.requests.map(({ key, state, title }) => `request, ${state}: ${singleLine(key)} ${singleLine(title)}`),
      ...(commit.releases_total > 0
        ? [
            `releases: ${commit.releases_total}${commit.releases_total > commit.releases.length ? `, the first ${commit.releases.length} follow` : ""}`,
          ]
        : []),
      ...commit.releases.map(({ tag }) => `release: ${singleLine(tag)}`),
      ...quotedBody(commit.body),
    ]),
  ];
  return withDiff(facts, [], diff);
}
