import { millisecondsOf } from "../../../contract/durations.ts";
import type { KnowledgeMap, MapPerson } from "../../../contract/people/experts.ts";
import { activityStatus } from "../../engines/experts/inactivity.ts";
import type { Holding, Knowledge } from "../../engines/experts/knowledge.ts";
import type { FolderLost, MapPart } from "../../engines/experts/knowledgeMap.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { type AccountFacts, presentPerson } from "../../project/personAccounts.ts";

interface Leaving {
  /** A number in the table. */
  readonly person: number;
  /** The number of files that become orphans without them, and their folders. */
  readonly lost: { readonly files: number; readonly folders: readonly FolderLost[] };
  readonly facts: AccountFacts | undefined;
  /** The truck factor of the project without them. */
  readonly truckFactor: number;
}

interface MapFindings {
  readonly parts: readonly MapPart[];
  /** Who holds the knowledge of each file. */
  readonly holdings: readonly Holding[];
  /** The people of the truck factor. */
  readonly removed: readonly number[];
  readonly leaving: Leaving | null;
}

export function presentKnowledgeMap(
  index: OpenedIndex,
  knowledge: Knowledge,
  { parts, holdings, removed, leaving }: MapFindings,
): KnowledgeMap {
  const { table } = knowledge;
  return {
    as_of: table.nowSeconds > 0 ? new Date(millisecondsOf(table.nowSeconds)).toISOString() : null,
    folders: parts.map((part) => presentPart(index, knowledge, part)),
    people: peopleOf(knowledge, parts),
    files: holdings.length,
    islands: holdings.filter((holding) => holding === "island").length,
    orphans: holdings.filter((holding) => holding === "orphan").length,
    truck_factor: { count: removed.length, people: removed.map((person) => presentPerson(table, person)) },
    leaving: leaving && presentLeaving(index, knowledge, leaving),
  };
}

function presentPart(index: OpenedIndex, { table }: Knowledge, part: MapPart): KnowledgeMap["folders"][number] {
  const repository = index.code[part.member]?.part.source ?? "";
  const present = ({ person, share }: { person: number; share: number }) => ({
    person: table.people[person]?.id ?? "",
    share: Math.min(1, share),
  });
  return {
    id: `${repository}:${part.path}`,
    repository,
    path: part.path,
    files: part.files.length,
    holding: part.holding,
    holders: part.holders.map(present),
    left: part.left && present(part.left),
    opens: part.opens,
  };
}

/** All people in the parts, largest owner first. */
function peopleOf({ table }: Knowledge, parts: readonly MapPart[]): MapPerson[] {
  const owned = new Map<number, number>();
  for (const { holders, left, holding, files } of parts) {
    for (const { person } of [...holders, ...(left ? [left] : [])]) owned.set(person, owned.get(person) ?? 0);
    const owner = holding === "orphan" ? left : holders[0];
    if (owner) owned.set(owner.person, (owned.get(owner.person) ?? 0) + files.length);
  }
  return [...owned]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([person, files]) => ({ ...presentPerson(table, person), presence: activityStatus(table, person), files }));
}

function presentLeaving(
  index: OpenedIndex,
  { table }: Knowledge,
  { person, lost, facts, truckFactor }: Leaving,
): KnowledgeMap["leaving"] {
  return {
    person: presentPerson(table, person, facts),
    files: lost.files,
    folders: lost.folders.map(({ member, path, files, next }) => ({
      repository: index.code[member]?.part.source ?? "",
      path,
      files: files.length,
      next: next < 0 ? null : presentPerson(table, next),
    })),
    issues: facts?.load ?? 0,
    truck_factor: truckFactor,
  };
}
