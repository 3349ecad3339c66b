/**
 * Who knows which file, out of the rows: a commit counts for each of its files by its age, with a half-life of 180 days, in full up to
 * ten files, and half for a co-author. A person knows what they have a tenth of; one person holds it alone from 80 % on.
 */
import { expect } from "vitest";
import { currentFiles } from "./currentFiles.ts";
import { PEOPLE } from "./listRecounts.ts";
import { rounded } from "./metrics.ts";
import { rowsBySql } from "./metricsBySql.ts";
import { NOW, type RecountStage } from "./recountStage.ts";

type Shares = ReadonlyMap<string, number>;

/** The share of each person in each file of today, by SQL. */
async function sharesOf(stage: RecountStage, files: string): Promise<ReadonlyMap<string, Shares>> {
  const moment = NOW.toISOString();
  const rows = await rowsBySql<{ path: string; person: string; amount: number }>(
    stage,
    { start: moment, end: moment, known: moment },
    {},
    `, amounts as (
      select c.id, g.name as author, substring(c.message from 'Co-authored-by: ([^<]+) <') as helper,
        power(2, -extract(epoch from (select max(n.committed_at) from git_commits n join people p on p.kind = 'author'
          and p.id = n.author_id::text where not p.is_bot and n.source_id = '${stage.repository}') - c.committed_at)::float8 / (180 * 86400))
          * least(1, 10.0 / (select count(*) from git_changes h where h.commit_id = c.id)) as amount
      from git_commits c join git_authors g on g.id = c.author_id where c.source_id = '${stage.repository}'
        and exists (select from git_changes h where h.commit_id = c.id)
    ), given as (
      select id, author as person, amount from amounts union all select id, helper, amount * 0.5 from amounts where helper is not null
    )
    select f.path, person, sum(amount)::float8 as amount from given join git_changes h on h.commit_id = id
      join git_paths p on p.id = h.path_id join (${files}) f on f.was = p.path
    where person not like '%[bot]' group by 1, 2`,
  );
  const shares = new Map(currentFiles(stage).map(({ path }) => [path, new Map<string, number>()]));
  for (const { path, person, amount } of rows) shares.get(path)?.set(person, amount);
  return shares;
}

const sumOf = (files: Iterable<Shares>): Map<string, number> => {
  const sum = new Map<string, number>();
  for (const shares of files) for (const [person, amount] of shares) sum.set(person, (sum.get(person) ?? 0) + amount);
  return sum;
};
/** Parts of 1, the largest first. */
const inOrder = (shares: Shares): { person: string; share: number }[] => {
  const total = [...shares.values()].reduce((sum, amount) => sum + amount, 0);
  return [...shares]
    .map(([person, amount]) => ({ person, share: amount / total }))
    .toSorted((a, b) => b.share - a.share);
};
const stateOf = (shares: Shares, without: readonly string[] = []): "orphan" | "island" | "shared" => {
  const first = inOrder(shares).find(({ person }) => !without.includes(person))?.share ?? 0;
  return first < 0.1 ? "orphan" : first >= 0.8 ? "island" : "shared";
};

/** How many have to leave, each time who knows most files, until more than half of the files have no one. */
function truckFactorOf(files: ReadonlyMap<string, Shares>, gone: readonly string[] = []): number {
  const knownBy = [...files.values()].map(
    (shares) =>
      new Set(inOrder(shares).flatMap(({ person, share }) => (share >= 0.1 && !gone.includes(person) ? [person] : []))),
  );
  for (let left = 0; ; left += 1) {
    const counts = new Map<string, number>();
    for (const people of knownBy) for (const person of people) counts.set(person, (counts.get(person) ?? 0) + 1);
    if (knownBy.filter(({ size }) => size === 0).length * 2 > knownBy.length || counts.size === 0) return left;
    const [[next] = [""]] = [...counts].toSorted(([, a], [, b]) => b - a);
    for (const people of knownBy) people.delete(next);
  }
}

export async function recountKnowledge(stage: RecountStage, files: string): Promise<void> {
  const shares = await sharesOf(stage, files);
  const { knowledge, truck_factor } = await stage.card("knowledge", { kind: "map", map: "knowledge" });
  expect(truck_factor).toBe(truckFactorOf(shares));
  // Each file is in one folder of the map: what is directly in a folder with folders is its `*`.
  const paths = knowledge.map(({ path }) => path);
  const folderOf = (file: string): string =>
    paths
      .filter((path) =>
        path.endsWith("*")
          ? file.startsWith(path.slice(0, -1)) && !file.slice(path.length - 1).includes("/")
          : file === path || file.startsWith(`${path}/`),
      )
      .toSorted((a, b) => b.length - a.length)[0] ?? "";
  const byFolder = Map.groupBy(shares, ([file]) => folderOf(file));
  const expected = [...byFolder].map(([path, of]) => {
    const sum = sumOf(of.map(([, share]) => share));
    const state = stateOf(sum);
    const [first] = inOrder(sum);
    const owner = state === "orphan" ? null : first;
    return { path, files: of.length, owner: owner?.person ?? null, share: owner?.share ?? 0, state };
  });
  const byPath = <Row extends { readonly path: string }>(rows: readonly Row[]): Row[] =>
    rows.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  expect(
    rounded(
      byPath(knowledge.map(({ path, files: n, owner, share, state }) => ({ path, files: n, owner, share, state }))),
    ),
  ).toEqual(rounded(byPath(expected)));
}

export async function recountDeparture(stage: RecountStage, files: string): Promise<void> {
  const shares = await sharesOf(stage, files);
  let allLost = 0;
  for (const name of PEOPLE) {
    const person = await stage.personKey(name);
    const { leaving, truck_factor } = await stage.card("departure", { kind: "departure", project: "tern", person });
    expect([truck_factor, leaving.truck_factor]).toEqual([truckFactorOf(shares), truckFactorOf(shares, [name])]);
    const lost = [...shares].filter(
      ([, of]) => stateOf(of) !== "orphan" && of.has(name) && stateOf(of, [name]) === "orphan",
    );
    const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf("/")));
    const folders = [...Map.groupBy(lost, ([file]) => folderOf(file))].map(([path, of]) => {
      const all = sumOf([...shares].flatMap(([file, share]) => (folderOf(file) === path ? [share] : [])));
      const next = inOrder(all).find(({ person: other, share }) => other !== name && share >= 0.02);
      return { path, files: of.length, next: next?.person ?? null };
    });
    const [open] = await stage.query<{
      n: number;
    }>(`select count(*)::int as n from issues i where i.state = 'open' and exists (
      select from issue_assignees s join accounts a on a.id = s.account_id where s.issue_id = i.id and a.name = '${name}')`);
    const byPath = <Row extends { readonly path: string }>(rows: readonly Row[]): Row[] =>
      rows.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    expect({
      files: leaving.files,
      issues: leaving.issues,
      folders: byPath(
        leaving.folders.map((one) => ({ path: one.path, files: one.files, next: one.next?.name ?? null })),
      ),
    }).toEqual({ files: lost.length, issues: open?.n, folders: byPath(folders) });
    allLost += leaving.files;
  }
  expect(allLost).toBeGreaterThan(3);
}
