/** The template of a reply: sections that a blank line separates, with placeholders in braces. */
import {
  MAX_REPLY_TEMPLATE,
  REPLY_LISTS,
  REPLY_PLACEHOLDERS,
  type ReplyList,
  type ReplyPlaceholder,
} from "../../../contract/issues/replyKinds.ts";
import { type Message, message } from "../../messages/messages.ts";

export interface TemplateLine {
  /** The list that is in this line; null: a text. */
  readonly list: ReplyList | null;
  readonly text: string;
}
export type TemplateSection = readonly TemplateLine[];

const PLACEHOLDER = /\{(\w+)\}/g;
const isPlaceholder = (name: string): name is ReplyPlaceholder =>
  (REPLY_PLACEHOLDERS as readonly string[]).includes(name);
const isList = (name: string): name is ReplyList => (REPLY_LISTS as readonly string[]).includes(name);

/** Why a template cannot be used; null where it can. */
export function templateFault(template: string): Message | null {
  if (template.trim() === "") return message("field.required");
  if (template.length > MAX_REPLY_TEMPLATE) return message("reply.template_long", { max: MAX_REPLY_TEMPLATE });
  // Hosts hide comments of HTML, and the mark of a reply is one.
  if (template.includes("<!--")) return message("reply.template_hidden");
  for (const line of template.split(/\r?\n/)) {
    // Hosts and Clew run such a line as a command.
    if (/^\s*\//.test(line)) return message("reply.template_command", { line: line.trim().slice(0, 60) });
    for (const [placeholder, name = ""] of line.matchAll(PLACEHOLDER)) {
      if (!isPlaceholder(name)) return message("reply.template_unknown", { name: placeholder.slice(0, 60) });
      if (isList(name) && line.trim() !== placeholder) return message("reply.template_line", { name: placeholder });
    }
  }
  return null;
}

/** The sections of a template without a fault. */
export const sectionsOf = (template: string): TemplateSection[] =>
  template
    .replaceAll("\r\n", "\n")
    .split(/\n[^\S\n]*\n/)
    .map((section) =>
      section
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => {
          const name = /^\s*\{(\w+)\}\s*$/.exec(line)?.[1] ?? "";
          return { list: isList(name) ? name : null, text: line };
        }),
    )
    .filter((lines) => lines.length > 0);
