/**
 * What the panel "What is connected" costs next to a lookup that a page made before: the files and people related to a document. Opens the
 * index of a stopped installation, and compares processor time of both over the same files and commits, in turn.
 *
 *     node bench/graph.ts --data /tmp/clew-data --project tern [--nodes 60]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fastify } from "fastify";
import { openDb } from "../server/db/openDb.ts";
import { relatedTo } from "../server/engines/documents/related.ts";
import { connected } from "../server/features/graph/connected.ts";
import { Graph } from "../server/features/graph/Graph.ts";
import type { NodeRef } from "../server/features/graph/nodes.ts";
import { openProjectIndex } from "../server/project/projectIndex.ts";
import { openBlobs } from "../server/index/blobs/openBlobs.ts";
import { IndexCache } from "../server/index/IndexCache.ts";

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    project: { type: "string" },
    nodes: { type: "string", default: "60" },
  },
});
if (options.data === undefined || options.project === undefined) {
  process.stderr.write("Name a data folder and a project.\n");
  process.exit(2);
}
const database = await openDb({ dataDir: options.data, databaseUrl: undefined, onLost: () => undefined });
const { db } = database;
const { id } = await db
  .selectFrom("projects")
  .select("id")
  .where("slug", "=", options.project)
  .executeTakeFirstOrThrow();
const indexes = new IndexCache(openBlobs({ driver: "files", folder: join(options.data, "blobs") }));
const index = await openProjectIndex(db, indexes, id, fastify().log);
const graph = await Graph.open(db, index, id);

const count = Number(options.nodes);
const spread = (length: number): number[] =>
  Array.from({ length: Math.min(count, length) }, (_, at) => Math.floor((at * length) / Math.min(count, length)));
const files = index.code.flatMap((code) =>
  spread(code.files.length).map((file) => ({ source: code.part.source, path: code.files.path(file) })),
);
const commits = index.commits.flatMap(({ table }, member) =>
  spread(table.length).map((commit): NodeRef => ({ kind: "commit", member, commit })),
);
const issues = spread(index.issues?.table.length ?? 0).map((issue): NodeRef => ({
  kind: "issue",
  id: index.issues?.table.id(issue) ?? "",
}));
const people = spread(graph.directory.people.length).flatMap((at): NodeRef[] => {
  const person = graph.directory.people[at];
  return person ? [{ kind: "person", id: person.id }] : [];
});

/** Milliseconds of processor time of each call: the first, and the median of all. */
async function measure<T>(items: readonly T[], run: (item: T) => unknown) {
  const times: number[] = [];
  for (const item of items) {
    const before = process.cpuUsage();
    await run(item);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { first: times[0] ?? 0, median: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 };
}

const all = { kinds: [], limit: 5 } as const;
const rows = [
  ["document related (before)", await measure(files, ({ source, path }) => relatedTo(index, source, path))],
  ["connected: file", await measure(files, (file) => connected(graph, { kind: "file", ...file }, all))],
  ["connected: commit", await measure(commits, (node) => connected(graph, node, all))],
  ["connected: issue", await measure(issues, (node) => connected(graph, node, all))],
  ["connected: person", await measure(people, (node) => connected(graph, node, all))],
] as const;
const base = rows[0][1].median || 1;
for (const [name, { first, median, most: longest }] of rows)
  process.stdout.write(
    `${name.padEnd(28)} first ${first.toFixed(1)} ms, median ${median.toFixed(1)} ms, most ${longest.toFixed(1)} ms, ratio ${(median / base).toFixed(2)}\n`,
  );
await database.close();
