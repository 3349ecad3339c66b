/** The account that replies of a tracker are written with: the installation of the app that reads it, or the account of the member who turned them on. */
import type { ReplyTrackerRow } from "../../db/tables/chats/replies.ts";
import { type Message, message } from "../../messages/messages.ts";
import type { WriterAccount } from "../../sources/connector/writerTypes.ts";
import type { InstallationTokens } from "../apps/appsDeps.ts";
import { openAppWriting } from "../apps/writeAsApp.ts";
import { type WriteAccess, type WriteAccessDeps, openWriteAccess } from "../issueWrites/writeAccess.ts";

export interface ReplyAccessDeps extends WriteAccessDeps {
  readonly appTokens: InstallationTokens;
}

export interface ReplyAccess extends WriteAccess {
  /** By which the host names the account in comments. @throws SourceError */
  account(signal: AbortSignal): Promise<WriterAccount>;
}

/** @returns `reason` where replies cannot be written so */
export async function openReplyAccess(
  deps: ReplyAccessDeps,
  tracker: ReplyTrackerRow,
  { usesApp, memberId }: { readonly usesApp: boolean; readonly memberId: string },
): Promise<ReplyAccess | { readonly reason: Message }> {
  if (usesApp) return openAppAccess(deps, tracker);
  // Members may write by accounts of their own without this, and this without members: each is allowed by itself.
  const access = await openWriteAccess(
    deps,
    { id: memberId, role: "Maintainer" },
    { ...tracker, allows_writing: true },
  );
  if ("blocked" in access) return { reason: access.blocked.text };
  return { use: (work) => access.use(work), account: (signal) => access.use((writer) => writer.account(signal)) };
}

async function openAppAccess(
  deps: ReplyAccessDeps,
  tracker: ReplyTrackerRow,
): Promise<ReplyAccess | { readonly reason: Message }> {
  const app = await openAppWriting(deps, tracker);
  if (!app) return { reason: message("reply.no_installation") };
  const { login } = app;
  return { use: (work) => app.use(work), account: () => Promise.resolve({ id: login, name: login }) };
}
