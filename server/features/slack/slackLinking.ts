/**
 * Who a Slack user is in Clew. A user asks for a code while signed in, types it in Slack, and confirms in Clew the Slack user who has typed it:
 * neither side alone, and no e-mail address, makes a link.
 */
import { randomInt } from "node:crypto";
import { MINUTE_MS } from "../../../contract/durations.ts";
import type { SlackLink, SlackLinkCode } from "../../../contract/notices/slack.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { hashToken } from "../../access/tokens/tokens.ts";
import { findSlackApp } from "../../db/tables/slackApps.ts";
import {
  deleteSlackLink,
  findSlackLink,
  findSlackLinkAttempt,
  takeSlackLinkAttempt,
  updateSlackLinkTyped,
  upsertSlackLink,
  upsertSlackLinkAttempt,
} from "../../db/tables/slackLinks.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { formatStored, message } from "../../messages/messages.ts";
import { SLACK_COMMAND } from "./slackManifest.ts";
import { type SlackDeps, nowOf } from "./slackDeps.ts";
import { requireSlackApp } from "./slackSettings.ts";

const CODE_TTL_MS = 10 * MINUTE_MS;
/** Without signs that look alike; 31 to the power of 10 is more than can be guessed in ten minutes. */
const CODE_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ2345679";
const CODE_LENGTH = 10;

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join("");

/** The form in which users type it does not matter. */
const codeHash = (typed: string): string => hashToken(`slack ${typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")}`);

export async function readSlackLink(deps: SlackDeps, user: Principal): Promise<SlackLink> {
  const { db } = deps;
  const app = user.companyId === null ? undefined : await findSlackApp(db, user.companyId);
  if (!app) return { team: null, link: null, pending: null };
  const link = await findSlackLink(db, user.id);
  const attempt = await findSlackLinkAttempt(db, user.id, nowOf(deps));
  const typedBy = attempt?.company_id === app.company_id ? attempt.slack_user_id : null;
  return {
    team: app.team,
    link: link
      ? {
          name: link.name,
          linked_at: link.created_at.toISOString(),
          fault: link.fault && formatStored(link.fault, user.language),
        }
      : null,
    pending: typedBy === null ? null : { user: typedBy, name: attempt?.name ?? typedBy },
  };
}

/** @throws NotFound where the company has no app */
export async function beginSlackLink(deps: SlackDeps, user: Principal): Promise<SlackLinkCode> {
  const { company_id: companyId } = await requireSlackApp(deps.db, user.companyId ?? "");
  const code = newCode();
  const expires = new Date(nowOf(deps).getTime() + CODE_TTL_MS);
  await upsertSlackLinkAttempt(deps.db, {
    user_id: user.id,
    company_id: companyId,
    code_hash: codeHash(code),
    slack_user_id: null,
    name: null,
    expires_at: expires,
  });
  return { command: `${SLACK_COMMAND} link ${code}`, expires_at: expires.toISOString() };
}

/** Notes who has typed a code. @returns false for one that is no good */
export const typeSlackCode = (
  deps: SlackDeps,
  companyId: string,
  code: string,
  person: { readonly id: string; readonly name: string },
): Promise<boolean> =>
  updateSlackLinkTyped(
    deps.db,
    { companyId, codeHash: codeHash(code), now: nowOf(deps) },
    { slack_user_id: person.id, name: person.name },
  );

/**
 * Links the Slack user who has typed the caller's code.
 * @throws Conflict where it is another one than the caller was shown, or is linked to another user; NotFound for none, or after ten minutes
 */
export async function confirmSlackLink(
  deps: SlackDeps,
  user: Principal,
  shown: string,
  address: string,
): Promise<SlackLink> {
  await deps.db.transaction().execute(async (tx) => {
    const attempt = await takeSlackLinkAttempt(tx, user.id, nowOf(deps));
    if (!attempt || attempt.slack_user_id === null || attempt.company_id !== user.companyId) {
      throw new NotFound(message("slack.no_attempt"));
    }
    if (attempt.slack_user_id !== shown) throw new Conflict(message("slack.other_person"));
    const name = attempt.name ?? attempt.slack_user_id;
    const row = {
      user_id: user.id,
      company_id: attempt.company_id,
      slack_user_id: attempt.slack_user_id,
      name,
      channel: null,
      fault: null,
    };
    if (!(await upsertSlackLink(tx, row))) throw new Conflict(message("slack.linked_to_other"));
    await recordAuditEvent(tx, actorOf(user, address), {
      action: "slack.linked",
      subject: { kind: "slack_user", id: attempt.slack_user_id, name },
    });
  });
  return readSlackLink(deps, user);
}

export async function removeSlackLink({ db }: SlackDeps, user: Principal, address: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const link = await deleteSlackLink(tx, user.id);
    if (!link) throw new NotFound(message("slack.not_linked"));
    await recordAuditEvent(tx, actorOf(user, address), {
      action: "slack.unlinked",
      subject: { kind: "slack_user", id: link.slack_user_id, name: link.name },
    });
  });
}
