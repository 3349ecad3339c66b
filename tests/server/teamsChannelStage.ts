/** What the tests of a channel in Microsoft Teams share: a team that has the app, and what people press there. */
import { expect } from "vitest";
import type { ChatChannels } from "../../contract/notices/chatActions.ts";
import type {
  Delivery,
  DeliveryPage,
  NewOutgoingWebhook,
  OutgoingWebhook,
} from "../../contract/notices/outgoingWebhooks.ts";
import type { AdaptiveCard } from "../providers/adaptiveCard.ts";
import { APP_ID, TENANT } from "../providers/teamsHost.ts";
import { MINUTE } from "./chatStage.ts";
import { ADA, type TeamsStage } from "./teamsStage.ts";

export const TEAM = "19:team@thread.tacv2";
export const TRACKER = "19:tracker@thread.tacv2";
export const CHANNEL = `${TEAM} ${TRACKER}`;
/** A team that the app was not added to for the company. */
export const FOREIGN = "19:foreign@thread.tacv2";

export function teamsChannelActs(stage: TeamsStage) {
  const { teams } = stage;
  /** An activity of the team, as Teams sends it. */
  const ofTeam = (fields: object, channelData: object = {}) =>
    stage.activity({
      conversation: { id: TEAM, tenantId: TENANT, conversationType: "channel", isGroup: true },
      channelData: { tenant: { id: TENANT }, team: { id: TEAM, name: "Maps" }, ...channelData },
      ...fields,
    });
  const bot = [{ id: `28:${APP_ID}` }];
  const added = (fields: object = {}) =>
    stage.post(ofTeam({ type: "conversationUpdate", membersAdded: bot, ...fields }));
  const removed = () => stage.post(ofTeam({ type: "conversationUpdate", membersRemoved: bot }));
  const channels = async (user = stage.people.admin) =>
    (await stage.call(user, "GET", `companies/${stage.companyId}/teams-app/channels/`)).body as ChatChannels;
  const names = async () => (await channels()).channels.map(({ name }) => name);
  const choose = (fields: object = {}, user = stage.people.admin) =>
    stage.call(user, "POST", "projects/maze/outgoing-webhooks/", {
      kind: "teams_app",
      label: "Team channel",
      channel: CHANNEL,
      events: ["issue.opened"],
      language: "EN",
      ...fields,
    });
  const chosen = async (): Promise<string> => {
    await added();
    const made = await choose();
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return (made.body as NewOutgoingWebhook).webhook.id;
  };
  const webhook = async (): Promise<OutgoingWebhook | undefined> =>
    ((await stage.call(stage.people.admin, "GET", "outgoing-webhooks/?project=maze")).body as OutgoingWebhook[])[0];
  const log = async (id: string): Promise<readonly Delivery[]> =>
    ((await stage.call(stage.people.admin, "GET", `outgoing-webhooks/${id}/deliveries/`)).body as DeliveryPage).results;
  const dataOf = (card: AdaptiveCard | undefined): { message: string } => {
    const action = stage.buttonsOf(card).find(({ type }) => type === "Action.Execute");
    return action?.type === "Action.Execute" ? (action.data as { message: string }) : { message: "" };
  };
  const turnOn = () =>
    webhook().then((found) =>
      stage.call(stage.people.admin, "PUT", `outgoing-webhooks/${found?.id}/`, {
        label: "Team channel",
        events: ["issue.opened"],
        language: "EN",
        is_enabled: true,
      }),
    );
  /** The messages in the channel; answers in personal conversations are not among them. */
  const inChannel = () => teams.messages.filter(({ conversation }) => conversation.startsWith(TRACKER));
  /** A message about the issue in the channel. @returns the data of its buttons */
  const posted = async (): Promise<{ message: string }> => {
    await chosen();
    await stage.report("k1");
    await stage.deliverAt(2 * MINUTE);
    expect(inChannel()).toHaveLength(1);
    return dataOf(stage.cards()[0]);
  };
  /** Presses in the conversation of the message. */
  const pressed = (verb: string, data: object, entraId = ADA, fields: object = {}) => {
    const [message] = inChannel();
    const conversation = { id: message?.conversation, tenantId: TENANT, conversationType: "channel" };
    return stage.pressed(verb, data, { conversation, replyToId: message?.id, ...fields }, entraId);
  };
  const cardOf = (answer: AdaptiveCard | string): AdaptiveCard => {
    expect(answer).toBeTypeOf("object");
    return answer as AdaptiveCard;
  };
  const writes = () => stage.db.selectFrom("issue_writes").select("id").execute();

  /** The state before a test: the app is set up, and in no team that Clew knows. */
  const reset = async (): Promise<void> => {
    await stage.resetTeams();
    teams.channels = {
      [TEAM]: [
        { id: TRACKER, name: "tracker" },
        { id: TEAM, name: null },
      ],
      [FOREIGN]: [{ id: FOREIGN, name: null }],
    };
    await stage.setUp();
  };
  return {
    reset,
    ofTeam,
    bot,
    added,
    removed,
    channels,
    names,
    choose,
    chosen,
    webhook,
    log,
    dataOf,
    turnOn,
    inChannel,
    posted,
    pressed,
    cardOf,
    writes,
  };
}
export type TeamsChannelActs = ReturnType<typeof teamsChannelActs>;
