/** A company with a Slack app: a project whose tracker takes changes, a host that answers as Slack does, and what people press there. */
import { createHmac, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ChatUserCode } from "../../contract/notices/chatUsers.ts";
import { createSecrets } from "../../server/access/keys/secrets.ts";
import { writeOutgoing } from "../../server/events/writeOutgoing.ts";
import { newChannelMessage } from "../../server/features/slack/channelMessage.ts";
import { slackClient } from "../../server/features/slack/slackClient.ts";
import { postToChannel } from "../../server/features/slack/postToChannel.ts";
import type { Egress } from "../../server/sources/egress/egress.ts";
import { TOKEN, startSlackHost } from "../providers/slackHost.ts";
import { KEY, chatActs, deliverToChannels, sendNotices } from "./chatStage.ts";
import { startGithubWriteStage } from "./githubWriteStage.ts";
import type { SignedInUser } from "./http/testServer.ts";
import type { Engine } from "./testDb.ts";

export const SECRET = "0123456789abcdef0123456789abcdef";

export async function startSlackStage(engine: Engine, environment: Record<string, string> = {}) {
  const slack = await startSlackHost();
  const stage = await startGithubWriteStage(engine, {
    CLEW_SLACK_URL: slack.url,
    CLEW_PUBLIC_URL: "https://clew.example",
    ...environment,
  });
  const { companyId } = stage.people;
  const { db } = stage.server;
  const acts = chatActs("slack", stage);
  const call = (user: SignedInUser, method: string, path: string, body?: object) =>
    stage.server.call(method, path, { token: user.token, ...(body && { body }) });
  const setUp = async (fields: object = {}) => {
    const body = { bot_token: TOKEN, signing_secret: SECRET, ...fields };
    return call(stage.people.admin, "PUT", `companies/${companyId}/slack/`, body);
  };
  /** Signs as Slack's documentation describes it. */
  const sign = (body: string, { secret = SECRET, at = Date.now() } = {}) => {
    const timestamp = String(Math.floor(at / 1000));
    const digest = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
    return { "x-slack-request-timestamp": timestamp, "x-slack-signature": `v0=${digest}` };
  };
  const post = (kind: "commands" | "interactions", body: string, headers: object = sign(body), company = companyId) =>
    fetch(`${stage.server.url}/api/v1/slack/${company}/${kind}/`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body,
    });
  const command = (text: string, fields: Record<string, string> = {}) =>
    new URLSearchParams({
      team_id: "T01",
      user_id: "UADA",
      user_name: "ada",
      command: "/clew",
      text,
      trigger_id: randomUUID(),
      ...fields,
    }).toString();
  const interaction = (action: string, value: string, fields: object = {}) =>
    new URLSearchParams({
      payload: JSON.stringify({
        type: "block_actions",
        team: { id: "T01", domain: "acme" },
        enterprise: null,
        user: { id: "UADA", username: "ada", team_id: "T01" },
        api_app_id: "A01",
        trigger_id: randomUUID(),
        response_url: `${slack.url}/actions/T01/1`,
        actions: [{ type: "button", action_id: action, block_id: "b", value, action_ts: "1" }],
        ...fields,
      }),
    }).toString();
  const begin = async (user: SignedInUser): Promise<string> =>
    ((await call(user, "POST", "slack-link/")).body as ChatUserCode).command.replace("/clew ", "");
  const linkUp = async (user: SignedInUser, slackUser: string): Promise<void> => {
    const typed = await post("commands", command(await begin(user), { user_id: slackUser, user_name: slackUser }));
    expect(await typed.text()).toContain("confirm in Clew");
    const confirmed = await call(user, "POST", "slack-link/confirm/", { user: slackUser });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  };
  const slackDeps = (aheadMs: number, egress: Egress) => ({
    db,
    secrets: createSecrets(Buffer.from(KEY)),
    egress,
    slackUrl: slack.url,
    link: (path: string) => `https://clew.example${path}`,
    now: () => new Date(Date.now() + aheadMs),
  });
  const buttons = (at = 0) =>
    slack.messages[at]?.blocks.flatMap((block) => (block.type === "actions" ? block.elements : [])) ?? [];
  return {
    ...stage,
    stage,
    slack,
    companyId,
    db,
    call,
    setUp,
    sign,
    post,
    command,
    begin,
    linkUp,
    /** Another process that sends messages about notices, at another time. */
    sendAt: (aheadMs: number): Promise<void> => sendNotices((egress) => slackDeps(aheadMs, egress), slackClient),
    /** Another process that sends what waits for receivers of the project, at another time. */
    deliverAt: (aheadMs: number): Promise<void> =>
      deliverToChannels(
        stage,
        (egress) => slackDeps(aheadMs, egress),
        (deps) => ({
          channelContents: { slack_app: newChannelMessage, teams_app: () => expect.fail("no app of Teams") },
          post: { slack_app: postToChannel.bind(null, deps), teams_app: () => expect.fail("no app of Teams") },
        }),
      ),
    sendHeld: acts.sendHeld,
    chooseSlack: acts.choose,
    notify: acts.notify,
    /** An event of the issue, for the receivers of the project. */
    report: (key: string) =>
      db
        .transaction()
        .execute((tx) =>
          writeOutgoing(tx, { projectId: stage.projectId, companyId: null }, [
            { event: "issue.opened", key, subject: { kind: "issue", id: stage.issueId } },
          ]),
        ),
    buttons,
    words: (at = 0) => JSON.stringify(slack.messages[at]?.blocks),
    async pressed(action: string, value: string, fields: object = {}): Promise<void> {
      const body = interaction(action, value, fields);
      expect((await post("interactions", body)).status).toBe(200);
    },
    async resetSlack(): Promise<void> {
      await acts.reset();
      slack.messages.length = 0;
      slack.answers.length = 0;
      slack.calls.length = 0;
      slack.fault = () => undefined;
      slack.scopes = "chat:write,commands,im:write";
      slack.teamId = "T01";
    },
    async stopSlack(): Promise<void> {
      await stage.stop();
      await slack.stop();
    },
  };
}
export type SlackStage = Awaited<ReturnType<typeof startSlackStage>>;
