/** Which users a change of a source concerns: those whose accounts and signatures it names, and those who look after the source. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** An account at a host that belongs to a member of the project. */
export interface ReceiverAccount {
  readonly user_id: string;
  readonly account_id: string;
  readonly login: string;
  readonly name: string;
}

/**
 * The members of the source's project to whom these accounts of the source belong: by e-mail address, by a connected account, or because a
 * person of the project joins the account with an identity that has the member's address. Bots belong to no member.
 * @param by accounts by their ids, logins in lower case, and names as they are written
 */
export async function listReceiverAccounts(
  db: Db,
  sourceId: string,
  by: { readonly ids: readonly string[]; readonly logins: readonly string[]; readonly names: readonly string[] },
): Promise<ReceiverAccount[]> {
  const { rows } = await sql<ReceiverAccount>`
    with named as (
      select a.id, a.login, a.name, lower(a.email) as email, s.project_id, s.provider, s.url
      from accounts a join sources s on s.id = a.source_id
      where a.source_id = ${sourceId} and not a.is_bot
        and (a.id = any(${[...by.ids]}) or lower(a.login) = any(${[...by.logins]}) or a.name = any(${[...by.names]}))
    ), members as (
      select u.id, u.email, p.id as project_id from sources s join projects p on p.id = s.project_id
      join project_members m on m.project_id = p.id join users u on u.id = m.user_id and u.company_id = p.company_id
      where s.id = ${sourceId}
    ), owned as (
      select m.id as user_id, n.id as account_id from named n join members m on m.email = n.email
      union
      select m.id, n.id from named n join members m on true
      join connections c on c.user_id = m.id and c.provider = n.provider and lower(c.account) = lower(n.login)
        and starts_with(n.url, c.origin || '/')
      union
      select m.id, n.id from named n
      join person_identities mine on mine.account_id = n.id
      join person_identities other on other.person_id = mine.person_id
      left join accounts account on account.id = other.account_id
      left join git_authors author on author.id = other.author_id
      join members m on m.email = lower(account.email) or m.email = lower(author.email)
    )
    select owned.user_id, n.id as account_id, n.login, n.name from owned join named n on n.id = owned.account_id`.execute(
    db,
  );
  return rows;
}

/** Members of the project who may change its sources. */
export async function listSourceMaintainers(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from project_members m join projects p on p.id = m.project_id
    join users u on u.id = m.user_id and u.company_id = p.company_id
    where m.project_id = ${projectId} and m.role in ('Owner', 'Maintainer') order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Files that a user knows well and that others have changed. */
export interface ChangedFiles {
  readonly user_id: string;
  readonly files: number;
  readonly commits: number;
  readonly path: string;
}

/** Who knows a file well, by the earlier commits to it. */
export interface WellKnownRule {
  /** Minimum number of commits of a member, and their minimum share of all commits to the file. */
  readonly minCommits: number;
  readonly minShare: number;
  /** A commit over more files is no evidence. */
  readonly maxFiles: number;
}

/**
 * Files changed by commits after a mark that a member knows well. Commits that the member made do not count.
 * @param until the newest commit that counts
 */
export async function listChangedKnownFiles(
  db: Db,
  sourceId: string,
  { after, until }: { readonly after: number; readonly until: number },
  { minCommits, minShare, maxFiles }: WellKnownRule,
): Promise<ChangedFiles[]> {
  const { rows } = await sql<ChangedFiles>`
    with members as (
      select u.id, u.email from sources s join projects p on p.id = s.project_id
      join project_members m on m.project_id = p.id join users u on u.id = m.user_id and u.company_id = p.company_id
      where s.id = ${sourceId}
    ), authors as (
      select m.id as user_id, a.id as author_id from git_authors a join members m on m.email = lower(a.email)
      where a.source_id = ${sourceId}
      union
      select m.id, a.id from git_authors a
      join person_identities mine on mine.author_id = a.id
      join person_identities other on other.person_id = mine.person_id
      left join accounts account on account.id = other.account_id
      left join git_authors author on author.id = other.author_id
      join members m on m.email = lower(account.email) or m.email = lower(author.email)
      where a.source_id = ${sourceId}
    ), fresh as (
      select id, author_id from git_commits where source_id = ${sourceId} and id > ${after} and id <= ${until}
    ), touched as (
      select ch.path_id, fresh.id as commit_id, fresh.author_id from git_changes ch join fresh on fresh.id = ch.commit_id
    ), past_changes as (
      select ch.path_id, c.id as commit_id, c.author_id from git_changes ch join git_commits c on c.id = ch.commit_id
      where ch.path_id in (select path_id from touched) and c.source_id = ${sourceId} and c.id <= ${after}
    ), small as (
      select commit_id from (select distinct commit_id from past_changes) d
      where (select count(*) from (
        select from git_changes ch where ch.commit_id = d.commit_id limit ${maxFiles + 1}
      ) counted) <= ${maxFiles}
    ), past as (
      select path_id, author_id from past_changes join small using (commit_id)
    ), totals as (
      select path_id, count(*) as n from past group by 1
    ), known as (
      select a.user_id, past.path_id from past join authors a on a.author_id = past.author_id
      join totals on totals.path_id = past.path_id
      group by a.user_id, past.path_id, totals.n 
      having count(*) >= ${minCommits} and count(*)::float8 / totals.n >= ${minShare}::float8
    )
    select k.user_id, count(distinct t.path_id)::int as files, count(distinct t.commit_id)::int as commits, min(p.path) as path
    from known k join touched t on t.path_id = k.path_id join git_paths p on p.id = t.path_id
    where not exists (select 1 from authors a where a.user_id = k.user_id and a.author_id = t.author_id)
    group by k.user_id`.execute(db);
  return rows;
}
