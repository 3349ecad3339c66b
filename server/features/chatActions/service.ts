/** What a link in a message of a chat does: as the user who has opened it and is signed in. */
import type { z } from "zod";
import type { ChatLink, ChatLinkAnswer, ChatLinkBody } from "../../../contract/notices/chatActions.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { type ProjectAccess, projectWithId } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import {
  findChatLinkTarget,
  findChatLinkUse,
  takeChatLink,
  updateChatLinkFree,
  updateChatLinkUsed,
} from "../../db/tables/chats/chatLinkUses.ts";
import { findWriteState } from "../../db/tables/issues/issueWrites.ts";
import { ApiError, Conflict, NotFound } from "../../errors.ts";
import type { Invoker } from "../../http/invoker.ts";
import { formatMessage, formatText, message } from "../../messages/messages.ts";
import type { ChatLinkFacts, SealedLinks } from "./chatLinks.ts";
import { changeKey, readActionWays } from "./issueAction.ts";

/** Longer than a tracker may take. Another user can then take a link whose use never ended. */
const STALE_MS = 5 * MINUTE_MS;

export interface ChatLinkDeps {
  readonly db: Db;
  readonly invoke: Invoker["invoke"];
  readonly links: SealedLinks;
  readonly now?: () => Date;
}

/** The key of the change of one use. */
const keyOf = ({ deliveryId, action }: ChatLinkFacts, round: number, userId: string): string =>
  changeKey(`link ${deliveryId} ${action} ${round} ${userId}`);

/** Whether a change is, or may come, to its tracker. */
async function mayBeWritten(db: Db, userId: string, key: string): Promise<boolean> {
  const state = await findWriteState(db, userId, key);
  return state !== undefined && state !== "refused" && state !== "discarded";
}

interface OpenedLink {
  readonly facts: ChatLinkFacts;
  readonly target: NonNullable<Awaited<ReturnType<typeof findChatLinkTarget>>>;
  readonly project: ProjectAccess;
  readonly state: ChatLink["state"];
  readonly usedBy: string | null;
  readonly expiresAt: Date;
  readonly now: Date;
}

/** @throws NotFound, with one answer for a link that was not made here, of another company, and about what the caller may not see */
async function openLink(deps: ChatLinkDeps, user: Principal, link: string): Promise<OpenedLink> {
  const { db, links } = deps;
  const missing = message("chat.link_unknown");
  const read = links.read(link);
  if (!read || read.companyId !== user.companyId) throw new NotFound(missing);
  const { expiresAt, ...facts } = read;
  const target = await findChatLinkTarget(db, facts);
  const project = await projectWithId(db, user, target?.project_id, "project.read", missing);
  if (!target) throw new NotFound(missing);
  const now = deps.now?.() ?? new Date();
  const use = await findChatLinkUse(db, facts.deliveryId, facts.action);
  const takenBy = use?.ended_at === null ? use.user_id : null;
  // The process may have ended after the write and before it noted the use.
  const isWritten =
    use && takenBy !== null && (await findWriteState(db, takenBy, keyOf(facts, use.round, takenBy))) === "done";
  const isFresh = use !== undefined && now.getTime() - use.started_at.getTime() < STALE_MS;
  const isTaken = isFresh && use.ended_at === null && use.user_id !== null && use.user_id !== user.id;
  const isUsed = use !== undefined && (use.ended_at !== null || isWritten === true);
  const state = isUsed ? "used" : expiresAt <= now ? "expired" : isTaken ? "started" : "open";
  return { facts, target, project, state, usedBy: isUsed || isTaken ? use.name : null, expiresAt, now };
}

/** What a link does, and whether the caller can do it. Changes nothing. @throws NotFound */
export async function readChatLink(
  deps: ChatLinkDeps,
  user: Principal,
  link: string,
  signal: AbortSignal,
): Promise<ChatLink> {
  const { facts, target, project, state, usedBy, expiresAt } = await openLink(deps, user, link);
  const { action, issueId } = facts;
  const shared = {
    state,
    action,
    issue: { key: target.key, title: target.title, address: issueId, state: target.state },
    project: { slug: project.slug, name: project.name },
    tracker: target.tracker,
    expires_at: expiresAt.toISOString(),
    used_by: usedBy,
  };
  if (state !== "open") return { ...shared, account: null, blocked: null, choices: [] };
  const ways = await readActionWays(deps.invoke, { user, slug: project.slug, issueId, signal }, action);
  if ("refusal" in ways) {
    return { ...shared, account: null, blocked: formatMessage(ways.refusal, user.language), choices: [] };
  }
  const choices = ways.ways.map(({ id, name }) => ({ id, name: formatMessage(name, user.language) }));
  return { ...shared, account: ways.account, blocked: null, choices };
}

/**
 * Does what a link names, once. Sent again by the same user before its end is known, it is the same change.
 * @throws NotFound; Conflict for one that is used or expired
 */
export async function followChatLink(
  deps: ChatLinkDeps,
  user: Principal,
  { link, account, choice }: z.output<typeof ChatLinkBody>,
  signal: AbortSignal,
): Promise<ChatLinkAnswer> {
  const { db, invoke } = deps;
  const { facts, project, state, now } = await openLink(deps, user, link);
  const { deliveryId, action, issueId } = facts;
  if (state === "expired") throw new Conflict(message("chat.link_expired"));
  if (state !== "open") throw new Conflict(message("chat.link_used"));
  const actionWays = await readActionWays(invoke, { user, slug: project.slug, issueId, signal }, action);
  if ("refusal" in actionWays) throw new Conflict(actionWays.refusal);
  const way =
    choice === null && actionWays.ways.length === 1
      ? actionWays.ways[0]
      : actionWays.ways.find(({ id }) => id === choice);
  if (!way) throw new Conflict(message("chat.link_choice"));
  const by = { deliveryId, action, userId: user.id };
  const round = await takeChatLink(db, by, now, new Date(now.getTime() - STALE_MS));
  if (round === undefined) throw new Conflict(message("chat.link_used"));
  const use = { ...by, round };
  const key = keyOf(facts, round, user.id);
  const body = { key, account, change: way.change };
  const written = await invoke("writeIssue", { user, params: { id: project.slug, issueId }, body, signal }).catch(
    async (error: unknown) => {
      // A change that is stored may be at the tracker, also one that another press of the same user has chosen: only that user can repeat it.
      if (error instanceof ApiError && !(await mayBeWritten(db, user.id, key))) await updateChatLinkFree(db, use);
      throw error;
    },
  );
  if (written.state === "done") await updateChatLinkUsed(db, use, now);
  if (written.state === "refused") await updateChatLinkFree(db, use);
  const text = written.state === "done" ? way.done : message("chat.failed");
  return { state: written.state, text: written.text ?? formatText(text, user.language) };
}
