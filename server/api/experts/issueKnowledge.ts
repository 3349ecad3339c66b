import type { Db } from "../../db/openDb.ts";
import { accountKey } from "../../engines/experts/knownIdentities.ts";
import type { PeopleTable } from "../../engines/experts/peopleTable.ts";
import { readQuestion } from "../../engines/report/question.ts";
import type { OpenedIndex } from "../../index/indexCache.ts";

/** What the trackers know about people for one question: how much each had to do with issues like it, and with which. */
export interface IssueKnowledge {
  readonly amounts: ReadonlyMap<number, number>;
  /** Issues by person, the most alike first. */
  readonly issuesOf: ReadonlyMap<number, readonly { id: string; key: string; title: string }[]>;
}

const ALIKE = 20;
/** Having fixed an issue says more than having been asked to, and that more than having spoken. */
const SHARE = { fixed: 1, assigned: 0.7, commented: 0.3 } as const;

/** @param except the issue of the question */
export async function issueKnowledge(
  db: Db,
  index: OpenedIndex,
  table: PeopleTable,
  text: { title: string; body: string },
  except: string | null,
): Promise<IssueKnowledge> {
  const { issues } = index;
  const [scores] = issues ? index.issueGroup.score(readQuestion(text.title, text.body).terms) : [];
  if (!issues || !scores) return { amounts: new Map(), issuesOf: new Map() };
  const alike = Array.from(scores.keys())
    .filter((issue) => (scores[issue] ?? 0) > 0 && issues.table.id(issue) !== except)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, ALIKE);
  const most = scores[alike[0] ?? -1] ?? 1;
  const amounts = new Map<number, number>();
  const issuesOf = new Map<number, { id: string; key: string; title: string }[]>();
  const give = (issue: number, person: number, share: number): void => {
    if (person < 0) return;
    const { id, key, title } = issues.table.row(issue);
    const own = issuesOf.get(person) ?? [];
    issuesOf.set(person, own);
    // Count each issue once: the person who fixed it has usually also commented on it.
    if (own.some((known) => known.id === id)) return;
    own.push({ id, key, title });
    amounts.set(person, (amounts.get(person) ?? 0) + share * ((scores[issue] ?? 0) / most) ** 2);
  };
  const accounts = await peopleOfIssues(
    db,
    alike.map((issue) => issues.table.id(issue)),
  );
  for (const issue of alike) {
    for (const hash of issues.table.fixCommits(issue)) {
      for (const history of table.histories)
        for (const commit of history.commits.table.withHash(hash, 1))
          give(issue, history.authors[commit] ?? -1, SHARE.fixed);
    }
    const own = accounts.filter((account) => account.issue_id === issues.table.id(issue));
    for (const account of own.toSorted((a, b) => SHARE[b.how] - SHARE[a.how]))
      give(issue, table.find({ ...account, key: accountKey(account.person_id) }), SHARE[account.how]);
  }
  return { amounts, issuesOf };
}

interface AccountOfIssue {
  readonly issue_id: string;
  readonly person_id: string;
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
  readonly how: "assigned" | "commented";
}

async function peopleOfIssues(db: Db, ids: readonly string[]): Promise<AccountOfIssue[]> {
  if (ids.length === 0) return [];
  const [assigned, commented] = await Promise.all([
    db
      .selectFrom("issue_assignees")
      .innerJoin("people", "people.id", "issue_assignees.person_id")
      .select(["issue_assignees.issue_id", "people.id as person_id", "people.login", "people.name", "people.email"])
      .where("issue_assignees.issue_id", "in", ids)
      .where("people.is_bot", "=", false)
      .execute(),
    db
      .selectFrom("issue_comments")
      .innerJoin("people", "people.id", "issue_comments.author_id")
      .select(["issue_comments.issue_id", "people.id as person_id", "people.login", "people.name", "people.email"])
      .where("issue_comments.issue_id", "in", ids)
      .where("people.is_bot", "=", false)
      .distinct()
      .execute(),
  ]);
  return [
    ...assigned.map((row) => ({ ...row, how: "assigned" as const })),
    ...commented.map((row) => ({ ...row, how: "commented" as const })),
  ];
}
