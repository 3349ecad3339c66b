/** What the Bot Framework sends: messages to the app and pressed buttons, for the app of one company. */
import { withTimeout } from "../../concurrency.ts";
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import { type ChatAppRow, findChatApp, insertChatRequest } from "../../db/tables/chats/chatApps.ts";
import { updateConversation } from "../../db/tables/chats/chatUsers.ts";
import { ApiError, NotFound, TooMany } from "../../errors.ts";
import { message, inEachLanguage } from "../../messages/messages.ts";
import { KILOBYTE } from "../../sizes.ts";
import { nowOf } from "../chats/chatDeps.ts";
import { sendPressed } from "../chats/actOnPress.ts";
import { answerMessage } from "./answerMessage.ts";
import { CARD_TYPE } from "./teamsCard.ts";
import { teamsClient } from "./teamsClient.ts";
import { isServiceUrl } from "./teamsCloud.ts";
import { noteTeam } from "./teamsChannels.ts";
import { ACTIVITIES_PATH } from "./teamsPackage.ts";
import { type PressAnswer, type TeamsPressDeps, pressInTeams } from "./teamsPress.ts";
import { isOfBotFramework } from "./verifyActivity.ts";

/** A pressed card comes back in the activity: Teams allows 28 KB of it. */
const BODY_LIMIT = 256 * KILOBYTE;
/** Teams shows a failure after about ten seconds without an answer. */
const ANSWER_MS = 8 * SECOND_MS;

/** Limit of what one user of Teams sends. */
const ACTIVITY_LIMITS: Limits = {
  name: "teams-activities",
  windowMs: MINUTE_MS,
  perAddress: null,
  perAccount: 60,
  refusal: message("limit.requests"),
};

/** It is a part of the ids of channels, which have no blank. */
const TeamId = z.string().regex(/^\S{1,149}$/);
const Members = z
  .array(z.object({ id: z.string().max(500) }))
  .max(1000)
  .nullish();

/** Source: github.com/microsoft/botframework-sdk/blob/main/specs/botframework-activity. */
const Activity = z.object({
  type: z.string().max(100),
  id: z.string().min(1).max(500).nullish(),
  name: z.string().max(200).nullish(),
  action: z.string().max(100).nullish(),
  channelId: z.literal("msteams"),
  serviceUrl: z.string().max(500),
  from: z.object({
    id: z.string().max(500),
    name: z.string().max(300).nullish(),
    aadObjectId: z.string().min(1).max(100).nullish(),
    tenantId: z.string().max(100).nullish(),
  }),
  conversation: z.object({
    id: z.string().min(1).max(500),
    tenantId: z.string().max(100).nullish(),
    conversationType: z.string().max(100).nullish(),
  }),
  channelData: z
    .object({
      tenant: z.object({ id: z.string().max(100) }).nullish(),
      team: z.object({ id: TeamId, name: z.string().max(300).nullish() }).nullish(),
      eventType: z.string().max(100).nullish(),
    })
    .nullish(),
  membersAdded: Members,
  membersRemoved: Members,
  /** The message whose button was pressed. */
  replyToId: z.string().min(1).max(500).nullish(),
  text: z.string().max(32_000).nullish(),
  value: z.unknown().optional(),
});
export type TeamsActivity = z.output<typeof Activity>;

/** Source: learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/universal-actions-for-adaptive-cards. */
const Executed = z.object({ action: z.object({ verb: z.string().max(100), data: z.unknown().optional() }) });

export interface TeamsActivityDeps extends TeamsPressDeps {
  /** Work that continues after the answer. */
  readonly inBackground: (work: () => Promise<void>) => void;
  /** Milliseconds after which an action is answered before it is done; default: `ANSWER_MS`. */
  readonly answerMs?: number;
}

