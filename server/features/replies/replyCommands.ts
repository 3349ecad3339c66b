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
  let fence = "";
  for (const line of body.split(/\r?\n/)) {
    fence = fenceAfter(fence, line);
    const words = fence === "" ? LINE.exec(line.trimEnd())?.[1] : undefined;
    if (words !== undefined) commands.push(readCommand(words.replaceAll(ESCAPED, "$1")));
    if (commands.length >= MAX_COMMANDS) break;
  }
  return commands;
}

/**
 * The fence of the block of code that a line is in, "" for none. A block ends with its own sign, at least as often and alone in its line; what
 * has a backtick behind three backticks is a code span and no fence.
 */
function fenceAfter(fence: string, line: string): string {
  const [, signs = "", rest = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (fence === "") return signs.startsWith("`") && rest.includes("`") ? "" : signs;
  return signs.startsWith(fence) && rest.trim() === "" ? "" : fence;
}

function readCommand(words: string): ReplyCommand {
  if (/^where$/i.test(words)) return { do: "where" };
  const of = /^duplicate[ \t]+of[ \t]+(#\d{1,19}|[A-Za-z][A-Za-z0-9_]{0,80}-\d{1,19})$/i.exec(words)?.[1];
  if (of !== undefined) return { do: "duplicate", of: of.toUpperCase() };
  const [isWrong, path] = /^wrong(?:[ \t]+(\S.*))?$/i.exec(words) ?? [];
  if (isWrong !== undefined) return { do: "wrong", path: path?.replaceAll(/^`|`$/g, "") ?? null };
  return { do: "unknown" };
}
