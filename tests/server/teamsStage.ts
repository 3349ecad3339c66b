/** A company with an app in Microsoft Teams: a project whose tracker takes changes, a host that answers as Microsoft does, and what people do there. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ChatUserCode } from "../../contract/notices/chatUsers.ts";
import { createSecrets } from "../../server/access/keys/secrets.ts";
import { writeOutgoing } from "../../server/events/writeOutgoing.ts";
import { BotFrameworkKeys } from "../../server/features/teams/BotFrameworkKeys.ts";
import { newChannelActivity } from "../../server/features/teams/channelCard.ts";
import { postToTeams } from "../../server/features/teams/postToTeams.ts";
import { teamsClient } from "../../server/features/teams/teamsClient.ts";
import { teamsCloudOf } from "../../server/features/teams/teamsCloud.ts";
import { TeamsTokens } from "../../server/features/teams/TeamsTokens.ts";
import type { Egress } from "../../server/sources/egress/egress.ts";
import { AdaptiveCard } from "../providers/adaptiveCard.ts";
import { APP_ID, CLIENT_SECRET, TENANT, startTeamsHost } from "../providers/teamsHost.ts";
import { KEY, chatActs, deliverToChannels, sendNotices } from "./chatStage.ts";
import { startGithubWriteStage } from "./githubWriteStage.ts";
import type { SignedInUser } from "./http/testServer.ts";
import type { Engine } from "./testDb.ts";

export const ADA = "aaaaaaaa-0000-4000-8000-000000000001";
export const EVE = "eeeeeeee-0000-4000-8000-000000000002";

export async function startTeamsStage(engine: Engine) {
  const teams = await startTeamsHost();
  const stage = await startGithubWriteStage(engine, {
    CLEW_TEAMS_URL: teams.url,
    CLEW_PUBLIC_URL: "https://clew.example",
  });
  const { companyId } = stage.people;
  const { db } = stage.server;
  const acts = chatActs("teams", stage);
  /** The buttons of a card: those of its rows, and its own. */
  const buttonsOf = (card: AdaptiveCard | undefined) => [
    ...(card?.body.flatMap((element) => (element.type === "ActionSet" ? element.actions : [])) ?? []),
    ...(card?.actions ?? []),
  ];
  const call = (user: SignedInUser, method: string, path: string, body?: object) =>
    stage.server.call(method, path, { token: user.token, ...(body && { body }) });
  const setUp = (fields: object = {}) =>
    call(stage.people.admin, "PUT", `companies/${companyId}/teams-app/`, {
      app_id: APP_ID,
      tenant_id: TENANT,
      client_secret: CLIENT_SECRET,
      ...fields,
    });
  /** An activity of a personal conversation, as Teams sends it. */
  const activity = (fields: object = {}, entraId = ADA) => ({
    type: "message",
    id: randomUUID(),
    timestamp: new Date().toISOString(),
    channelId: "msteams",
    serviceUrl: `${teams.url}/emea/`,
    from: { id: `29:${entraId}`, name: entraId === ADA ? "Ada" : "Eve", aadObjectId: entraId },
    recipient: { id: `28:${APP_ID}`, name: "Clew" },
    conversation: { id: `a:${entraId}`, tenantId: TENANT, conversationType: "personal" },
    channelData: { tenant: { id: TENANT } },
    ...fields,
  });
  const post = async (body: object | string, authorization?: string | null, company = companyId) => {
    const bearer = authorization === undefined ? `Bearer ${await teams.token()}` : authorization;
    return fetch(`${stage.server.url}/api/v1/teams/${company}/activities/`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(bearer !== null && { authorization: bearer }) },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  };
  const begin = async (user: SignedInUser): Promise<string> =>
    ((await call(user, "POST", "teams-link/")).body as ChatUserCode).command;
  const linkUp = async (user: SignedInUser, entraId: string): Promise<void> => {
    expect((await post(activity({ text: await begin(user) }, entraId))).status).toBe(200);
    const confirmed = await call(user, "POST", "teams-link/confirm/", { user: entraId });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  };
  const deps = (aheadMs: number, egress: Egress) => ({
    db,
    secrets: createSecrets(Buffer.from(KEY)),
    egress,
    cloud: teamsCloudOf(teams.url),
    tokens: new TeamsTokens(egress),
    keys: new BotFrameworkKeys(egress),
    link: (path: string) => `https://clew.example${path}`,
    now: () => new Date(Date.now() + aheadMs),
  });
  /** The cards among the messages of the host. */
  const cards = (): AdaptiveCard[] =>
    teams.messages.flatMap(({ activity: sent }) => ("attachments" in sent ? [sent.attachments[0].content] : []));
  return {
    ...stage,
    stage,
    teams,
    companyId,
    db,
    call,
    setUp,
    activity,
    post,
    begin,
    linkUp,
    deps,
    cards,
    buttonsOf,
    /** An event of the issue, for the receivers of the project. */
    report: (key: string) =>
      db
        .transaction()
        .execute((tx) =>
          writeOutgoing(tx, { projectId: stage.projectId, companyId: null }, [
            { event: "issue.opened", key, subject: { kind: "issue", id: stage.issueId } },
          ]),
        ),
    /** Another process that sends what waits for receivers of the project, at another time. */
    deliverAt: (aheadMs: number): Promise<void> =>
      deliverToChannels(
        stage,
        (egress) => deps(aheadMs, egress),
        (sending) => ({
          channelContents: { slack_app: () => expect.fail("no Slack app"), teams_app: newChannelActivity },
          post: { slack_app: () => expect.fail("no Slack app"), teams_app: postToTeams.bind(null, sending) },
        }),
      ),
    choose: acts.choose,
    notify: acts.notify,
    sendHeld: acts.sendHeld,
    /** Another process that sends messages about notices, at another time. */
    sendAt: (aheadMs: number): Promise<void> => sendNotices((egress) => deps(aheadMs, egress), teamsClient),
    /** The names of the buttons that act. */
    verbs: (card = cards()[0]): string[] =>
      buttonsOf(card).flatMap((action) => (action.type === "Action.Execute" ? [action.verb] : [])) ?? [],
    words: (card: unknown = cards()[0]): string => JSON.stringify(card),
    /** Presses a button of the first card. @returns what Teams shows: a card, or a text */
    async pressed(verb: string, data: object, fields: object = {}, entraId = ADA): Promise<AdaptiveCard | string> {
      const value = { action: { type: "Action.Execute", verb, data }, trigger: "manual" };
      const body = activity({ type: "invoke", name: "adaptiveCard/action", value, ...fields }, entraId);
      const answer = await post(body);
      expect(answer.status).toBe(200);
      const answered = (await answer.json()) as { statusCode: number; type: string; value: unknown };
      expect(answered.statusCode).toBe(200);
      if (answered.type === "application/vnd.microsoft.card.adaptive") return AdaptiveCard.parse(answered.value);
      expect(answered.type).toBe("application/vnd.microsoft.activity.message");
      return String(answered.value);
    },
    async resetTeams(): Promise<void> {
      await acts.reset();
      teams.messages.length = 0;
      teams.calls.length = 0;
      teams.fault = () => undefined;
      teams.entraError = undefined;
      teams.secret = CLIENT_SECRET;
      teams.channels = {};
    },
    async stopTeams(): Promise<void> {
      await stage.stop();
      await teams.stop();
    },
  };
}
export type TeamsStage = Awaited<ReturnType<typeof startTeamsStage>>;
