/** What Slack sends: pressed buttons and typed commands, for the app of one company. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { KILOBYTE } from "../../sizes.ts";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import { type ChatAppRow, findChatApp, insertChatRequest } from "../../db/tables/chats/chatApps.ts";
import { ApiError, NotFound, TooMany } from "../../errors.ts";
import { type Message, message, inEachLanguage } from "../../messages/messages.ts";
import { nowOf } from "../chats/chatDeps.ts";
import { typeChatCode } from "../chats/chatLinking.ts";
import { SLACK_PATHS } from "./slackManifest.ts";
import { type PressDeps, handlePress } from "./press.ts";
import { isSignedBySlack } from "./requestSignature.ts";

/** A pressed message comes back in the request. */
const BODY_LIMIT = 256 * KILOBYTE;
const ANSWER_TIMEOUT_MS = 10 * SECOND_MS;

/** Limit of the presses of one Slack user. */
const PRESS_LIMITS: Limits = {
  name: "slack-presses",
  windowMs: MINUTE_MS,
  perAddress: null,
  perAccount: 60,
  refusal: message("limit.requests"),
};

const Id = z.string().min(1).max(100);
/** Source: docs.slack.dev/reference/interaction-payloads/block_actions-payload. `team` is null for an app of a whole Enterprise Grid. */
const Interaction = z.object({
  type: z.string().max(100),
  team: z.object({ id: Id }).nullish(),
  enterprise: z.object({ id: Id }).nullish(),
  user: z.object({ id: Id, team_id: Id.nullish() }),
  response_url: z.string().max(2000).nullish(),
  container: z.object({ channel_id: Id.nullish(), message_ts: Id.nullish() }).nullish(),
  actions: z
    .array(z.object({ action_id: z.string().max(255), value: z.string().max(2000).nullish() }))
    .max(25)
    .optional(),
});

/** Source: docs.slack.dev/interactivity/implementing-slash-commands. */
const Command = z.object({
  team_id: z.string().max(100).optional(),
  enterprise_id: z.string().max(100).optional(),
  user_id: Id,
  user_name: z.string().max(300).optional(),
  text: z.string().max(1000).default(""),
});

export interface SlackRequestDeps extends Omit<PressDeps, "answer"> {
  /** Work that continues after the answer. */
  readonly inBackground: (work: () => Promise<void>) => void;
}

/** The addresses of the manifest. Slack waits three seconds for an answer: what a button does is done afterwards. */
export async function mountSlackRequests(server: FastifyInstance, deps: SlackRequestDeps): Promise<void> {
  const presses = new RateLimiter(deps.db, PRESS_LIMITS);
  const pressDeps: PressDeps = { ...deps, answer: (url, body) => answerPerson(deps, url, body) };
  await server.register((scope, _options, registered) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.post<{ Params: { companyId: string } }>(
      SLACK_PATHS.interactions,
      { bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        const { app, form } = await requireSigned(deps, request, request.params.companyId);
        const interaction = readJson(Interaction, form.get("payload"));
        requireTeam(app, interaction.team?.id, interaction.enterprise?.id);
        // In a channel that two workspaces share, an id names another user of each (docs.slack.dev/apis/slack-connect).
        if (interaction.user.team_id && app.enterprise_id === null)
          requireTeam(app, interaction.user.team_id, undefined);
        const [first] = interaction.type === "block_actions" ? (interaction.actions ?? []) : [];
        if (first) {
          await presses.take("", `${app.company_id} ${interaction.user.id}`);
          const { channel_id: channel, message_ts: ts } = interaction.container ?? {};
          const pressed = {
            slackUserId: interaction.user.id,
            action: first.action_id,
            value: first.value ?? "",
            responseUrl: interaction.response_url ?? null,
            place: channel && ts ? { channel, ts } : null,
          };
          deps.inBackground(() => handlePress(pressDeps, app, pressed));
        }
        return reply.code(200).send();
      },
    );
    scope.post<{ Params: { companyId: string } }>(
      SLACK_PATHS.commands,
      { bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        const { app, form } = await requireSigned(deps, request, request.params.companyId);
        const parsed = Command.safeParse(Object.fromEntries(form));
        if (!parsed.success) throw new ApiError(400, message("request.invalid"));
        requireTeam(app, parsed.data.team_id, parsed.data.enterprise_id);
        const text = await answerCommand(deps, app, parsed.data);
        // The language of who types is not known here.
        return reply.code(200).send({ response_type: "ephemeral", text: inEachLanguage(text).join("\n") });
      },
    );
    registered();
  });
}

