import { z } from "zod";
import { type ConnectedGroup, type GraphNode, NODE_KINDS } from "../../../contract/graph.ts";
import { type OpenProject } from "../RequestScope.ts";
import {
  codeHref,
  commitHref,
  documentHref,
  issueHref,
  issueNamed,
  personHref,
  sourceNamed,
  sourcesOf,
} from "../appLinks.ts";
import { offset, tool } from "../Tool.ts";
import { line } from "../untrusted.ts";
import { paged } from "./issueTools.ts";

/** Entries of each kind that one answer has at most. */
const MAX_ITEMS = 50;

export const connected = tool({
  name: "connected",
  title: "Connected",
  description:
    "What is connected with a thing, with evidence and counts: issues, commits, requests, releases, files, functions, people, pages.",
  input: {
    kind: z.enum(NODE_KINDS),
    id: z.string().max(1000).optional().describe("Issue key, commit hash, person, tag, function name, request id"),
    path: z.string().max(1000).optional().describe("Of a file, function or page"),
    source: z.string().max(200).optional().describe("Name; needed where several sources have it"),
    kinds: z.array(z.enum(NODE_KINDS)).max(NODE_KINDS.length).optional(),
    offset,
  },
  draft: async (scope, { project: slug, kind, id = "", path, source: named, kinds = [], offset: from }) => {
    const project = scope.project(slug);
    const sources = sourcesOf(await project.invoke("getProject"));
    const own = kind === "page" ? "wiki" : "repository";
    const fitting = sources.filter((one) => one.kind === own);
    const source =
      named === undefined ? (fitting.length === 1 ? fitting[0]?.id : undefined) : sourceNamed(sources, named).id;
    const node = { kind, id: kind === "issue" ? (await issueNamed(scope.db, project, id)).id : id, path, source };
    const found = await project.invoke("connectedOfProject", { query: { ...node, kinds, limit: MAX_ITEMS } });
    return paged({
      all: found.groups.flatMap((group) => group.items.map((item) => ({ ...item, group }))),
      from,
      lead: [
        // Titles are texts of others: they belong below, among what is marked as such.
        `${found.node.kind} ${line(id === "" ? (path ?? "") : id)}${hrefOf(project, found.node)}`,
        found.groups.length === 0
          ? "Nothing is connected with it."
          : `Connected: ${found.groups.map(countOf).join("; ")}.`,
      ],
      present: ({ node: other, evidence }) =>
        `- ${other.kind} ${nameOf(other)}${other.state === null ? "" : ` (${other.state})`}: ${evidence
          .map(({ how, times }) => (times > 1 ? `${how} ${times} times` : how))
          .join(", ")}${hrefOf(project, other)}`,
    });
  },
});

const countOf = ({ kind, total, total_capped: isCapped, evidence }: ConnectedGroup): string =>
  `${total}${isCapped ? " or more" : ""} ${kind}${total === 1 ? "" : "s"} (${evidence
    .map(({ how, total: own }) => `${own} ${how}`)
    .join(", ")})`;

const nameOf = ({ kind, key, title, path, line: at }: GraphNode): string =>
  line(
    [key, kind === "function" && path !== null ? `${title} ${path}:${at ?? 1}` : key === title ? null : title]
      .filter(Boolean)
      .join(" "),
  );

/** The page of a node in the app, after a blank; nothing for what has none. */
function hrefOf(project: OpenProject, { kind, id, address, source, path, line: at, url }: GraphNode): string {
  if (kind === "issue") return ` ${issueHref(project, address ?? id)}`;
  if (kind === "commit") return ` ${commitHref(project, id)}`;
  if (kind === "person") return ` ${personHref(project, address ?? id)}`;
  if (source !== null && path !== null) {
    if (kind === "page") return ` ${documentHref(project, source, path)}`;
    if (kind === "file" || kind === "function") return ` ${codeHref(project, { source, path, line: at })}`;
  }
  return url === null ? "" : ` ${line(url)}`;
}
