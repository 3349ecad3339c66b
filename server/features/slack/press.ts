/** A pressed button of Slack: who has pressed it, and how they are answered. */
import { isLimitedToNetworks } from "../../access/accessPolicy.ts";
import { z } from "zod";
import { principalOf } from "../../access/sessions/sessions.ts";
import type { ChatAppRow } from "../../db/tables/chats/chatApps.ts";
import { updateChannelMessageTs } from "../../db/tables/chats/chatMessages.ts";
import { findChatPrincipal } from "../../db/tables/chats/chatUsers.ts";
import { type Message, formatMessage, message, inEachLanguage } from "../../messages/messages.ts";
import { nowOf } from "../chats/chatDeps.ts";
import { CHAT_TEXTS } from "../chats/chatTexts.ts";
import { type ActDeps, actOnPress, findPressed, sendPressed, storeOutcome } from "../chats/actOnPress.ts";
import { CLOSE_AS, closeReasons } from "./messageParts.ts";
import { slackClient } from "./slackClient.ts";
import type { SlackDeps } from "./slackDeps.ts";

export interface PressDeps extends SlackDeps, ActDeps {
  /** Answers the user who pressed, by the address that Slack gave for it. */
  readonly answer: (responseUrl: string | null, body: object) => Promise<void>;
}

export interface Press {
  readonly slackUserId: string;
  readonly action: string;
  readonly value: string;
  readonly responseUrl: string | null;
  /** Where the pressed message is; null where Slack does not name it. */
  readonly place: { readonly channel: string; readonly ts: string } | null;
}

/** The value of a button that closes in one of several ways: that of the first button, and the way. */
const WayValue = z.tuple([z.string().max(300), z.string().min(1).max(500)]);

const ephemeral = (text: string) => ({ response_type: "ephemeral", replace_original: false, text });

/** Does what was pressed, and changes the message. Never throws for what the user may not do. */
export async function handlePress(deps: PressDeps, app: ChatAppRow, buttonPress: Press): Promise<void> {
  const { db } = deps;
  // Slack reports the button with the link too.
  if (buttonPress.action === "open") return;
  const slackPrincipal = await findChatPrincipal(db, app, buttonPress.slackUserId);
  if (!slackPrincipal) {
    // Who has pressed is not known, and neither is their language.
    const text = CHAT_TEXTS.slack.linkFirst(deps.link("/settings/notifications"));
    return deps.answer(buttonPress.responseUrl, ephemeral(inEachLanguage(text).join("\n")));
  }
  const user = principalOf(slackPrincipal, "", nowOf(deps));
  const say = (text: Message) => deps.answer(buttonPress.responseUrl, ephemeral(formatMessage(text, user.language)));
  if (isLimitedToNetworks(slackPrincipal)) return say(message("chat.networks"));
  const way = buttonPress.action.startsWith(CLOSE_AS) ? readWay(buttonPress.value) : null;
  const pressed = await findPressed(deps, app, user, way?.value ?? buttonPress.value);
  if (!pressed) return say(message("chat.not_there"));
  const { row } = pressed;
  if (
    buttonPress.place &&
    row.webhook_id !== null &&
    row.ts === null &&
    buttonPress.place.channel === row.channel &&
    !way
  ) {
    await updateChannelMessageTs(db, row.id, buttonPress.place.ts);
  }
  const action = way ? "close" : buttonPress.action;
  const outcome = await actOnPress(deps, pressed, { action, wayId: way?.id ?? null });
  if (outcome === null) return;
  if ("reply" in outcome) await say(outcome.reply);
  else if ("ways" in outcome)
    return deps.answer(buttonPress.responseUrl, closeReasons(pressed.value, outcome.ways, user.language));
  else await storeOutcome(deps, pressed, outcome);
  await sendPressed(deps, slackClient(deps), row.id);
}

function readWay(value: string): { readonly value: string; readonly id: string } | null {
  try {
    const [of, id] = WayValue.parse(JSON.parse(value));
    return { value: of, id };
  } catch {
    return null;
  }
}
