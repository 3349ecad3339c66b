import type { DocumentRelated } from "../../../contract/documents/documents.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { changersOf } from "../../engines/documents/documentHistory.ts";
import type { OpenedCommits, OpenedIndex } from "../../index/OpenedIndex.ts";
import { trackerAccountsOf, presentPerson } from "../../project/personAccounts.ts";
import { expertRanking } from "../experts/expertRanking.ts";

const MAX_EXPERTS = 6;

/** A file or folder of a repository. */
interface Place {
  readonly source: string;
  readonly path: string;
  readonly commits: OpenedCommits;
}

/**
 * Who changed a place, in the order of the experts engine, so that this list and the Experts tab agree. A deleted place has no ranking: its
 * last author comes first, and shares are counted in commits.
 *
 * @param changed the commits that changed the place
 */
export async function documentExperts(
  db: Db,
  index: OpenedIndex,
  project: ProjectAccess,
  { source, path, commits }: Place,
  changed: readonly number[],
): Promise<DocumentRelated["people"]> {
  const { table, ranked, isFound, excluded } = await expertRanking(db, index, project, { path, repository: source });
  const scores = new Map(ranked.map(({ person, score }) => [person, score]));
  const changers = changersOf(table, commits, changed)
    .filter(({ person }) => !excluded.has(person))
    .map((changer) => ({ ...changer, weight: isFound ? (scores.get(changer.person) ?? 0) : changer.commits }));
  const all = changers.reduce((sum, { weight }) => sum + weight, 0);
  const shown = (isFound ? changers.toSorted((a, b) => b.weight - a.weight) : changers).slice(0, MAX_EXPERTS);
  const facts = await trackerAccountsOf(
    db,
    project.id,
    table,
    shown.map(({ person }) => person),
  );
  return shown.map(({ person, commits: count, lastAt, weight }) => ({
    person: presentPerson(table, person, facts.get(person)),
    share: all === 0 ? 0 : Math.min(1, Math.max(0, weight / all)),
    commits: count,
    comments: 0,
    last_at: new Date(lastAt).toISOString(),
  }));
}