/**
 * The app and the form of a request that Slack has signed within five minutes, and that was not received before.
 * @throws NotFound otherwise, with one answer for an unknown company and for a wrong signature
 */
async function requireSigned(
  deps: SlackRequestDeps,
  { headers, body: payload }: FastifyRequest,
  companyId: string,
): Promise<{ readonly app: ChatAppRow; readonly form: URLSearchParams }> {
  const missing = new NotFound(message("webhook.not_found"));
  const body = Buffer.isBuffer(payload) ? payload : Buffer.alloc(0);
  const app = await findChatApp(deps.db, "slack", companyId);
  if (!app || app.signing_secret_id === null) throw missing;
  const { token: secret } = await deps.secrets.open(deps.db, app.signing_secret_id);
  const { "x-slack-request-timestamp": timestamp = "", "x-slack-signature": signature = "" } = headers;
  if (typeof timestamp !== "string" || typeof signature !== "string") throw missing;
  const now = nowOf(deps);
  if (!isSignedBySlack(secret, { timestamp, signature }, body, now)) throw missing;
  if (!(await insertChatRequest(deps.db, app, signature, now))) throw missing;
  return { app, form: new URLSearchParams(body.toString("utf8")) };
}

/** @throws NotFound for a request of another workspace than that of the app */
function requireTeam(app: ChatAppRow, teamId: string | undefined, enterpriseId: string | undefined): void {
  const isOfGrid = enterpriseId !== undefined && enterpriseId !== "" && enterpriseId === app.enterprise_id;
  if (teamId !== app.team_id && !isOfGrid) throw new NotFound(message("webhook.not_found"));
}

/** @throws ApiError for what is no such JSON */
function readJson<Schema extends z.ZodType>(schema: Schema, text: string | null): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text ?? ""));
  } catch (error) {
    throw new ApiError(400, message("request.invalid"), { cause: error });
  }
}

async function answerCommand(
  deps: SlackRequestDeps,
  app: ChatAppRow,
  { user_id: id, user_name: name, text }: z.output<typeof Command>,
): Promise<Message> {
  const link = deps.link("/settings/notifications");
  const code = /^\s*link\s+(\S.{0,40})$/i.exec(text)?.[1];
  if (code === undefined) return message("slack.command_help", { link });
  try {
    const isTyped = await typeChatCode(deps, app, code, { id, name: name ?? id });
    return message(isTyped ? "slack.code_typed" : "slack.code_wrong", { link });
  } catch (error) {
    if (error instanceof TooMany) return error.text;
    throw error;
  }
}

/** Hosts of the addresses at which Slack takes an answer to a press; for a Slack elsewhere, the operator has named it. */
const isOfSlack = (url: URL, slackUrl: string): boolean =>
  url.origin === "https://hooks.slack.com" || url.origin === "https://hooks.slack-gov.com" || url.origin === slackUrl;

/** Nothing is sent to another host than Slack's. */
async function answerPerson(
  { egress, slackUrl }: SlackRequestDeps,
  responseUrl: string | null,
  body: object,
): Promise<void> {
  if (responseUrl === null || !URL.canParse(responseUrl) || !isOfSlack(new URL(responseUrl), slackUrl)) return;
  await egress.fetch(responseUrl, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "user-agent": "Clew" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
}
