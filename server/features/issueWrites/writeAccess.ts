/** By which account a member writes to a tracker, or why the member cannot. */
import { INTEGRATIONS } from "../../../contract/constants.ts";
import { SECOND_MS } from "../../../contract/durations.ts";
import type { WriteBlock } from "../../../contract/issues/issueActions.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { ProjectRole } from "../../access/policy.ts";
import type { Secrets } from "../../access/keys/secrets.ts";
import type { Db } from "../../db/openDb.ts";
import { findWritingConnection } from "../../db/tables/sources/connections.ts";
import type { WritableTrackerRow } from "../../db/tables/issues/issueWrites.ts";
import { type Message, message } from "../../messages/messages.ts";
import type { TrackerWriter, WriterAccount } from "../../sources/connector/writerTypes.ts";
import { OAUTH_SERVICES } from "../../sources/providers/oauthRegistry.ts";
import { connectionProviderOf, isServedBy, providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { SourceAccess, Sources, StoredCredential } from "../../sources/sourceTypes.ts";
import type { Connections } from "../connections/service.ts";
import { refusalOf } from "./endWrite.ts";

/** Time for the host to answer whose account it is. */
const ACCOUNT_DEADLINE_MS = 15 * SECOND_MS;

export interface WriteAccessDeps {
  readonly db: Db;
  readonly sources: Pick<Sources, "openWriter">;
  readonly secrets: Pick<Secrets, "openCredential">;
  readonly connections: Pick<Connections, "token" | "clientOf">;
}

/** Why a member can write nothing to a tracker. */
export interface Blocked {
  readonly code: WriteBlock;
  readonly text: Message;
  /** The provider at which connecting an account helps. */
  readonly connect: (typeof INTEGRATIONS)[number] | null;
}

/** One way to write as the member. */
interface Account {
  /** Null when the account has to be connected again. `isForced`: the host refused the token given last. */
  readonly open: (isForced: boolean) => Promise<StoredCredential | null>;
  readonly isConnection: boolean;
}

export interface WriteAccess {
  /** Does something with the writer of the member's account. @throws SourceError */
  use<T>(work: (writer: TrackerWriter) => Promise<T>): Promise<T>;
}

export const hostOf = ({ url }: Pick<WritableTrackerRow, "url">): string => new URL(url).host;

const isIntegration = (name: string): name is (typeof INTEGRATIONS)[number] =>
  (INTEGRATIONS as readonly string[]).includes(name);

/**
 * @param isForLooking what was sent while the member could write is looked for after that has ended, too
 * @returns `blocked` where the member can write nothing
 */
export async function openWriteAccess(
  deps: WriteAccessDeps,
  member: { readonly id: string; readonly role: ProjectRole },
  issue: WritableTrackerRow,
  isForLooking = false,
): Promise<WriteAccess | { readonly blocked: Blocked }> {
  const block = (code: WriteBlock, text: Message, connect: Blocked["connect"] = null) => ({
    blocked: { code, text, connect },
  });
  const { provider, url } = issue;
  if (providerRulesOf(provider).takesChanges !== true) return block("unsupported", message("write.unsupported"));
  if (!isForLooking && !issue.allows_writing) return block("off", message("write.off"));
  if (!isForLooking && !mayInProject(member.role, "issues.write")) return block("role", message("write.role"));
  const name = connectionProviderOf(provider);
  const connection = await findWritingConnection(deps.db, member.id, name);
  const accounts = accountsOf(deps, member, issue, connection);
  if (accounts.length > 0)
    return {
      use: (work) => useAccounts({ provider, url }, accounts, (access) => deps.sources.openWriter(access), work),
    };
  const client = deps.connections.clientOf(name);
  // An account of another host of the provider does not help.
  const isServed = client && isServedBy({ provider, url }, client.origin);
  if (!client?.canWrite || !isServed || !isIntegration(name))
    return block("account", message("write.no_way", { host: hostOf(issue) }));
  const account = OAUTH_SERVICES[name].accountName;
  return connection && connection.failed_at === null
    ? block("consent", message("write.no_consent", { account }), name)
    : block("account", message("write.no_account", { account }), name);
}

/** The connected account of the member where writing is on, and the token that the member has given for this source. */
export function accountsOf(
  { db, secrets, connections }: Omit<WriteAccessDeps, "sources">,
  member: { readonly id: string },
  { secret_id: secretId, access_by: accessBy }: Pick<WritableTrackerRow, "secret_id" | "access_by">,
  connection: Awaited<ReturnType<typeof findWritingConnection>>,
): Account[] {
  const accounts: Account[] = [];
  if (connection?.writes && connection.failed_at === null)
    accounts.push({ isConnection: true, open: (isForced) => connections.token(connection.id, isForced) });
  // The credential of no other member: it would write in the name of that member.
  if (secretId !== null && accessBy === member.id)
    accounts.push({ isConnection: false, open: () => secrets.openCredential(db, secretId) });
  return accounts;
}

/**
 * Asks the host whose account a credential belongs to, so that a missing permission is known before anything is written.
 * @param ask the question, which ends with the signal
 * @returns `reason` where the host refuses
 */
export async function accountAtHost(
  { url }: Pick<WritableTrackerRow, "url">,
  ask: (signal: AbortSignal) => Promise<WriterAccount>,
): Promise<WriterAccount | { readonly reason: Message }> {
  try {
    return await ask(AbortSignal.timeout(ACCOUNT_DEADLINE_MS));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { reason: refusalOf(error, URL.canParse(url) ? hostOf({ url }) : url) };
  }
}

/**
 * Does something as the first account that belongs to the host. A token of a connection that the host refuses is renewed once.
 * @param openAs what writes with a credential; null where this server has none for the provider
 * @throws SourceError
 */
export async function useAccounts<W, T>(
  source: { readonly provider: string; readonly url: string },
  accounts: readonly Account[],
  openAs: (access: SourceAccess) => W | null,
  work: (writer: W) => Promise<T>,
): Promise<T> {
  const host = hostOf(source);
  const attempt = async ({ open }: Account, isForced: boolean): Promise<T> => {
    const credential = await open(isForced);
    const writer = credential && openAs({ ...source, credential });
    if (writer === null) throw new SourceError("unauthorized", message("write.reconnect", { host }));
    return work(writer);
  };
  for (const [at, account] of accounts.entries()) {
    try {
      return await attempt(account, false);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (error.code === "unauthorized" && account.isConnection && error.refusal !== null)
        return attempt(account, true);
      // The account belongs to another host of the provider.
      if (error.code !== "connection" || at === accounts.length - 1) throw error;
    }
  }
  throw new SourceError("unauthorized", message("write.reconnect", { host }));
}
