/** Answers messages that users send to the app: whether a code was typed, and otherwise how a user is linked. */
import type { ChatAppRow } from "../../db/tables/chats/chatApps.ts";
import { TooMany } from "../../errors.ts";
import { type Message, message, inEachLanguage } from "../../messages/messages.ts";
import { chatSecretOf } from "../chats/chatApps.ts";
import { typeChatCode } from "../chats/chatLinking.ts";
import { sendActivity } from "./sendActivity.ts";
import type { TeamsActivity } from "./teamsActivities.ts";
import { registrationOf } from "./teamsClient.ts";
import type { TeamsDeps } from "./teamsDeps.ts";

/** `link CODE`; a mention of the app may be before it. */
const CODE = /(?:^|\s)link\s+(\S{1,40})\s*$/i;

/** @returns what sends the answer; null where none is due */
export async function answerMessage(
  deps: TeamsDeps,
  app: ChatAppRow,
  activity: TeamsActivity,
  entraUserId: string,
): Promise<(() => Promise<void>) | null> {
  const text = await answerTo(deps, app, activity, entraUserId);
  if (text === null) return null;
  const { serviceUrl, conversation } = activity;
  return async () => {
    const secret = await chatSecretOf(deps, deps.db, app);
    if (secret === null) return;
    const answer = { type: "message", textFormat: "plain", text: inEachLanguage(text).join("\n\n") };
    // An answer that does not arrive is no loss: Clew shows what was typed.
    await sendActivity(deps, registrationOf(app, secret), { serviceUrl, id: conversation.id }, answer);
  };
}

async function answerTo(
  deps: TeamsDeps,
  app: ChatAppRow,
  { type, action, text, from, conversation, serviceUrl }: TeamsActivity,
  entraUserId: string,
): Promise<Message | null> {
  const link = deps.link("/settings/notifications");
  const isPersonal = conversation.conversationType === "personal";
  if (type === "installationUpdate") return isPersonal && action === "add" ? message("teams.help", { link }) : null;
  if (type !== "message") return null;
  if (!isPersonal) return message("teams.personal_only");
  const code = CODE.exec(text ?? "")?.[1];
  if (code === undefined) return message("teams.help", { link });
  const person = { id: entraUserId, name: from.name ?? entraUserId, channel: conversation.id, serviceUrl };
  try {
    const isTyped = await typeChatCode(deps, app, code, person);
    return message(isTyped ? "teams.code_typed" : "teams.code_wrong", { link });
  } catch (error) {
    if (error instanceof TooMany) return error.text;
    throw error;
  }
}
