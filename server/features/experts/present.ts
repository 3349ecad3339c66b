import { millisecondsOf } from "../../../contract/durations.ts";
import type { Expert } from "../../../contract/people/experts.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { activityStatus } from "../../engines/experts/inactivity.ts";
import { type PersonReason, explainPeople } from "../../engines/experts/explain.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { trackerAccountsOf, presentPerson } from "../../project/personAccounts.ts";
import type { ExpertRanking } from "./expertRanking.ts";

/** People in an answer. */
const MAX_EXPERTS = 10;
/** Maximum number of evidence entries under one reason. */
const EVIDENCE = 4;

/** The top of a ranking, with the facts that are shown next to the scores. */
export async function presentExperts(
  db: Db,
  index: OpenedIndex,
  project: ProjectAccess,
  { table, expertQuery, ranked, issuesOf, reviewsOf, pagesOf }: ExpertRanking,
): Promise<Expert[]> {
  const shown = ranked.slice(0, MAX_EXPERTS);
  const facts = await trackerAccountsOf(
    db,
    project.id,
    table,
    ranked.slice(0, MAX_EXPERTS * 2).map(({ person }) => person),
  );
  const base = `/projects/${encodeURIComponent(project.slug)}`;
  const reasons = explainPeople(index, table, expertQuery, shown);
  const evidenceOf = (person: number, { code, commits }: PersonReason): Expert["reasons"][number]["evidence"] => {
    if (code === "issues") {
      return (issuesOf.get(person) ?? []).slice(0, 3).map(({ address, key, title }) => ({
        text: `${key} ${title}`,
        href: `${base}/issues/${encodeURIComponent(address)}`,
      }));
    }
    if (code === "pages") return [...(pagesOf.get(person) ?? [])];
    const reviewed = code === "reviews" ? (reviewsOf.get(person) ?? []) : [];
    const written = commits.flatMap(({ history, commit }) => {
      const { table: log, part } = table.histories[history]?.commits ?? {};
      if (!log || !part) return [];
      const hash = log.hash(commit);
      return [{ text: `${shortHash(hash)} ${log.subject(commit)}`, href: `${base}/commits/${hash}` }];
    });
    return [...reviewed, ...written].slice(0, EVIDENCE);
  };
  return shown.map(({ person, score, roles }, at): Expert => {
    const presence = activityStatus(table, person);
    const deputy =
      presence === "active"
        ? undefined
        : ranked.find((other) => other.person !== person && activityStatus(table, other.person) === "active");
    const lastActive = table.lastActive[person] ?? 0;
    return {
      person: presentPerson(table, person, facts.get(person)),
      score,
      reasons: (reasons[at] ?? []).map((reason) => ({
        code: reason.code,
        points: reason.points,
        evidence: evidenceOf(person, reason),
      })),
      roles: [...roles],
      last_active_at: lastActive > 0 ? new Date(millisecondsOf(lastActive)).toISOString() : null,
      presence,
      load: facts.get(person)?.load ?? 0,
      availability: null,
      deputy: deputy ? presentPerson(table, deputy.person, facts.get(deputy.person)) : null,
    };
  });
}
