/**
 * A host that answers like Slack's Web API. Its shapes are those of the published reference of each method (docs.slack.dev/reference/methods) and
 * of Block Kit (docs.slack.dev/reference/block-kit): what Slack would refuse is refused with its word.
 */
import { once } from "node:events";
import { type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const PlainText = z.strictObject({
  type: z.literal("plain_text"),
  text: z.string().min(1).max(3000),
  emoji: z.boolean(),
});
const Mrkdwn = z.strictObject({ type: z.literal("mrkdwn"), text: z.string().min(1).max(3000), verbatim: z.boolean() });
const Button = z.strictObject({
  type: z.literal("button"),
  action_id: z.string().max(255),
  text: PlainText.extend({ text: z.string().min(1).max(75) }),
  value: z.string().max(2000),
  url: z.url().max(3000).optional(),
  confirm: z
    .strictObject({
      title: PlainText.extend({ text: z.string().max(100) }),
      text: PlainText.extend({ text: z.string().max(300) }),
      confirm: PlainText.extend({ text: z.string().max(30) }),
      deny: PlainText.extend({ text: z.string().max(30) }),
    })
    .optional(),
});
const Buttons = z
  .array(Button)
  .min(1)
  .max(25)
  .refine((buttons) => new Set(buttons.map(({ action_id: id }) => id)).size === buttons.length);
export const Blocks = z
  .array(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("section"), text: z.union([PlainText, Mrkdwn]) }),
      z.strictObject({
        type: z.literal("context"),
        elements: z
          .array(z.union([PlainText, Mrkdwn]))
          .min(1)
          .max(10),
      }),
      z.strictObject({ type: z.literal("actions"), elements: Buttons }),
    ]),
  )
  .min(1)
  .max(50);

const Post = z.strictObject({
  channel: z.string(),
  text: z.string().min(1),
  blocks: Blocks,
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
});
const List = z.strictObject({
  types: z.literal("public_channel,private_channel"),
  exclude_archived: z.literal("true"),
  limit: z.coerce.number().int().min(1).max(1000),
  cursor: z.string().optional(),
});
const Update = z.strictObject({ channel: z.string(), ts: z.string(), text: z.string().min(1), blocks: Blocks });

/** A channel of the workspace. */
export interface HostChannel {
  readonly id: string;
  readonly name: string;
  readonly is_member: boolean;
  readonly is_private?: boolean;
  readonly is_archived?: boolean;
}

export interface SlackMessage {
  readonly channel: string;
  readonly ts: string;
  text: string;
  blocks: z.output<typeof Blocks>;
}

/** What happens to a call in place of its answer; `lost`: Slack acts, and its answer does not arrive. */
export type SlackFault = "lost" | { readonly error: string } | { readonly retryAfter: number } | undefined;

export const TOKEN = "xoxb-1111111111-abcdefghij";
export const SCOPES = "chat:write,commands,im:write";

export async function startSlackHost() {
  const messages: SlackMessage[] = [];
  const calls: string[] = [];
  /** Answers to presses. */
  const answers: { readonly path: string; readonly body: unknown }[] = [];
  const host = {
    messages,
    calls,
    answers,
    channels: [] as HostChannel[],
    scopes: SCOPES,
    teamId: "T01",
    enterpriseId: null as string | null,
    fault: (_method: string): SlackFault | Promise<SlackFault> => undefined,
    url: "",
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const act = (method: string, body: unknown): object => {
    switch (method) {
      case "auth.test":
        return {
          ok: true,
          url: "https://acme.slack.com/",
          team: "Acme",
          user: "clew",
          team_id: host.teamId,
          user_id: "UBOT",
          bot_id: "B01",
          is_enterprise_install: false,
          ...(host.enterpriseId !== null && { enterprise_id: host.enterpriseId }),
        };
      case "conversations.open": {
        const opened = z.strictObject({ users: z.string().regex(/^U/) }).safeParse(body);
        return opened.success
          ? { ok: true, channel: { id: `D${opened.data.users}` } }
          : { ok: false, error: "invalid_arguments" };
      }
      case "conversations.list": {
        const list = List.safeParse(body);
        if (!list.success) return { ok: false, error: "invalid_arguments" };
        if (!host.scopes.includes("channels:read")) {
          return { ok: false, error: "missing_scope", needed: "channels:read,groups:read", provided: host.scopes };
        }
        // A private channel is listed for its members alone.
        const seen = host.channels.filter((one) => !one.is_archived && (one.is_member || !one.is_private));
        const from = Number(list.data.cursor ?? 0);
        const next = from + list.data.limit < seen.length ? String(from + list.data.limit) : "";
        const channels = seen.slice(from, from + list.data.limit);
        return { ok: true, channels, response_metadata: { next_cursor: next } };
      }
      case "conversations.info": {
        const channel = host.channels.find(({ id }) => id === z.object({ channel: z.string() }).parse(body).channel);
        if (!channel || (channel.is_private && !channel.is_member)) return { ok: false, error: "channel_not_found" };
        return { ok: true, channel };
      }
      case "chat.postMessage": {
        const post = Post.safeParse(body);
        if (!post.success) return { ok: false, error: "invalid_blocks" };
        const { channel, text, blocks } = post.data;
        const known = host.channels.find(({ id }) => id === channel);
        if (!channel.startsWith("D") && !known) return { ok: false, error: "channel_not_found" };
        if (known?.is_archived) return { ok: false, error: "is_archived" };
        if (known && !known.is_member) return { ok: false, error: "not_in_channel" };
        const message = { channel, ts: `1700000000.00${messages.length + 1}`, text, blocks };
        messages.push(message);
        return { ok: true, channel, ts: message.ts, message: { type: "message", text } };
      }
      case "chat.update": {
        const update = Update.safeParse(body);
        if (!update.success) return { ok: false, error: "invalid_blocks" };
        const { channel, ts, text, blocks } = update.data;
        const message = messages.find((one) => one.channel === channel && one.ts === ts);
        if (!message) return { ok: false, error: "message_not_found" };
        Object.assign(message, { text, blocks });
        return { ok: true, channel, ts, text };
      }
      default:
        return { ok: false, error: "unknown_method" };
    }
  };
  const answer = async (response: ServerResponse, path: string, token: string, text: string): Promise<void> => {
    const send = (status: number, body: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    if (!path.startsWith("/api/")) {
      answers.push({ path, body: JSON.parse(text) });
      response.writeHead(200).end("ok");
      return;
    }
    const method = path.slice("/api/".length);
    calls.push(method);
    const fault = await host.fault(method);
    if (fault && typeof fault === "object") {
      if ("error" in fault) send(200, { ok: false, ...fault });
      else send(429, { ok: false, error: "ratelimited" }, { "retry-after": String(fault.retryAfter) });
      return;
    }
    if (token !== `Bearer ${TOKEN}`) return void send(200, { ok: false, error: "invalid_auth" });
    const isForm = method === "conversations.list" || method === "conversations.info";
    const answered = act(method, isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text));
    if (fault === "lost") response.destroy();
    else send(200, answered, { "x-oauth-scopes": host.scopes });
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on(
      "end",
      () =>
        void answer(response, request.url ?? "", request.headers.authorization ?? "", Buffer.concat(chunks).toString()),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}
export type SlackHost = Awaited<ReturnType<typeof startSlackHost>>;
