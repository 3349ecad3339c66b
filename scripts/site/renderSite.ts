/** All files of the documentation site, as texts and as copies of files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { SearchEntry } from "./findSections.ts";
import { layOut, relativeAddress } from "./layout.ts";
import { type PlannedPage, type PlannedSite, planPages } from "./planPages.ts";
import type { GroupPlan, PagePlan } from "./PagePlan.ts";
import { plainHeading } from "./readDocument.ts";
import { escapeHtml, explainedNames, renderMarkdown, textOfHtml } from "./renderMarkdown.ts";
import { siteMap } from "./siteMap.ts";

export interface Site {
  /** Path below the site → text of the file. */
  readonly texts: ReadonlyMap<string, string>;
  /** Path below the site → path of the file that is copied there. */
  readonly copies: ReadonlyMap<string, string>;
  /** Links within the repository that lead to nothing. */
  readonly broken: readonly string[];
  readonly index: readonly SearchEntry[];
}

/** Long records of measurements: their words would cover what pages for users say. */
const NOT_SEARCHED = new Set(["project/engines", "operate/load", "security/licences"]);
const DECISIONS = "docs/adr";

/** Decisions are pages without an entry in the contents: their list leads to them. */
const decisionPages = (root: string): PagePlan[] =>
  readdirSync(join(root, DECISIONS))
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .map((name) => ({ path: `decisions/${name.replace(".md", "")}`, source: `${DECISIONS}/${name}` }));

/**
 * Renders the site.
 * @param root of the repository
 */
export function renderSite(root: string, groups: readonly GroupPlan[] = siteMap()): Site {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const site = planPages(root, groups, decisionPages(root));
  const listed = site.groups.flatMap(({ pages }) => pages);
  const texts = new Map<string, string>();
  const copies = new Map<string, string>();
  const broken: string[] = [];
  const index: SearchEntry[] = [];
  for (const page of site.pages) {
    const html = page.sections.map((section, at) => {
      const isTitle = at === 0 && (section.anchor === "" || section.title === page.title);
      // Sections below the only one of the page move up with it.
      const isRaised = page.sections[0]?.anchor !== "" && page.sections[0]?.title === page.title;
      const level = isTitle ? 1 : section.level - (isRaised && section.level === 3 ? 1 : 0);
      const heading = isTitle ? page.title : section.title;
      const ofSection = renderMarkdown(`${"#".repeat(level)} ${heading}\n\n${section.text}`, {
        anchors: [section.anchor === "" ? "top" : section.anchor, ...section.innerAnchors],
        resolveLink: (target) => resolveLink(root, site, page, target, broken),
        resolvePicture: (target) => resolvePicture(root, page, target, copies, broken),
      });
      if (!NOT_SEARCHED.has(page.path))
        index.push([
          page.path,
          page.title,
          isTitle ? "" : plainHeading(section.title),
          section.anchor,
          // A decision is found by its title and its first sentences.
          textOfHtml(ofSection.replace(/<h[1-3].*?<\/h[1-3]>/s, "")).slice(
            0,
            page.path.startsWith("decisions/") ? 200 : undefined,
          ),
          explainedNames(ofSection),
        ]);
      return ofSection;
    });
    const needsTitle = page.sections[0]?.anchor !== "" && page.sections[0]?.title !== page.title;
    const at = listed.indexOf(page);
    texts.set(
      `${page.path}.html`,
      layOut(
        {
          path: page.path,
          title: page.title,
          html: `${needsTitle ? `<h1>${escapeHtml(page.title)}</h1>\n` : ""}${html.join("\n")}`,
          headings: page.sections
            .filter(({ anchor, title }) => anchor !== "" && title !== page.title)
            .map(({ anchor, title }) => ({ anchor, title: plainHeading(title) })),
          previous: at > 0 ? listed[at - 1] : undefined,
          next: at === -1 ? undefined : listed[at + 1],
        },
        site.groups,
        version,
      ),
    );
  }
  return { texts, copies, broken, index };
}

function resolveLink(
  root: string,
  { places }: PlannedSite,
  page: PlannedPage,
  target: string,
  broken: string[],
): string | undefined {
  if (/^(?:https?|mailto):/.test(target)) return target;
  const [path = "", anchor] = target.split("#");
  // Generated pages name documents from the root of the repository.
  const folder = page.source.startsWith("site:") ? "" : posix.dirname(page.source);
  const document = path === "" ? page.source : path.startsWith("site:") ? path : posix.join(folder, path);
  const place = places.get(anchor === undefined ? document : `${document}#${anchor}`);
  if (place !== undefined) {
    const [file = "", name] = place.split("#");
    return `${relativeAddress(page.path, `${file}.html`)}${name === undefined ? "" : `#${name}`}`;
  }
  if (places.has(document)) broken.push(`${page.source}: ${target} has no such heading`);
  else if (!existsSync(join(root, document))) broken.push(`${page.source}: ${target} does not exist`);
  // A file of the code: the site has no page of it.
  return undefined;
}

function resolvePicture(
  root: string,
  { path, source }: PlannedPage,
  target: string,
  copies: Map<string, string>,
  broken: string[],
): { light: string; dark: string | undefined } {
  const file = posix.join(posix.dirname(source), target);
  const add = (from: string): string => {
    const to = `pictures/${posix.basename(from)}`;
    copies.set(to, join(root, from));
    return relativeAddress(path, to);
  };
  if (!existsSync(join(root, file))) broken.push(`${source}: the picture ${target} does not exist`);
  const dark = file.replace(".light.", ".dark.");
  return { light: add(file), dark: dark !== file && existsSync(join(root, dark)) ? add(dark) : undefined };
}
