/** The Slack app that a company has set up, for its Admins. */
import type { SlackAppBody, SlackSettings, SlackTest } from "../../../contract/notices/slack.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompany } from "../../db/tables/companies.ts";
import { updateAppWebhooksResumed } from "../../db/tables/outgoingWebhooks.ts";
import { deleteSecrets } from "../../db/tables/secrets.ts";
import {
  type SlackAppRow,
  deleteSlackApp,
  findSlackApp,
  insertSlackApp,
  updateSlackApp,
  updateSlackAppEnded,
} from "../../db/tables/slackApps.ts";
import { countSlackLinks } from "../../db/tables/slackLinks.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { formatMessage, formatStored, type Language, message, serializeMessage } from "../../messages/messages.ts";
import { SLACK_SCOPES, createAppUrl, slackManifest } from "./slackManifest.ts";
import { type SlackFailure, type SlackSuccess, callSlack, isEnded, slackTokenOf } from "./slackApi.ts";
import { type SlackDeps, nowOf } from "./slackDeps.ts";

export async function readSlackSettings(
  { db, link, slackUrl }: SlackDeps,
  companyId: string,
  language: Language,
): Promise<SlackSettings> {
  const app = await findSlackApp(db, companyId);
  const manifest = slackManifest(companyId, link);
  return {
    app: app
      ? {
          team: app.team,
          ended: app.ended_reason && formatStored(app.ended_reason, language),
          linked: await countSlackLinks(db, companyId),
          created_at: app.created_at.toISOString(),
        }
      : null,
    manifest,
    create_url: createAppUrl(slackUrl, manifest),
  };
}

const missingScopes = ({ scopes }: SlackSuccess): string[] =>
  scopes === null ? [] : SLACK_SCOPES.filter((scope) => !scopes.includes(scope));

const subjectOf = (team: string) => ({ kind: "slack_app", name: team });

/**
 * Stores an app once Slack accepts its token. Links and messages stay where it is of the same workspace.
 * @throws Invalid with what Slack says of the token
 */
export async function setSlackApp(
  deps: SlackDeps,
  companyId: string,
  { bot_token: token, signing_secret: signingSecret }: SlackAppBody,
  by: Actor,
): Promise<void> {
  const { db, secrets, slackUrl } = deps;
  const answer = await callSlack(deps, "auth.test", token, {});
  if (!answer.ok) throw new Invalid({ bot_token: [answer.text] });
  const { team_id: teamId, user_id: botUserId, team = "", enterprise_id: enterpriseId = null } = answer;
  if (teamId === undefined || botUserId === undefined) throw new Invalid({ bot_token: [message("slack.no_team")] });
  const missing = missingScopes(answer);
  if (missing.length > 0) {
    throw new Invalid({ bot_token: [message("slack.missing_scope", { scopes: missing.join(", ") })] });
  }
  await db.transaction().execute(async (tx) => {
    await lockCompany(tx, companyId);
    const before = await findSlackApp(tx, companyId);
    const row = {
      team_id: teamId,
      team,
      enterprise_id: enterpriseId,
      bot_user_id: botUserId,
      token_secret_id: await secrets.store(tx, companyId, { token }, slackUrl),
      signing_secret_id: await secrets.store(tx, companyId, { token: signingSecret }),
      ended_at: null,
      ended_reason: null,
      resume_at: null,
    };
    if (before?.team_id === teamId) await updateSlackApp(tx, companyId, row);
    else {
      await deleteSlackApp(tx, companyId);
      await insertSlackApp(tx, { ...row, company_id: companyId });
    }
    if (before) await deleteSecrets(tx, secretsOf(before));
    await updateAppWebhooksResumed(tx, companyId);
    await recordAuditEvent(tx, by, { action: "slack.app_set", subject: subjectOf(team), after: { team_id: teamId } });
  });
}

const secretsOf = ({ token_secret_id: token, signing_secret_id: signing }: SlackAppRow): string[] =>
  [token, signing].filter((id) => id !== null);

/** Deletes the app with its links and messages; the notices stay in Clew. @throws NotFound for none */
export async function removeSlackApp({ db }: SlackDeps, companyId: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockCompany(tx, companyId);
    const app = await requireSlackApp(tx, companyId);
    await deleteSlackApp(tx, companyId);
    await deleteSecrets(tx, secretsOf(app));
    await recordAuditEvent(tx, by, { action: "slack.app_removed", subject: subjectOf(app.team) });
  });
}

/** @throws NotFound for a company without one */
export async function requireSlackApp(db: Db, companyId: string): Promise<SlackAppRow> {
  const app = await findSlackApp(db, companyId);
  if (!app) throw new NotFound(message("slack.no_app"));
  return app;
}

/** Asks Slack about the app, in words. One that Slack does not know any more is noted; one that it knows again, too. @throws NotFound */
export async function testSlackApp(deps: SlackDeps, companyId: string, language: Language): Promise<SlackTest> {
  const app = await requireSlackApp(deps.db, companyId);
  const token = await slackTokenOf(deps, deps.db, app);
  const say = (passed: boolean, text: Parameters<typeof formatMessage>[0]): SlackTest => ({
    passed,
    text: formatMessage(text, language),
  });
  if (token === null) return say(false, message("slack.invalid_auth"));
  const answer = await callSlack(deps, "auth.test", token, {});
  if (!answer.ok) {
    if (isEnded(answer)) await endSlackApp(deps, app, answer);
    return say(false, answer.text);
  }
  const missing = missingScopes(answer);
  if (missing.length > 0) return say(false, message("slack.missing_scope", { scopes: missing.join(", ") }));
  if (answer.team_id !== app.team_id) return say(false, message("slack.other_team", { team: answer.team ?? "?" }));
  if (app.ended_at !== null) await updateSlackApp(deps.db, companyId, { ended_at: null, ended_reason: null });
  if (app.ended_at !== null) await updateAppWebhooksResumed(deps.db, companyId);
  return say(true, message("slack.works", { team: app.team }));
}

/** Nothing is sent by an app that Slack does not know any more. What waits is sent once the app is set up again. */
export async function endSlackApp(deps: SlackDeps, app: SlackAppRow, { text }: SlackFailure): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await updateSlackAppEnded(tx, app, nowOf(deps), serializeMessage(text)))) return;
    const by: Actor = { id: null, name: "Slack", email: "", companyId: app.company_id, address: "" };
    await recordAuditEvent(tx, by, { action: "slack.app_ended", subject: subjectOf(app.team) });
  });
}
