import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { WikiData, WikiStory } from "../hosts/wikiHostData.ts";
import { readStoryFile, storyList, storyTime } from "./storyFile.ts";

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
