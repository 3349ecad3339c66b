/** What is connected with a thing. */
import { z } from "zod";
import {
  type Connected,
  type ConnectedGroup,
  type GraphNode,
  NODE_KINDS,
  type NodeKind,
} from "../../../contract/code/graph.ts";
import { NotFound } from "../../errors.ts";
import type { OpenProject } from "../RequestScope.ts";
import { codeHref, commitHref, documentHref, issueHref, personHref, requestHref } from "../appLinks.ts";
import { type SourceRef, sourceNamed, sourcesOf } from "../namedSources.ts";
import { clewPage } from "../namedProject.ts";
import { staleness } from "../sourceStaleness.ts";
import { tool } from "../Tool.ts";
import { toolRefusal } from "../toolErrors.ts";
import { singleLine } from "../untrusted.ts";
import { OFFSET, OPTIONAL_PATH, SKIP, SOURCE_OF_SEVERAL } from "./arguments.ts";
import { moreOf } from "./foundLines.ts";
import { askEach, unaskedOf } from "./askSources.ts";
import { requireOnlyPlace } from "./findPathInSources.ts";
import { counted } from "./counted.ts";

/** Entries of each kind that one answer has at most. */
const MAX_ITEMS = 50;

/** The id by which the graph knows a named thing. */
async function idOf(project: OpenProject, kind: NodeKind, named: string): Promise<string> {
  if (kind === "issue") return (await project.issueNamed(named)).id;
  if (kind === "request") return (await project.requestNamed(named)).id;
  return kind === "commit" || kind === "person" ? (clewPage(named)?.name ?? named) : named;
}

export const connectedTool = tool({
  name: "connected",
  title: "Connected",
  description:
    "What is connected with a thing, with evidence and counts: issues, commits, requests, releases, files, functions, people, pages.",
  input: {
    kind: z.enum(NODE_KINDS),
    id: z.string().max(1000).optional().describe("Key of an issue or request, commit hash, person, tag, function name"),
    path: OPTIONAL_PATH.describe("Of a file, function or page"),
    source: SOURCE_OF_SEVERAL,
    kinds: z.array(z.enum(NODE_KINDS)).max(NODE_KINDS.length).optional(),
    offset: OFFSET.describe("Entries a kind"),
    skip: SKIP,
  },
  output: { counts: z.array(z.object({ kind: z.string(), total: z.int() })) },
  draft: async (scope, { project: slug, kind, id = "", path, source: named, kinds = [], offset, skip }) => {
    const project = await scope.projectOf(slug, id);
    const sources = sourcesOf(await project.invoke("getProject"));
    const sourceKind = kind === "page" ? "wiki" : "repository";
    const fitting = sources.filter((source) => source.kind === sourceKind);
    const candidates = named === undefined ? fitting : [sourceNamed(sources, named)];
    const node = { kind, id: await idOf(project, kind, id), path };
    const ask = (source?: SourceRef): Promise<Connected> =>
      project.invoke("connected", { query: { ...node, source: source?.id, kinds, limit: MAX_ITEMS, offset } });
    const having =
      candidates.length > 1 && OF_A_SOURCE.has(kind)
        ? await askEach(candidates, (source) => ask(source).catch(nullForNotFound))
        : [];
    const only = requireOnlyPlace(having.map((answered) => ({ ...answered, path: path ?? id })))?.answer;
    const unasked = OF_A_SOURCE.has(kind) ? unaskedOf(candidates) : 0;
    if (!only && unasked > 0)
      throw toolRefusal("invalid_arguments", `source: ${unasked} sources were not asked. Give the one that has it.`);
    const answer = only ?? (await ask(candidates.length === 1 ? candidates[0] : undefined));
    const entries = answer.groups.flatMap(({ items }) => items);
    const end = offset + MAX_ITEMS;
    const next = answer.groups.some(({ total }) => total > end) ? end : null;
    const unlisted = [
      ...(unasked > 0 ? [`${unasked} sources were not asked: they may have one of this name.`] : []),
      ...uncountedOf(answer.groups),
    ];
    return {
      lead: [
        answer.groups.length === 0
          ? "Nothing is connected with it."
          : `Connected: ${answer.groups.map(countOf).join("; ")}.`,
      ],
      // Its title, and its address, in which its name is.
      fenced: [
        `${answer.node.kind}:${hrefOf(project, sources, answer.node)} ${nameOf(answer.node)}`,
        ...staleness(sources),
      ],
      // The name, which may be anything, is last.
      blocks: entries
        .slice(skip)
        .map(
          ({ node: other, evidence }) =>
            `- ${other.kind}${other.state === null ? "" : `, ${other.state}`} (${evidence
              .map(({ how, times }) => (times > 1 ? `${how} ${times} times` : how))
              .join(", ")}):${hrefOf(project, sources, other)} ${nameOf(other)}`,
        ),
      more: (shown) =>
        [
          moreOf({ next }, { offset, skip: skip + shown }, entries.length),
          ...(skip + shown < entries.length || next !== null ? [] : unlisted),
        ]
          .filter(Boolean)
          .join(" ") || null,
      data: () => ({ counts: answer.groups.map(({ kind: groupKind, total }) => ({ kind: groupKind, total })) }),
    };
  },
});

/** What several sources may have under one name. */
const OF_A_SOURCE: ReadonlySet<NodeKind> = new Set(["file", "function", "page", "release"]);

function nullForNotFound(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

/** Kinds of which counting stopped: no call lists what is beyond. */
function uncountedOf(groups: readonly ConnectedGroup[]): string[] {
  const counts = groups.flatMap(({ kind, total, total_capped: isCapped }) => (isCapped ? [counted(total, kind)] : []));
  return counts.length === 0 ? [] : [`Only the first ${counts.join(", ")} are counted and listed.`];
}

const countOf = ({ kind, total, total_capped: isCapped, evidence }: ConnectedGroup): string =>
  `${total}${isCapped ? " or more" : ""} ${kind}${total === 1 ? "" : "s"} (${evidence
    .map(({ how, total: count }) => `${count} ${how}`)
    .join(", ")})`;

const nameOf = ({ kind, key, title, path, line }: GraphNode): string =>
  singleLine(
    [key, kind === "function" && path !== null ? `${title} ${path}:${line ?? 1}` : key === title ? null : title]
      .filter(Boolean)
      .join(" "),
  );

/** The page of a node in the app, after a blank; nothing for what has none. */
function hrefOf(
  project: OpenProject,
  sources: readonly SourceRef[],
  { kind, id, address, source, path, line, url }: GraphNode,
): string {
  if (kind === "issue") return ` ${issueHref(project, address ?? id)}`;
  if (kind === "request") return ` ${requestHref(project, address ?? id)}`;
  if (kind === "commit") return ` ${commitHref(project, id)}`;
  if (kind === "person") return ` ${personHref(project, address ?? id)}`;
  if (source !== null && path !== null) {
    if (kind === "page") return ` ${documentHref(project, source, path)}`;
    if (kind === "file" || kind === "function") return ` ${codeHref(project, sources, { source, path, line })}`;
  }
  return url === null ? "" : ` ${singleLine(url)}`;
}
