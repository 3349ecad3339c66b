/** Words that a name which is written after an @ may have. */
const MAX_NAME_WORDS = 4;
/** Mentions of one text that are looked at. */
const MAX_MENTIONS = 50;

/** Code, in which an @ mentions no user: fenced blocks and spans. */
const CODE = /(^|\n)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n\2[^\n]*(?=\n|$)|$)|(`+)[^`][\s\S]*?\3/g;
const MENTION = /(?<![\p{L}\p{N}_@./\\-])@([\p{L}\p{N}_](?:[^\n@,;:!?()[\]{}<>"]{0,80}))/gu;
const LOGIN = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/u;

export interface MentionedNames {
  /** In lower case, as hosts compare them. */
  readonly logins: ReadonlySet<string>;
  /** The words after an @, from the first one on, as they are written. */
  readonly names: ReadonlySet<string>;
}

/** What a text calls people after an @, outside of code. Which of them are accounts is not known here. */
export function mentionedNames(text: string): MentionedNames {
  const logins = new Set<string>();
  const names = new Set<string>();
  let count = 0;
  for (const [, rest = ""] of text.replaceAll(CODE, "\n").matchAll(MENTION)) {
    if (++count > MAX_MENTIONS) break;
    const login = LOGIN.exec(rest)?.[0];
    if (login !== undefined) logins.add(login.toLowerCase());
    const words = rest.replaceAll("\\", "").trim().split(/\s+/);
    for (let length = 1; length <= Math.min(words.length, MAX_NAME_WORDS); length++) {
      names.add(
        words
          .slice(0, length)
          .join(" ")
          .replace(/[.'’]+$/u, ""),
      );
    }
  }
  return { logins, names };
}
