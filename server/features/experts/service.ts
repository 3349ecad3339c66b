import type { ExpertContext, KnowledgeMap } from "../../../contract/people/experts.ts";
import type { Db } from "../../db/openDb.ts";
import { listAccountsByLogins } from "../../db/tables/accounts/accounts.ts";
import { listRepositoryNames } from "../../db/tables/sources/sources.ts";
import { holdingOf, knowledgeOf, truckFactor } from "../../engines/experts/knowledge.ts";
import { lostWith, partsOf } from "../../engines/experts/knowledgeMap.ts";
import { decidingRules, loginsOfOwners, ownerVerdict } from "../../engines/experts/ownerVerdicts.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import type { ExpertRanking } from "./expertRanking.ts";
import { trackerAccountsOf } from "../../project/personAccounts.ts";
import { presentContext } from "./presentContext.ts";
import { presentKnowledgeMap } from "./presentKnowledgeMap.ts";

/** What a ranking of people rests on: the files, the CODEOWNERS rules that decide for them, and the repositories without history. */
export async function readContext(
  db: Db,
  index: OpenedIndex,
  projectId: string,
  ranking: ExpertRanking,
): Promise<ExpertContext> {
  const rules = decidingRules(index, ranking.expertQuery.files);
  const [repositories, accounts] = await Promise.all([
    listRepositoryNames(db, projectId),
    accountsByLogin(db, projectId, loginsOfOwners(rules)),
  ]);
  const verdicts = rules.map((rule) => ({ rule, ...ownerVerdict(rule, ranking.table, ranking.ranked, accounts) }));
  return presentContext(index, ranking, verdicts, repositories);
}

async function accountsByLogin(
  db: Db,
  projectId: string,
  logins: readonly string[],
): Promise<Map<string, { name: string; email: string | null }>> {
  if (logins.length === 0) return new Map();
  const rows = await listAccountsByLogins(db, projectId, logins);
  return new Map(rows.map(({ login, name, email }) => [login.toLowerCase(), { name, email }]));
}

export interface KnowledgeMapQuestion {
  /** The id of a person; the map is drawn as if they had left. */
  readonly leave?: string | undefined;
  /** The one source that is mapped; undefined means all repositories. */
  readonly repository?: string | undefined;
  readonly folder?: string | undefined;
}

/** Who holds which part of a project's code, and what would be lost with one person. */
export async function readKnowledgeMap(
  db: Db,
  index: OpenedIndex,
  projectId: string,
  { leave, repository, folder }: KnowledgeMapQuestion,
): Promise<KnowledgeMap> {
  const knowledge = knowledgeOf(index, await projectPeople(db, projectId, index));
  const { table, files, isActive } = knowledge;
  const leaver = leave === undefined ? -1 : table.people.findIndex(({ id }) => id === leave);
  const gone = new Set(leaver < 0 ? [] : [leaver]);
  const isPresent = (person: number): boolean => isActive[person] === 1 && !gone.has(person);
  const member = repository === undefined ? -1 : index.code.findIndex(({ part }) => part.source === repository);
  const isUnknown = repository !== undefined && member < 0;
  const leaving =
    leaver < 0
      ? null
      : {
          person: leaver,
          lost: lostWith(knowledge, leaver),
          facts: (await trackerAccountsOf(db, projectId, table, [leaver])).get(leaver),
          truckFactor: truckFactor(knowledge, gone).length,
        };
  return presentKnowledgeMap(index, knowledge, {
    parts: isUnknown ? [] : partsOf(knowledge, member < 0 ? null : member, folder?.trim() ?? "", gone),
    holdings: files.map(({ shares }) => holdingOf(shares, isPresent)),
    removed: truckFactor(knowledge),
    leaving,
  });
}
