import type { KnowledgeMap, MapPerson } from "../../../contract/experts.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { activityStatus } from "../../engines/experts/inactivity.ts";
import { type Knowledge, holdingOf, knowledgeOf, truckFactor } from "../../engines/experts/knowledge.ts";
import { type MapPart, lostWith, partsOf } from "../../engines/experts/knowledgeMap.ts";
import { projectPeople } from "../persons/projectPeople.ts";
import type { IndexCache, OpenedIndex } from "../../index/indexCache.ts";
import type { Handler } from "../../http/router.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import { accountsOf, presentPerson } from "./personAccounts.ts";

/** GET projects/{id}/experts/map/ */
export function getKnowledgeMap(db: Db, indexes: IndexCache): Handler<"knowledgeMap"> {
  return async ({ user, params, query, log }): Promise<KnowledgeMap> => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    const knowledge = knowledgeOf(index, await projectPeople(db, project.id, index));
    const { table, files, isActive } = knowledge;
    const leaver = query.leave === undefined ? -1 : table.people.findIndex(({ id }) => id === query.leave);
    const gone = new Set(leaver < 0 ? [] : [leaver]);
    const is = (person: number): boolean => isActive[person] === 1 && !gone.has(person);
    const member =
      query.repository === undefined ? -1 : index.code.findIndex(({ part }) => part.source === query.repository);
    const parts =
      query.repository !== undefined && member < 0
        ? []
        : partsOf(knowledge, member < 0 ? null : member, query.folder?.trim() ?? "", gone);
    const holdings = files.map(({ shares }) => holdingOf(shares, is));
    const removed = truckFactor(knowledge);
    return {
      as_of: table.now > 0 ? new Date(table.now * 1000).toISOString() : null,
      folders: parts.map((part) => presentPart(index, knowledge, part)),
      people: peopleOf(knowledge, parts),
      files: files.length,
      islands: holdings.filter((holding) => holding === "island").length,
      orphans: holdings.filter((holding) => holding === "orphan").length,
      truck_factor: { count: removed.length, people: removed.map((person) => presentPerson(table, person)) },
      leaving: leaver < 0 ? null : await leaving(db, project.id, index, knowledge, leaver),
    };
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

async function leaving(
  db: Db,
  projectId: string,
  index: OpenedIndex,
  knowledge: Knowledge,
  person: number,
): Promise<KnowledgeMap["leaving"]> {
  const { table } = knowledge;
  const { files, folders } = lostWith(knowledge, person);
  const facts = (await accountsOf(db, projectId, table, [person])).get(person);
  return {
    person: presentPerson(table, person, facts),
    files,
    folders: folders.map(({ member, path, files: own, next }) => ({
      repository: index.code[member]?.part.source ?? "",
      path,
      files: own.length,
      next: next < 0 ? null : presentPerson(table, next),
    })),
    issues: facts?.load ?? 0,
    truck_factor: truckFactor(knowledge, new Set([person])).length,
  };
}
