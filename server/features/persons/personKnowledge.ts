import { millisecondsOf } from "../../../contract/durations.ts";
import type { PersonArea, PersonKnowledge } from "../../../contract/people/personPage.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import type { AvailabilityReader } from "../../sources/connector/calendarTypes.ts";
import { activityStatus } from "../../engines/experts/inactivity.ts";
import { knowledgeOf } from "../../engines/experts/knowledge.ts";
import { personDirectory } from "../../engines/identities/PersonDirectory.ts";
import { type KnownArea, areasOf } from "../../engines/experts/personAreas.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { expertRanking, optedOut } from "../experts/expertRanking.ts";
import { presentPerson } from "../../project/personAccounts.ts";
import { readKnowledgeMap } from "../experts/service.ts";
import { readAvailability } from "../experts/withCalendars.ts";
import type { FoundPerson } from "./requirePerson.ts";

/** Areas in an answer: each has a ranking of its own. */
const MAX_AREAS = 8;
const MAX_DEPUTIES = 3;

interface KnowledgeDeps {
  readonly db: Db;
  readonly availability?: AvailabilityReader;
}

/** What a person knows, who else knows it, whether they are there, and what would be lost with them. */
export async function readKnowledge(
  deps: KnowledgeDeps,
  index: OpenedIndex,
  project: ProjectAccess,
  { person: { id, number, emails }, table }: FoundPerson,
): Promise<PersonKnowledge> {
  const { db } = deps;
  const lastActive = table.lastActive[number] ?? 0;
  const asOf = table.nowSeconds > 0 ? new Date(millisecondsOf(table.nowSeconds)).toISOString() : null;
  const [map, excluded] = await Promise.all([
    readKnowledgeMap(db, index, project.id, number < 0 ? {} : { leave: id }),
    optedOut(db, project, table),
  ]);
  const areas = number < 0 ? [] : areasOf(index, knowledgeOf(index, table), number);
  return {
    as_of: asOf,
    presence: number < 0 ? null : activityStatus(table, number),
    last_active_at: lastActive > 0 ? new Date(millisecondsOf(lastActive)).toISOString() : null,
    // The list of experts shows no calendar of people who opted out either.
    availability: excluded.has(number) ? null : await readAvailability(deps, project, emails),
    areas: await presentAreas(db, index, project, { id, areas: areas.slice(0, MAX_AREAS) }),
    areas_total: areas.length,
    leaving: map.leaving,
    truck_factor: map.truck_factor.count,
  };
}

/** The areas with the people who follow in the ranking that the experts' screen shows for the same path. */
async function presentAreas(
  db: Db,
  index: OpenedIndex,
  project: ProjectAccess,
  { id, areas }: { readonly id: string; readonly areas: readonly KnownArea[] },
): Promise<PersonArea[]> {
  const shown: PersonArea[] = [];
  for (const { part, share, commits, commitsBefore } of areas) {
    const repository = index.code[part.member]?.part.source ?? "";
    const path = part.path.replace(/\/?\*$/, "");
    const { table, ranked } = await expertRanking(db, index, project, { path, repository });
    // The people may have been merged since the page was asked for: numbers are those of this table.
    const number = personDirectory(table).withId(id)?.number ?? -1;
    const rank = ranked.findIndex(({ person }) => person === number);
    const deputies = ranked.filter(({ person }) => person !== number && activityStatus(table, person) !== "gone");
    shown.push({
      repository,
      path: part.path,
      files: part.files.length,
      share,
      holding: part.holding,
      rank: rank < 0 ? null : rank + 1,
      commits,
      commits_before: commitsBefore,
      deputies: deputies.slice(0, MAX_DEPUTIES).map(({ person }) => presentPerson(table, person)),
    });
  }
  return shown;
}
