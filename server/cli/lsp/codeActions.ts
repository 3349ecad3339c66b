import { type CodeAction, type CodeActionParams, CodeActionTriggerKind } from "vscode-languageserver/node";
import { message } from "../../messages/messages.ts";
import { shown } from "../terminal.ts";
import { ACTION_KIND, EDITOR_COMMANDS } from "./commandNames.ts";
import type { EditorContext } from "./EditorContext.ts";
import { keyAt } from "./hovers.ts";
import type { OpenFile } from "./OpenFiles.ts";

/** Characters of a selection that a question may have. */
const MAX_TEXT_LENGTH = 60_000;

/** What can be asked about a place or a selection. Without a request of the user only a key that the project knows has an action. */
export async function actionsAt(
  { words }: EditorContext,
  file: OpenFile,
  { range, context }: CodeActionParams,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  if (context.only?.some((kind) => kind === "" || kind === ACTION_KIND) === false) return [];
  const { document, knowledge } = file;
  const { uri } = document;
  const action = (title: string, command: string, argument: object): CodeAction => ({
    title,
    kind: ACTION_KIND,
    command: { title, command, arguments: [{ uri, ...argument }] },
  });
  const name = keyAt(document, range.start).key?.name;
  const key = name === undefined ? undefined : (await knowledge.keys([name], signal)).get(name);
  const ofKey =
    key?.kind === "issue"
      ? [
          action(words(message("editor.find_issue", { key: shown(key.key) })), EDITOR_COMMANDS.places, {
            issue: key.key,
          }),
        ]
      : [];
  if (context.triggerKind === CodeActionTriggerKind.Automatic) return ofKey;
  const text = document.getText(range).slice(0, MAX_TEXT_LENGTH);
  return [
    ...ofKey,
    ...(text.trim() === "" ? [] : [action(words(message("editor.find_text")), EDITOR_COMMANDS.places, { text })]),
    action(words(message("editor.show_people")), EDITOR_COMMANDS.people, { range }),
    ...(knowledge.hasIssues ? [action(words(message("editor.link_lines")), EDITOR_COMMANDS.link, { range })] : []),
  ];
}
