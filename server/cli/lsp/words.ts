import { formatMessage, type Language, type Message, message } from "../../messages/messages.ts";
import { shown } from "../terminal.ts";

/** The sentences of the language server in the editor's language. */
export interface Words {
  (serverMessage: Message): string;
  /** The state of an issue or a request; one that is unknown here as it is. */
  readonly state: (state: string) => string;
  /** A time of a commit as a day; empty for one that is none. */
  readonly day: (at: string) => string;
}

/** The language of an editor's locale, such as `tr`, `pt-br` or `tr_TR.UTF-8`; English if Clew does not have it. */
export const languageOfLocale = (locale: string | undefined): Language =>
  /^tr(?![a-z])/i.test(locale ?? "") ? "TR" : "EN";

export function createWords(language: Language): Words {
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const words = (text: Message): string => formatMessage(text, language);
  return Object.assign(words, {
    state: (state: string): string => {
      switch (state) {
        case "open":
          return words(message("editor.state_open"));
        case "closed":
          return words(message("editor.state_closed"));
        case "merged":
          return words(message("editor.state_merged"));
        default:
          return shown(state);
      }
    },
    day: (at: string): string => {
      const time = Date.parse(at);
      return Number.isNaN(time) ? "" : days.format(time);
    },
  });
}
