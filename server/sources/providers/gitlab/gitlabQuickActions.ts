/** A block of code that ends: GitLab runs no command in it. One that is left open is no block to it. */
const CODE_BLOCK = /^```[^\n]*\n[\s\S]*?^```[ \t]*$/gm;
const COMMAND = /^\s*(\/[a-z_]+)(?=\s|$)/im;

/**
 * The first line of a text that GitLab would run as a command, such as `/close`, in place of showing it; null for none. Its versions have other
 * commands: each line that may be one counts. https://docs.gitlab.com/user/project/quick_actions/
 */
export const quickActionIn = (text: string): string | null =>
  COMMAND.exec(text.replaceAll("\r\n", "\n").replaceAll(CODE_BLOCK, ""))?.[1] ?? null;
