import { INTEGRATIONS } from "../../../contract/constants.ts";
import type { ClosedProject, ClosedReason } from "../../../contract/sources/hostAccess.ts";
import type { Db } from "../../db/openDb.ts";
import { type ClosingSource, listClosingSources } from "../../db/tables/projects/closedMemberships.ts";
import { OAUTH_SERVICES } from "../../sources/providers/oauthRegistry.ts";

function reasonOf({ state, is_connected: isConnected }: ClosingSource): ClosedReason {
  if (state === "refused") return "refused";
  if (!isConnected) return "account";
  return state === null ? "waiting" : "unanswered";
}

/** The closed memberships of a user in the user's company. Sources of one host with one reason are one entry. */
export async function listClosedProjects(
  db: Db,
  user: { readonly id: string; readonly companyId: string | null },
  now: Date,
): Promise<ClosedProject[]> {
  const rows = await listClosingSources(db, { userId: user.id, companyId: user.companyId }, now);
  return [...Map.groupBy(rows, (row) => row.project_id).values()].flatMap((ofProject) => {
    const [first] = ofProject;
    if (!first) return [];
    const hosts = ofProject.flatMap((row) => {
      const provider = INTEGRATIONS.find((name) => name === row.account);
      if (!provider) return [];
      const account = OAUTH_SERVICES[provider].accountName;
      return [{ host: new URL(row.url).host, provider, account, reason: reasonOf(row) }];
    });
    const distinct = new Map(hosts.map((host) => [`${host.host} ${host.reason}`, host]));
    return [{ slug: first.slug, name: first.name, hosts: [...distinct.values()] }];
  });
}

/** What is said first of a membership that several sources close. */
const ORDER: readonly ClosedReason[] = ["account", "refused", "waiting", "unanswered"];

/** Why the closed members of a project are closed out, by their users. */
export async function closedReasons(db: Db, projectId: string, now: Date): Promise<ReadonlyMap<string, ClosedReason>> {
  const rows = await listClosingSources(db, { projectId }, now);
  return new Map(
    [...Map.groupBy(rows, (row) => row.user_id)].map(([userId, ofUser]) => {
      const reasons = ofUser.map(reasonOf);
      return [userId, ORDER.find((reason) => reasons.includes(reason)) ?? "waiting"];
    }),
  );
}
