/** Texts of a server as Markdown of the editor: they are shown as they are and lead nowhere. */
import * as vscode from "vscode";
import { plain } from "./rows.ts";

/** A text in one line, in which no character has a meaning in Markdown or HTML, and no address becomes a link. */
export const escaped = (text: string): string =>
  plain(text).replaceAll(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);

/** @param url an address of the app; undefined: the text alone */
export const linkTo = (text: string, url: string | undefined): string =>
  url === undefined
    ? escaped(text)
    : `[${escaped(text)}](${url.replaceAll(/[\s()<>[\]'"*\\`]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`)})`;

/** Paragraphs without HTML, icons and commands. @param command the only one that a link of theirs may run */
export function markdownOf(paragraphs: readonly string[], command?: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(paragraphs.filter((one) => one !== "").join("\n\n"));
  markdown.isTrusted = command === undefined ? false : { enabledCommands: [command] };
  markdown.supportHtml = false;
  markdown.supportThemeIcons = false;
  return markdown;
}
