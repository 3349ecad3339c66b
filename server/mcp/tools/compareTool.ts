/** What a revision changed since it left another. */
import { z } from "zod";
import type { CodeComparison } from "../../../contract/code/code.ts";
import { type SourceRef, askedRepositories, sourceNamed } from "../namedSources.ts";
import { compareHref } from "../appLinks.ts";
import { requireRead, staleness } from "../sourceStaleness.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine, quotedNames } from "../untrusted.ts";
import { BASE_REVISION, LINE, OPTIONAL_PATH, REVISION, SOURCE, LINES_VERSION } from "./arguments.ts";
import { counted } from "./counted.ts";
import { diffPage, linesAbout, onlyFile, unlistedOf, withDiff } from "./diffText.ts";
import { askEach, unaskedOf } from "./askSources.ts";
import { noSuchRevision, unreadRevision } from "./revisionRefusals.ts";

/** Repositories that a refusal lists. */
const MAX_LISTED = 10;

interface Compared {
  readonly source: SourceRef;
  readonly answer: CodeComparison;
}

export const compare = tool({
  name: "compare",
  title: "Compare revisions",
  description: "Commits and changed lines of a branch, tag or commit since it left another.",
  input: {
    base: BASE_REVISION,
    head: REVISION,
    source: SOURCE,
    path: OPTIONAL_PATH.describe("Only this file"),
    from_line: LINE.default(1),
    version: LINES_VERSION,
  },
  output: { files: z.array(z.string()), commits: z.int() },
  draft: async (scope, { project: slug, base, head, source: name, path, from_line: from, version }) => {
    const project = scope.project(slug);
    const all = await askedRepositories(project, undefined);
    const repositories = name === undefined ? all : [sourceNamed(all, name)];
    const read = ({ id }: SourceRef, file?: number): Promise<CodeComparison> =>
      project.invoke("codeCompare", { query: { repository: id, base, head, file } });
    const { source, answer } = requireCompared(
      repositories,
      await askEach(repositories, (repository) => read(repository)),
      {
        base,
        head: head ?? "HEAD",
      },
    );
    const diff = await onlyFile(answer.diff, path, async (file) => (await read(source, file)).diff);
    const missing = answer.commits_total - answer.commits.length;
    return diffPage(withDiff(linesAbout(factsOf(source, answer)), [], diff), {
      from,
      version,
      lead: [`${counted(answer.commits_total, "commit")}, ${counted(diff.total, "file")}.`],
      // The address has the name of the repository in it.
      fenced: [
        `Page: ${compareHref(project, all, source.id, { base: answer.base?.hash ?? "", head: answer.head?.hash })}`,
        ...staleness([source]),
      ],
      unlisted: [...unlistedOf(diff, path), ...(missing > 0 ? [`${missing} more commits are not listed.`] : [])],
      data: ({ files }) => ({ files, commits: answer.commits_total }),
    });
  },
});

function factsOf(source: SourceRef, { base, head, fork, behind, commits }: CodeComparison): string[] {
  return [
    `repository: ${singleLine(source.name)}`,
    `base: ${base?.hash ?? ""}${behind > 0 ? `, which has ${counted(behind, "commit")} of its own` : ""}`,
    `head: ${head?.hash ?? ""}`,
    ...(fork === null || fork === base?.hash ? [] : [`compared with: ${fork}, where the two separated`]),
    ...commits.map(
      ({ hash, at, author, title }) => `commit: ${hash} ${at} ${singleLine(author)}: ${singleLine(title)}`,
    ),
  ];
}

/** The comparison of the only repository that has both revisions. @throws ToolRefusal for none and for several */
function requireCompared(
  repositories: readonly SourceRef[],
  answers: readonly Compared[],
  { base, head }: { readonly base: string; readonly head: string },
): Compared {
  const having = answers.filter(({ answer }) => answer.status === "shown");
  const [only] = having;
  if (only && having.length === 1) return only;
  if (having.length > 1)
    throw toolRefusal("invalid_arguments", "source: Several repositories have both; give the source of one:", [
      quotedNames(having.slice(0, MAX_LISTED).map(({ source }) => singleLine(source.name))),
    ]);
  requireRead(repositories);
  const unasked = unaskedOf(repositories);
  if (unasked > 0)
    throw toolRefusal(
      "invalid_arguments",
      `source: ${unasked} repositories were not asked. Give the one to compare in.`,
    );
  const has = (status: CodeComparison["status"]): boolean => answers.some(({ answer }) => answer.status === status);
  if (has("unrelated"))
    throw toolRefusal("not_found", `${singleLine(base)} and ${singleLine(head)} have no common history.`);
  const unread = answers.find(({ answer }) => answer.status === "unread")?.answer;
  if (unread) throw unreadRevision(unread.base === null ? base : head);
  throw noSuchRevision(has("no_head") ? head : base);
}
