/** The commands that people write in comments: `/clew where`, `/clew duplicate of #12`, `/clew wrong [path]`. */

export type ReplyCommand =
  | { readonly do: "where" }
  | { readonly do: "duplicate"; readonly of: string }
  /** Null: the first place of the reply. */
  | { readonly do: "wrong"; readonly path: string | null }
  | { readonly do: "unknown" };

/** Commands of one comment that are looked at. */
const MAX_COMMANDS = 5;
const LINE = /^\/clew[ \t]+(\S.*)$/;
/** Trackers whose text is read as Markdown have these escaped. */
const ESCAPED = /\\([\\`*_{}[\]()#+\-.!~<>|])/g;

/** The commands of a comment, each a line that begins with `/clew`; a line within a quote or a block of code is none. */
export function readCommands(body: string): ReplyCommand[] {
  const commands: ReplyCommand[] = [];
  let isCode = false;
  for (const line of body.split(/\r?\n/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    const words = isCode ? undefined : LINE.exec(line.trimEnd())?.[1];
    if (words !== undefined) commands.push(readCommand(words.replaceAll(ESCAPED, "$1")));
    if (commands.length >= MAX_COMMANDS) break;
  }
  return commands;
}

function readCommand(words: string): ReplyCommand {
  if (/^where$/i.test(words)) return { do: "where" };
  const of = /^duplicate[ \t]+of[ \t]+(#\d{1,19}|[A-Za-z][A-Za-z0-9_]{0,80}-\d{1,19})$/i.exec(words)?.[1];
  if (of !== undefined) return { do: "duplicate", of: of.toUpperCase() };
  const [isWrong, path] = /^wrong(?:[ \t]+(\S.*))?$/i.exec(words) ?? [];
  if (isWrong !== undefined) return { do: "wrong", path: path?.replaceAll(/^`|`$/g, "") ?? null };
  return { do: "unknown" };
}
