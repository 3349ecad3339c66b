import { type GroupAddress, type GroupPreview, MAX_PREVIEWED } from "../../../contract/sources/linkedGroups.ts";
import { providersOf } from "../../../contract/sources/openSource.ts";
import { SECOND_MS } from "../../../contract/durations.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { Invalid } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { findSourceError } from "../../sources/SourceError.ts";
import type { OpenedGroup, Sources } from "../../sources/sourceTypes.ts";
import { limitChecks } from "../sources/limitChecks.ts";
import { sourceFieldErrors } from "../sources/sourceFieldErrors.ts";
import { type ConnectionTokens, type GivenAccess, withConnection } from "../sources/withConnection.ts";

/** Milliseconds that a preview reads a list: ten to thirty pages of a host. */
const PREVIEW_MS = 12 * SECOND_MS;
/** Milliseconds for the first page, without which there is nothing to show or link. */
const FIRST_PAGE_MS = 8 * SECOND_MS;

export interface GroupAccessDeps {
  readonly db: Db;
  readonly sources: Pick<Sources, "openGroup" | "validateRepository" | "validateTracker" | "validateWiki">;
  readonly connections?: ConnectionTokens | undefined;
}

/** A group that its host has shown to the credential. */
export interface CheckedGroup {
  readonly group: Pick<OpenedGroup, "url" | "name">;
  readonly input: GivenAccess;
}

/**
 * Reads what a group has at its host, for a preview of a filter: all of it, or what arrives in some seconds.
 * @throws Invalid with the reason under the field that it is about
 */
export const previewGroup = (
  deps: GroupAccessDeps,
  user: Principal,
  body: GroupAddress,
  by: Actor,
): Promise<GroupPreview> =>
  atHost(deps, user, body, by, async (group) => {
    const repositories: GroupPreview["repositories"] = [];
    let unreadable = 0;
    let isComplete = true;
    for await (const page of pagesWithin(group, PREVIEW_MS, () => (isComplete = false))) {
      for (const { name, is_archived, is_fork, is_empty, visibility, topics, has_issues } of page.repositories)
        repositories.push({ name, is_archived, is_fork, is_empty, visibility, topics: [...topics], has_issues });
      unreadable += page.unreadable;
      if (repositories.length < MAX_PREVIEWED) continue;
      isComplete = false;
      break;
    }
    return {
      name: group.name,
      is_complete: isComplete,
      repositories: repositories.slice(0, MAX_PREVIEWED),
      unreadable,
    };
  });

/** Checks at the host that a group exists and may be read. @throws Invalid */
export const checkGroup = (
  deps: GroupAccessDeps,
  user: Principal,
  body: GroupAddress,
  by: Actor,
): Promise<CheckedGroup> =>
  atHost(deps, user, body, by, async (group, access) => {
    // The first page is enough; leaving the loop ends the list.
    for await (const _page of pagesWithin(group, FIRST_PAGE_MS, () => undefined)) break;
    return { group: { url: group.url, name: group.name }, input: access };
  });

/** The use of a connected account, and that it was refused because of its origin, are noted in the audit log. */
async function atHost<T>(
  { db, sources, connections }: GroupAccessDeps,
  user: Principal,
  body: GroupAddress,
  by: Actor,
  read: (group: OpenedGroup, access: CheckedGroup["input"]) => Promise<T>,
): Promise<T> {
  if (user.plan !== null && !providersOf(user.plan, "repository").includes(body.provider))
    throw new Invalid({ provider: [message("plan.open_source_provider")] });
  const note = async (action: "account.used" | "account.refused", origin: string): Promise<void> => {
    await recordAuditEvent(db, by, {
      action,
      subject: { kind: "account", name: body.provider },
      after: { provider: body.provider, origin },
    });
  };
  let origin: string | null = null;
  try {
    const access = await withConnection(connections, user, body);
    if (access.connectionId !== null) origin = access.credential?.origin ?? "";
    const result = await limitChecks(sources, user.id, async () => read(await sources.openGroup(access), access));
    if (origin !== null) await note("account.used", origin);
    return result;
  } catch (error) {
    const action = findSourceError(error)?.code === "connection" ? "account.refused" : "account.used";
    if (origin !== null) await note(action, origin);
    throw sourceFieldErrors(error, body.installation_id !== undefined) ?? error;
  }
}

/** Pages that arrive within a time. One that ends before the first page is an error, a later one calls `onCut`. */
async function* pagesWithin(group: OpenedGroup, milliseconds: number, onCut: () => void) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  let isFirst = true;
  try {
    for await (const page of group.list(controller.signal)) {
      isFirst = false;
      yield page;
    }
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    if (isFirst)
      throw new Invalid(
        { url: [message("source.timeout", { seconds: Math.round(milliseconds / SECOND_MS) })] },
        { cause: error },
      );
    onCut();
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
