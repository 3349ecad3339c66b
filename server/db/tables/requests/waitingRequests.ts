import { sql } from "kysely";
import type { WaitingRequest } from "../../../../contract/notices/notices.ts";
import type { Db } from "../../openDb.ts";

/**
 * Open requests in the user's projects whose next step is theirs: their own ones after the last verdict of each reviewer (changes requested, or
 * approved by all who gave one), and those that they reviewed without an approval and that have changed since. An account is the user's when
 * its address is, as for assigned issues.
 */
export async function listWaitingRequests(
  db: Db,
  user: { readonly id: string; readonly email: string },
  limit: number,
): Promise<(Omit<WaitingRequest, "updated_at"> & { readonly updated_at: Date })[]> {
  const { rows } = await sql<Omit<WaitingRequest, "updated_at"> & { readonly updated_at: Date }>`
    with mine as (
      select a.id from accounts a join sources s on s.id = a.source_id
      join project_members m on m.project_id = s.project_id and m.user_id = ${user.id}
      where lower(a.email) = ${user.email}
    ), open as (
      select r.*, r.author_id in (select id from mine) as is_own from change_requests r
      join projects p on p.id = r.project_id
      join project_members m on m.project_id = r.project_id and m.user_id = ${user.id}
      join users u on u.id = m.user_id and u.company_id = p.company_id
      where r.state = 'open' and not r.is_draft
        and (r.author_id in (select id from mine)
          or r.id in (select v.request_id from request_reviews v where v.account_id in (select id from mine)))
    ), verdicts as (
      select distinct on (v.request_id, v.account_id) v.request_id, v.account_id, v.state, v.submitted_at
      from request_reviews v join open on open.id = v.request_id
      where v.state <> 'commented' or v.account_id in (select id from mine)
      order by v.request_id, v.account_id, v.submitted_at desc
    ), judged as (
      select open.*, case
        when is_own and exists (select 1 from verdicts v where v.request_id = open.id and v.state = 'changes_requested')
          then 'changes_requested'
        when is_own and exists (select 1 from verdicts v where v.request_id = open.id and v.state = 'approved') then 'approved'
        when not is_own and exists (
          select 1 from verdicts v where v.request_id = open.id and v.account_id in (select id from mine)
            and v.state <> 'approved' and v.submitted_at < open.updated_at - interval '1 minute'
        ) then 'review_again' end as reason
      from open
    )
    select j.id, j.key, j.title, j.url, j.reason, j.updated_at, p.slug as project, p.name as project_name
    from judged j join projects p on p.id = j.project_id
    where j.reason is not null order by j.updated_at desc, j.id limit ${limit}`.execute(db);
  return rows;
}
