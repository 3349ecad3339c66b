/** As whom replies of a tracker are written: the installation of the app that reads it, or the account of the member who turned them on. */
import { findHostAppOfInstallation } from "../../db/tables/appInstallations.ts";
import type { ReplyTrackerRow } from "../../db/tables/replies.ts";
import { type Message, message } from "../../messages/messages.ts";
import type { TrackerWriter, WriterAccount } from "../../sources/connector/writerTypes.ts";
import { SourceError } from "../../sources/SourceError.ts";
import type { InstallationTokens } from "../apps/appsDeps.ts";
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
  { db, sources, appTokens }: ReplyAccessDeps,
  { provider, url, app_installation_id: id }: ReplyTrackerRow,
): Promise<ReplyAccess | { readonly reason: Message }> {
  const app = id === null ? undefined : await findHostAppOfInstallation(db, id);
  if (id === null || !app) return { reason: message("reply.no_installation") };
  const attempt = async <T>(work: (writer: TrackerWriter) => Promise<T>, isForced: boolean): Promise<T> => {
    const credential = await appTokens.token(id, isForced, "comment");
    const writer = sources.openWriter({ provider, url, credential });
    if (!writer) throw new SourceError("provider", message("reply.unsupported"));
    return work(writer);
  };
  return {
    async use(work) {
      try {
        return await attempt(work, false);
      } catch (error) {
        if (!(error instanceof SourceError) || error.code !== "unauthorized" || error.refusal?.status !== 401)
          throw error;
        return attempt(work, true);
      }
    },
    // The host writes the comments of an app under this login.
    account: () => Promise.resolve({ id: `${app.slug}[bot]`, name: `${app.slug}[bot]` }),
  };
}
