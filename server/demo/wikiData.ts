import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readStoryFile, storyList, storyTime } from "./storyFile.ts";

/** What a wiki of one space knows. Plain and mutable: a test changes it between two requests, as people would. All times are ISO 8601 in UTC. */
export interface WikiData {
  readonly space: { readonly id: string; readonly key: string; readonly name: string };
  readonly people: readonly WikiWriter[];
  readonly pages: readonly WikiStory[];
  /** Files of blog posts: they are in the same list as those of pages. */
  readonly blogFiles?: readonly string[];
}

export interface WikiWriter {
  readonly accountId: string;
  readonly name: string;
  readonly email?: string | null;
}

export interface WikiStory {
  readonly id: number;
  readonly title: string;
  /** Id of the page above it. */
  readonly parent: number | null;
  /** Who wrote each version, oldest first. */
  readonly versions: readonly { readonly author: string; readonly at: string }[];
  readonly labels: readonly string[];
  readonly files: readonly string[];
  /** Accounts that alone may read it and what is below it; left out or empty: all accounts. */
  readonly readers?: readonly string[];
  readonly isArchived?: boolean;
  /** In Confluence's storage format. */
  readonly body: string;
}

/**
 * Reads one page: a head with `title`, `written: login 12 09:30, …` (one for each version), `parent` (a number) and `labels`, then its
 * text in storage format.
 * @param start day 0 of its times, in milliseconds since 1970
 */
function readWikiStory(id: number, content: string, start: number): WikiStory {
  const { field, find, text } = readStoryFile(`Page ${id}`, content);
  const parent = find("parent");
  return {
    id,
    title: field("title"),
    parent: parent === undefined ? null : Number(parent),
    versions: storyList(field("written")).map((version) => {
      const space = version.indexOf(" ");
      return { author: version.slice(0, space), at: storyTime(version.slice(space + 1), start) };
    }),
    labels: storyList(find("labels")),
    files: [],
    body: text.trim(),
  };
}

/** The pages in a folder of such files, by number. */
export function readWiki(
  folder: string,
  { space, people, start }: Pick<WikiData, "space" | "people"> & { readonly start: number },
): WikiData {
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith(".xml"))
    .toSorted()
    .map((name) => readWikiStory(Number.parseInt(name, 10), readFileSync(join(folder, name), "utf8"), start));
  return { space, people, pages };
}
