/** A Markdown document as a list of sections with the anchors that other documents link to. */
import { readFileSync } from "node:fs";

/** A heading with the text below it, up to the next heading of level 2 or 3. */
export interface DocumentSection {
  /** The anchor of its heading, as GitHub makes it; empty for the text above the first heading of level 2. */
  readonly anchor: string;
  readonly level: number;
  readonly title: string;
  /** Markdown without the heading. */
  readonly text: string;
  /** Anchors of the headings of level 4 and more within the text. */
  readonly innerAnchors: readonly string[];
}

export interface SiteDocument {
  readonly path: string;
  readonly title: string;
  readonly sections: readonly DocumentSection[];
}

const HEADING = /^(#{1,6}) +(.+?)\s*$/;
const FENCE = /^ *(`{3,}|~{3,})/;

/** The text that a heading shows: without code marks, emphasis and the addresses of links. */
export const plainHeading = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "");

/** GitHub's anchor of a heading, which the links of the repository use. */
export const anchorOf = (heading: string): string =>
  plainHeading(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** Reads a document of the repository. */
export const readDocument = (root: string, path: string): SiteDocument =>
  splitDocument(path, readFileSync(`${root}/${path}`, "utf8"));

/** Splits Markdown at its headings of level 2 and 3. Comments are left out: the page would show them. */
export function splitDocument(path: string, markdown: string): SiteDocument {
  const used = new Map<string, number>();
  const uniqueAnchor = (heading: string): string => {
    const anchor = anchorOf(heading);
    const count = used.get(anchor) ?? 0;
    used.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
  const sections: { anchor: string; level: number; title: string; lines: string[]; innerAnchors: string[] }[] = [
    { anchor: "", level: 1, title: "", lines: [], innerAnchors: [] },
  ];
  let fence: string | undefined;
  for (const line of markdown.replaceAll(/^<!--.*?-->$/gms, "").split("\n")) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark !== undefined) fence = fence === undefined ? mark : line.trim() === fence ? undefined : fence;
    const [, hashes, heading = ""] = fence === undefined ? (HEADING.exec(line) ?? []) : [];
    const last = sections.at(-1);
    if (hashes === undefined) last?.lines.push(line);
    else if (hashes.length === 1) {
      uniqueAnchor(heading);
      if (sections[0]) sections[0].title = plainHeading(heading);
    } else if (hashes.length <= 3)
      sections.push({
        anchor: uniqueAnchor(heading),
        level: hashes.length,
        title: heading,
        lines: [],
        innerAnchors: [],
      });
    else {
      last?.innerAnchors.push(uniqueAnchor(heading));
      last?.lines.push(line);
    }
  }
  return {
    path,
    title: sections[0]?.title ?? "",
    sections: sections.map(({ lines, ...section }) => ({ ...section, text: lines.join("\n").trim() })),
  };
}
