import { MINUTE_MS, DAY_MS } from "../../../contract/durations.ts";

/** A file of the demo: a header of `name: value` lines between two `---` lines, and a text. */
export interface StoryFile {
  /** Value of the head. @throws Error naming the file when it has none */
  readonly field: (name: string) => string;
  /** The same, undefined where there is none. */
  readonly find: (name: string) => string | undefined;
  readonly text: string;
}

/** @param name what the file is called in an error, such as `Issue 12` */
export function readStoryFile(name: string, content: string): StoryFile {
  const [, head, text] = /^---\n(.*?)\n---\n(.*)$/s.exec(content) ?? [];
  if (head === undefined || text === undefined) throw new Error(`${name} has no head.`);
  const fields = new Map(
    head.split("\n").map((line): [string, string] => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  return {
    field(key) {
      const value = fields.get(key);
      if (!value) throw new Error(`${name} has no ${key}.`);
      return value;
    },
    find: (key) => fields.get(key),
    text,
  };
}

/** `12 09:30` → the twelfth day after the start (milliseconds since 1970), as hosts write times. */
export function storyTime(text: string, start: number): string {
  const match = /^(\d+) (\d\d):(\d\d)$/.exec(text);
  if (!match) throw new Error(`Not a day and a time: "${text}"`);
  const [, day, hours, minutes] = match.map(Number);
  const at = start + (day ?? 0) * DAY_MS + ((hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE_MS;
  return new Date(at).toISOString().replace(".000Z", "Z");
}

/** Values between commas. */
export const storyList = (text: string | undefined): string[] => text?.split(",").map((word) => word.trim()) ?? [];
