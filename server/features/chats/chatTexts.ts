/** Texts that name a chat, or what it has in place of what another one has. */
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import { type Message, message } from "../../messages/messages.ts";

interface ChatTexts {
  /** As the audit log names it. */
  readonly name: string;
  readonly noApp: Message;
  readonly noAttempt: Message;
  readonly notLinked: Message;
  readonly otherPerson: Message;
  readonly linkedToOther: Message;
  readonly linkFirst: (link: string) => Message;
  readonly repeated: Message;
  readonly noAppForChannel: Message;
  readonly throttled: Message;
}

export const CHAT_TEXTS: Readonly<Record<Chat, ChatTexts>> = {
  slack: {
    name: "Slack",
    noApp: message("slack.no_app"),
    noAttempt: message("slack.no_attempt"),
    notLinked: message("slack.not_linked"),
    otherPerson: message("slack.other_person"),
    linkedToOther: message("slack.linked_to_other"),
    linkFirst: (link) => message("slack.link_first", { link }),
    repeated: message("slack.repeated"),
    noAppForChannel: message("slack.no_app_for_channel"),
    throttled: message("slack.ratelimited"),
  },
  teams: {
    name: "Microsoft Teams",
    noApp: message("teams.no_app"),
    noAttempt: message("teams.no_attempt"),
    notLinked: message("teams.not_linked"),
    otherPerson: message("teams.other_person"),
    linkedToOther: message("teams.linked_to_other"),
    linkFirst: (link) => message("teams.link_first", { link }),
    repeated: message("teams.repeated"),
    noAppForChannel: message("teams.no_app_for_channel"),
    throttled: message("teams.throttled"),
  },
};