/** The messaging endpoint of the Azure Bot. */
export async function mountTeamsActivities(server: FastifyInstance, deps: TeamsActivityDeps): Promise<void> {
  const limiter = new RateLimiter(deps.db, ACTIVITY_LIMITS);
  await server.register((scope, _options, registered) => {
    scope.post<{ Params: { companyId: string } }>(
      ACTIVITIES_PATH,
      { bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        const { app, activity } = await requireActivity(deps, request, request.params.companyId);
        const isNew = await insertChatRequest(deps.db, app, requestIdOf(activity), nowOf(deps));
        const entraUserId = activity.from.aadObjectId;
        if (isNew) await noteTeam(deps, app, activity);
        if (!isNew || !entraUserId) return reply.code(200).send({});
        try {
          await limiter.take("", `${app.company_id} ${entraUserId}`);
        } catch (error) {
          // An error would have the Bot Framework send it again.
          if (error instanceof TooMany)
            return reply.code(200).send(invokeAnswer({ text: inEachLanguage(error.text).join("\n\n") }));
          throw error;
        }
        await noteConversation(deps, app, activity, entraUserId);
        if (activity.type === "invoke") {
          if (activity.name !== "adaptiveCard/action") return reply.code(501).send();
          return reply.code(200).send(invokeAnswer(await execute(deps, app, activity, entraUserId)));
        }
        const text = await answerMessage(deps, app, activity, entraUserId);
        if (text !== null) deps.inBackground(text);
        return reply.code(200).send({});
      },
    );
    registered();
  });
}

/**
 * The app and the activity of a request that the Bot Framework has sent to it, from the tenant of the app.
 * @throws NotFound otherwise, with one answer for an unknown company and for an invalid token; Unavailable without keys
 */
async function requireActivity(
  deps: TeamsActivityDeps,
  { headers, body }: FastifyRequest,
  companyId: string,
): Promise<{ readonly app: ChatAppRow; readonly activity: TeamsActivity }> {
  const missing = new NotFound(message("webhook.not_found"));
  const app = await findChatApp(deps.db, "teams", companyId);
  const parsed = Activity.safeParse(body);
  if (!app || !parsed.success || !isServiceUrl(deps.cloud, parsed.data.serviceUrl)) throw missing;
  const { data: activity } = parsed;
  const token = { appId: app.bot_user_id, authorization: headers.authorization ?? "" };
  if (!(await isOfBotFramework(deps, token, activity.serviceUrl))) throw missing;
  const tenants = [activity.channelData?.tenant?.id, activity.conversation.tenantId].filter((id) => id != null);
  // In a channel that tenants share, users may be of another one.
  if (
    tenants.length === 0 ||
    [...tenants, activity.from.tenantId ?? app.team_id].some((id) => id.toLowerCase() !== app.team_id)
  )
    throw missing;
  return { app, activity };
}

/** An activity that comes again has the same conversation and id. One without an id has the same contents. */
const requestIdOf = (activity: TeamsActivity): string =>
  createHash("sha256")
    .update(JSON.stringify([activity.conversation.id, activity.id ?? activity]))
    .digest("hex");

/** The address of a personal conversation may change; the newest one is where messages are sent. */
async function noteConversation(
  { db }: TeamsActivityDeps,
  app: ChatAppRow,
  { conversation, serviceUrl }: TeamsActivity,
  entraUserId: string,
): Promise<void> {
  if (conversation.conversationType !== "personal") return;
  await updateConversation(db, app, entraUserId, { channel: conversation.id, service_url: serviceUrl });
}

/** Does what was pressed, and answers in time: what takes longer changes the message afterwards. */
async function execute(
  deps: TeamsActivityDeps,
  app: ChatAppRow,
  { value, conversation, replyToId }: TeamsActivity,
  entraUserId: string,
): Promise<PressAnswer> {
  const executed = Executed.safeParse(value);
  if (!executed.success) throw new ApiError(400, message("request.invalid"));
  const { verb, data } = executed.data.action;
  const pressed = pressInTeams(deps, app, {
    entraUserId,
    verb,
    data,
    place: { conversation: conversation.id, messageId: replyToId ?? null },
  });
  const answer = await withTimeout(pressed, deps.answerMs ?? ANSWER_MS);
  const messageId = z.object({ message: z.string() }).safeParse(data).data?.message.split(" ", 1)[0];
  deps.inBackground(async () => {
    await pressed;
    if (messageId !== undefined) await sendPressed(deps, teamsClient(deps), messageId);
  });
  return answer ?? { text: inEachLanguage(message("teams.in_progress")).join("\n\n") };
}

/** The answer to an action of a card. */
function invokeAnswer(answer: PressAnswer): object {
  if ("card" in answer) return { statusCode: 200, type: CARD_TYPE, value: answer.card };
  return { statusCode: 200, type: "application/vnd.microsoft.activity.message", value: answer.text };
}
