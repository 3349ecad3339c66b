/** Messages of chats against the formats that Slack and Microsoft publish, with texts that try to be more than text. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OutgoingEvent } from "../../../../contract/notices/outgoingWebhooks.ts";
import {
  type ActionLink,
  MAX_CHAT_EVENTS,
  slackMessage,
  teamsMessage,
} from "../../../../server/features/outgoingWebhooks/chatMessages.ts";
import { newChannelMessage } from "../../../../server/features/slack/channelMessage.ts";
import { noticeMessage } from "../../../../server/features/slack/noticeMessage.ts";
import type { ReadableNotice } from "../../../../server/db/tables/notices/notices.ts";
import { sendRequest } from "../../../../server/features/outgoingWebhooks/sendRequest.ts";
import { formatMessage } from "../../../../server/messages/messages.ts";
import { createEgress, type Egress } from "../../../../server/sources/egress/egress.ts";
import { type Receiver, startReceiver } from "../outgoingWebhooks/webhookReceiver.ts";

const linkOf: ActionLink = ({ deliveryId }, action) =>
  `https://clew.example/act?link=${deliveryId}-${action}${"x".repeat(260)}`;
const reported = (events: readonly OutgoingEvent[], takesChanges = true) =>
  events.map((event, at) => ({ deliveryId: `delivery-${at}`, event, takesChanges }));

const eventOf = (title: string): OutgoingEvent => ({
  type: "issue.closed",
  timestamp: "2026-11-27T08:00:00.000Z",
  data: {
    project: { slug: "atlas", name: "Atlas <R&D>" },
    url: "https://clew.example/projects/atlas/issues/a%7Cb?x=1&y=2",
    issue: { id: "1", key: "#71", title, state: "closed", author: "Ada", source_url: "https://example.org/71" },
  },
});

interface SlackBlock {
  readonly type: string;
  readonly text: { readonly type: string; readonly text: string; readonly verbatim?: boolean };
}
interface Slack {
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
}
interface Teams {
  readonly type: string;
  readonly attachments: readonly [
    {
      readonly contentType: string;
      readonly content: {
        readonly type: string;
        readonly version: string;
        readonly msteams?: unknown;
        readonly body: readonly {
          readonly type: string;
          readonly inlines: readonly { readonly text: string }[];
          readonly actions?: readonly { readonly type: string; readonly title: string; readonly url: string }[];
        }[];
      };
    },
  ];
}

describe("Slack", () => {
  test("no text of an issue mentions a channel or a person, or becomes another link", () => {
    const hostile = "<!channel> <!here> <@U024BE7LH> @channel <https://evil.example|log in> & `x` *y*";
    const message = slackMessage([eventOf(hostile)], "EN") as Slack;
    const [header, line] = message.blocks;
    expect(header?.text).toMatchObject({ type: "plain_text", text: "Atlas <R&D>" });
    expect(line?.text.verbatim).toBe(true);
    expect(line?.text.text).toBe(
      "<https://clew.example/projects/atlas/issues/a%7Cb?x=1&amp;y=2|Closed: #71 &lt;!channel&gt; &lt;!here&gt; &lt;@U024BE7LH&gt; @channel &lt;https://evil.example|log in&gt; &amp; `x` *y*>",
    );
    // The only signs of markup are those around the one link.
    expect(line?.text.text.slice(1, -1)).not.toMatch(/[<>]/);
    expect(message.text).not.toMatch(/[<>]/);
  });

  test("the longest message keeps to the limits of Block Kit, and cuts no sign in two", () => {
    const events = Array.from({ length: MAX_CHAT_EVENTS }, () => eventOf(`${"👩‍🚀&".repeat(2000)}\nsecond line`));
    const { blocks, text } = slackMessage(events, "TR") as Slack;
    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(Array.from(blocks[0]?.text.text ?? "").length).toBeLessThanOrEqual(150);
    for (const block of blocks) expect(block.text.text.length).toBeLessThanOrEqual(3000);
    expect(JSON.stringify(blocks).isWellFormed()).toBe(true);
    expect(text.length).toBeLessThanOrEqual(4000);
    expect(blocks[1]?.text.text).toContain("Kapatıldı: #71");
  });
});

describe("Microsoft Teams", () => {
  test("is a message with one Adaptive Card whose texts are plain", () => {
    const hostile = "<at>Everyone</at> **bold** [log in](https://evil.example)";
    const { type, attachments } = teamsMessage(reported([eventOf(hostile)]), "EN", linkOf) as Teams;
    expect(type).toBe("message");
    expect(attachments).toHaveLength(1);
    const [{ contentType, content }] = attachments;
    expect(contentType).toBe("application/vnd.microsoft.card.adaptive");
    expect(content).toMatchObject({ type: "AdaptiveCard", version: "1.4" });
    // A mention needs an entity there.
    expect(content.msteams).toBeUndefined();
    // Only the texts of a block of this type are read as plain text.
    expect(content.body.map((block) => block.type)).toEqual(["RichTextBlock", "RichTextBlock", "ActionSet"]);
    expect(content.body[1]?.inlines).toEqual([
      {
        type: "TextRun",
        text: `Closed: #71 ${hostile}`,
        color: "Accent",
        selectAction: { type: "Action.OpenUrl", url: "https://clew.example/projects/atlas/issues/a%7Cb?x=1&y=2" },
      },
    ]);
  });

  test("an open issue has a link for each action, a closed one none for closing, and each issue has them once", () => {
    const open = eventOf("One");
    const issue = open.data.issue && { ...open.data.issue, id: "2", state: "open" as const };
    const events = [eventOf("Closed"), { ...open, data: { ...open.data, issue } }, eventOf("Closed again")];
    const [{ content }] = (teamsMessage(reported(events), "TR", linkOf) as Teams).attachments;
    const sets = content.body.flatMap(({ actions }) => (actions ? [actions] : []));
    expect(sets.map((actions) => actions.map(({ title }) => title))).toEqual([["Bana ata"], ["Bana ata", "Kapat"]]);
    expect(sets[1]?.[1]).toMatchObject({
      type: "Action.OpenUrl",
      url: expect.stringContaining("delivery-1-close") as string,
    });
  });

  test("the longest message has less than 28 KB", () => {
    const events = Array.from({ length: MAX_CHAT_EVENTS }, (_, at) => {
      const { data, ...event } = eventOf("𝕏".repeat(3000));
      return {
        ...event,
        data: { ...data, ...(data.issue && { issue: { ...data.issue, id: String(at), state: "open" as const } }) },
      };
    });
    expect(Buffer.byteLength(JSON.stringify(teamsMessage(reported(events), "EN", linkOf)))).toBeLessThan(28 * 1024);
  });
});

describe("an issue of a tracker that is only read has no button, which would always be refused", () => {
  test("in Microsoft Teams", () => {
    const [{ content }] = (teamsMessage(reported([eventOf("One")], false), "EN", linkOf) as Teams).attachments;
    expect(content.body.map((block) => block.type)).toEqual(["RichTextBlock", "RichTextBlock"]);
  });

  test("in a channel of Slack", () => {
    const posted = { id: "message", isRepeat: false };
    const typesOf = (takesChanges: boolean) =>
      (newChannelMessage(reported([eventOf("One")], takesChanges), posted, "EN").blocks as { type: string }[]).map(
        ({ type }) => type,
      );
    expect(typesOf(true)).toEqual(["section", "section", "actions"]);
    expect(typesOf(false)).toEqual(["section", "section"]);
  });

  test.each([
    ["github" as const, ["open", "read", "assign", "close", "mute"]],
    ["custom" as const, ["open", "read", "mute"]],
  ])("in a message about a notice: %s", (tracker, actions) => {
    const notice = {
      id: "notice",
      user_id: "ada",
      kind: "assigned",
      project_id: "project",
      slug: "atlas",
      project_name: "Atlas",
      subject_kind: "issue",
      subject_id: "issue",
      tracker,
      subject_key: "#71",
      subject_title: "One",
      subject_query: null,
      subject_facets: null,
      count: 1,
      mailed_count: 0,
      channel: "slack",
      data: {},
      at: new Date(),
      read_at: null,
      resolved_at: null,
    } satisfies ReadableNotice;
    const row = { id: "message", is_repeat: false, results: [] };
    const link = (path: string): string => `https://clew.example${path}`;
    const { blocks } = noticeMessage({ notice, row, shared: new Set(), language: "EN", link });
    const elements = (blocks as { elements?: { action_id?: string }[] }[]).at(-1)?.elements ?? [];
    expect(elements.map(({ action_id: id }) => id)).toEqual(actions);
  });
});

describe("answers", () => {
  let receiver: Receiver;
  let egress: Egress;
  beforeAll(async () => {
    receiver = await startReceiver();
    egress = createEgress({ allowed: ["127.0.0.0/8"] });
  });
  afterAll(async () => {
    await egress.close();
    await receiver.stop();
  });
  const send = async (kind: "slack" | "teams" | "webhook", path: string) => {
    const outcome = await sendRequest(egress, { kind, url: receiver.url + path, id: "1", body: "{}", secrets: [] });
    return { ...outcome, error: outcome.error && formatMessage(outcome.error, "EN") };
  };

  test.each([
    ["slack", 400, "invalid_payload", "refused", "(invalid_payload)"],
    ["slack", 403, "action_prohibited", "closed", "does not allow"],
    ["slack", 404, "channel_not_found", "closed", "does not find the channel"],
    ["slack", 404, "no_service", "closed", "does not know this webhook"],
    ["slack", 410, "channel_is_archived", "closed", "is archived"],
    ["slack", 500, "rollup_error", "failed", "status 500"],
    ["teams", 400, "", "refused", "did not accept"],
    ["teams", 404, "", "closed", "does not know this workflow"],
    ["webhook", 404, "", "failed", "status 404"],
    ["webhook", 410, "", "closed", "is gone"],
  ] as const)("%s %d %s is %s, in words", async (kind, status, body, result, words) => {
    receiver.answer(`/${kind}/${status}/${body}`, status, body);
    const outcome = await send(kind, `/${kind}/${status}/${body}`);
    expect(outcome.result).toBe(result);
    expect(outcome.error).toContain(words);
  });

  test("429 postpones as long as it asks for, within an hour", async () => {
    receiver.answer("/busy", (response) => response.writeHead(429, { "retry-after": "30" }).end());
    expect(await send("slack", "/busy")).toMatchObject({ result: "postponed", retryAfterMs: 30_000 });
    receiver.answer("/busy", (response) => response.writeHead(429, { "retry-after": "999999" }).end());
    expect((await send("teams", "/busy")).retryAfterMs).toBe(3_600_000);
  });

  test("a chat is sent no signature", async () => {
    await send("slack", "/unsigned");
    expect(
      Object.keys(receiver.at("/unsigned")[0]?.headers ?? {}).filter((name) => name.startsWith("webhook")),
    ).toEqual([]);
  });
});
