import { REPLY_LISTS } from "../../../contract/issues/replyKinds.ts";
import { type Language, formatMessage, message } from "../../messages/messages.ts";

const COMMANDS = {
  where: "`/clew where`",
  wrong: "`/clew wrong PATH`",
  duplicate: "`/clew duplicate of #12`",
} as const;

/** The template that a team begins with, in the language of the member who turns replies on. */
export function defaultTemplate(language: Language): string {
  const sections = REPLY_LISTS.map((list) => {
    const heading = formatMessage(message(`reply.heading_${list}`), language);
    return `**${heading}**${list === "places" ? " {issue}" : ""}\n{${list}}`;
  });
  return [...sections, formatMessage(message("reply.footer", COMMANDS), language)].join("\n\n");
}
