/** The account that a member's change is written with: the member's, and where there is none, that of the app that reads the tracker. */
import type { ProjectRole } from "../../access/policy.ts";
import { findWritingConnection } from "../../db/tables/sources/connections.ts";
import type { WritableTrackerRow } from "../../db/tables/issues/issueWrites.ts";
import { Conflict } from "../../errors.ts";
import { connectionProviderOf } from "../../sources/providers/rulesRegistry.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { InstallationTokens } from "../apps/appsDeps.ts";
import { openAppWriting } from "../apps/writeAsApp.ts";
import { type Blocked, type WriteAccess, type WriteAccessDeps, openWriteAccess } from "./writeAccess.ts";

export interface MemberAccessDeps extends WriteAccessDeps {
  /** Left out: nothing is written as an app. */
  readonly appTokens?: InstallationTokens;
}

/**
 * @param isForLooking what was sent while the member could write is looked for after that has ended, too
 * @returns `blocked` where the member can write nothing
 */
export async function openMemberAccess(
  deps: MemberAccessDeps,
  member: { readonly id: string; readonly role: ProjectRole },
  tracker: WritableTrackerRow,
  isForLooking = false,
): Promise<WriteAccess | { readonly blocked: Blocked }> {
  const access = await openWriteAccess(deps, member, tracker, isForLooking);
  // An account that is for reading alone, or that failed, is one: its member decides what becomes of it.
  if (!("blocked" in access) || access.blocked.code !== "account" || (await hasAccount(deps, member, tracker)))
    return access;
  return (await openApp(deps, tracker)) ?? access;
}

/** The same for a call that needs it. @throws Conflict where the user can write nothing */
export async function requireMemberAccess(
  deps: MemberAccessDeps,
  user: { readonly id: string },
  project: { readonly role: ProjectRole },
  tracker: WritableTrackerRow,
): Promise<WriteAccess> {
  const access = await openMemberAccess(deps, { id: user.id, role: project.role }, tracker);
  if ("blocked" in access) throw new Conflict(access.blocked.text);
  return access;
}

async function hasAccount(
  { db }: MemberAccessDeps,
  member: { readonly id: string },
  { provider }: WritableTrackerRow,
): Promise<boolean> {
  return (await findWritingConnection(db, member.id, connectionProviderOf(provider))) !== undefined;
}

/** Undefined where no app reads the tracker, or its owner has not granted that it writes. */
async function openApp(
  { db, sources, appTokens }: MemberAccessDeps,
  tracker: WritableTrackerRow,
): Promise<WriteAccess | undefined> {
  const { app_installation_id: id } = tracker;
  if (!appTokens || id === null) return undefined;
  try {
    await appTokens.token(id, false, "comment");
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
  return openAppWriting({ db, sources, appTokens }, tracker);
}
