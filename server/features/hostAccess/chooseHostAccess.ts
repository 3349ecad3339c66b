import type { HostAccess } from "../../../contract/sources/hostAccess.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import { settleLocked } from "../../access/hostAccess/settleMemberships.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { findProjectOfMember, lockProject } from "../../db/tables/projects/projects.ts";
import { findConnectionOfUser } from "../../db/tables/sources/connections.ts";
import {
  type AccessPair,
  countMirroredMembers,
  findMirrorChoice,
  findOldestCheck,
  updateMirrorChoice,
  upsertAccessCheck,
} from "../../db/tables/sources/hostAccess.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { connectionProviderOf } from "../../sources/providers/rulesRegistry.ts";
import type { Connections } from "../connections/service.ts";
import { limitChecks } from "../sources/limitChecks.ts";
import type { AccessChecks } from "./AccessChecks.ts";
import { type AskHostDeps, askHost } from "./askHost.ts";
import { mirrorAccountOf } from "./mirrorAccount.ts";

export interface HostAccessDeps extends AskHostDeps {
  readonly db: Db;
  readonly connections: Pick<Connections, "token" | "clientOf">;
  readonly checks: Pick<AccessChecks, "sendDue" | "checkNow">;
}

type MirrorChoice = NonNullable<Awaited<ReturnType<typeof findMirrorChoice>>>;

async function requireSource(db: Db, projectId: string, sourceId: string): Promise<MirrorChoice> {
  const source = await findMirrorChoice(db, projectId, sourceId);
  if (!source) throw new NotFound(message("source.not_found"));
  return source;
}

/** Who may see a source, and how many members a change would concern. @throws NotFound */
export async function readHostAccess(
  { db, connections }: Pick<HostAccessDeps, "db" | "connections">,
  projectId: string,
  sourceId: string,
): Promise<HostAccess> {
  const source = await requireSource(db, projectId, sourceId);
  const account = mirrorAccountOf(connections, source);
  return {
    mirrored: source.access_mirrored,
    provider: account?.provider ?? null,
    account: account?.label ?? null,
    ...(await countMirroredMembers(db, projectId, connectionProviderOf(source.provider))),
    mirrored_by: source.mirrored_by,
    mirrored_at: source.mirrored_at?.toISOString() ?? null,
    checked_at: (await findOldestCheck(db, sourceId))?.toISOString() ?? null,
  };
}

/**
 * Turns mirroring of a source on or off. On: the caller must see it at its host by their own account, all members whose answer is not known are
 * closed out in the same transaction, and their accounts are asked at once.
 * @throws NotFound; Conflict where the source cannot be mirrored, or the caller's own account does not see it
 */
export async function chooseHostAccess(
  deps: HostAccessDeps,
  user: Principal,
  project: ProjectAccess,
  sourceId: string,
  isMirrored: boolean,
  by: Actor,
): Promise<void> {
  const source = await requireSource(deps.db, project.id, sourceId);
  if (source.access_mirrored === isMirrored) return;
  const access = isMirrored ? await requireOwnAccess(deps, user, source) : null;
  await deps.db.transaction().execute(async (tx) => {
    await lockProject(tx, project.id);
    // The caller may have been closed out since: only who sees the project opens it to others.
    if (!(await findProjectOfMember(tx, { id: project.id }, user.companyId, user.id)))
      throw new NotFound(message("source.not_found"));
    const now = new Date();
    const choice = access && { account: access.account, target: access.target, by: user.id, at: now };
    if (!(await updateMirrorChoice(tx, sourceId, choice))) return;
    // Due at once, so that the next round asks for the caller too.
    if (access) await upsertAccessCheck(tx, access.pair, { state: "allowed", at: access.at, due: now });
    const { closed, opened } = await settleLocked(tx, project.id, now);
    // The account was disconnected meanwhile: no one would be left who could turn it off.
    if (access && closed.includes(user.id))
      throw new Conflict(message("host_access.connect_first", { account: access.label, host: hostOf(source) }));
    await recordAuditEvent(tx, by, {
      action: "source.host_access_changed",
      subject: { kind: source.kind, id: sourceId, name: source.url },
      before: { project: project.slug, mirrored: !isMirrored },
      after: { project: project.slug, mirrored: isMirrored, closed: closed.length, opened: opened.length },
    });
  });
  await deps.checks.sendDue();
}

interface OwnAccess {
  readonly pair: AccessPair;
  readonly account: string;
  readonly label: string;
  readonly target: string | null;
  readonly at: Date;
}

/** @throws Conflict with what the caller can do */
async function requireOwnAccess(deps: HostAccessDeps, user: Principal, source: MirrorChoice): Promise<OwnAccess> {
  const { db, connections, sources } = deps;
  const account = mirrorAccountOf(connections, source);
  if (!account) throw new Conflict(message("host_access.unsupported", { host: hostOf(source) }));
  const facts = { account: account.label, host: hostOf(source) };
  const connection = await findConnectionOfUser(db, user.id, account.provider);
  if (!connection || connection.failed_at !== null) throw new Conflict(message("host_access.connect_first", facts));
  const { id, kind, provider, url } = source;
  const pair: AccessPair = {
    source_id: id,
    user_id: user.id,
    kind,
    provider,
    url,
    connection_id: connection.id,
    account: connection.account,
    origin: connection.origin,
    target: null,
  };
  const at = new Date();
  const { state, target = null } = await limitChecks(sources, user.id, () => askHost(deps, pair));
  if (state === "refused") throw new Conflict(message("host_access.you_refused", facts));
  if (state === "unknown") throw new Conflict(message("host_access.no_answer", facts));
  return { pair, account: account.provider, label: account.label, target, at };
}

const hostOf = ({ url }: Pick<MirrorChoice, "url">): string => (URL.canParse(url) ? new URL(url).host : url);
