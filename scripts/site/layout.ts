/** The page around a text: header with search, contents, neighbours. Addresses are relative, so the site works below any path and from files. */
import { escapeHtml } from "./renderMarkdown.ts";

export interface LaidOutPage {
  readonly path: string;
  readonly title: string;
}
export interface LaidOutGroup {
  readonly title: string;
  readonly pages: readonly LaidOutPage[];
}
export interface PageContent extends LaidOutPage {
  readonly html: string;
  /** Headings for the list at the right. */
  readonly headings: readonly { readonly anchor: string; readonly title: string }[];
  readonly previous: LaidOutPage | undefined;
  readonly next: LaidOutPage | undefined;
}

/** Fewer headings need no list. */
const MIN_HEADINGS = 3;

/** The address of a file of the site as a page names it. */
export function relativeAddress(from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 1);
  return `${up}${to}`;
}

/** A whole page. */
export function layOut(page: PageContent, groups: readonly LaidOutGroup[], version: string): string {
  const to = (path: string): string => escapeHtml(relativeAddress(page.path, path));
  const toPage = ({ path }: LaidOutPage): string => to(`${path}.html`);
  return `<!doctype html>
<html lang="en" data-root="${to("")}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title === "Clew" ? "Clew: documentation" : `${page.title} · Clew`)}</title>
<link rel="icon" href="${to("assets/favicon.svg")}">
<link rel="stylesheet" href="${to("assets/site.css")}">
<script src="${to("assets/theme.js")}"></script>
<script src="${to("assets/site.js")}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="${to("index.html")}">Clew <span>${escapeHtml(version)}</span></a>
<form class="search" role="search">
<input type="search" aria-label="Search the documentation" placeholder="Search  /" autocomplete="off" spellcheck="false" aria-controls="results">
<div id="results" class="results" role="region" aria-label="Results" hidden></div>
<p class="hidden" role="status"></p>
</form>
<button type="button" class="theme" aria-label="Dark theme" aria-pressed="false">◐</button>
</header>
<div class="page">
<details class="contents" open>
<summary>Contents</summary>
<nav aria-label="Contents">
${groups
  .map(
    ({ title, pages }) => `<h2>${escapeHtml(title)}</h2>
<ul>
${pages
  .map(
    (entry) =>
      `<li><a href="${toPage(entry)}"${entry.path === page.path ? ' aria-current="page"' : ""}>${escapeHtml(entry.title)}</a></li>`,
  )
  .join("\n")}
</ul>`,
  )
  .join("\n")}
</nav>
</details>
<main id="content" tabindex="-1">
${page.html}
<footer>
<p class="neighbours">${page.previous ? `<a rel="prev" href="${toPage(page.previous)}">← ${escapeHtml(page.previous.title)}</a>` : ""} ${page.next ? `<a rel="next" href="${toPage(page.next)}">${escapeHtml(page.next.title)} →</a>` : ""}</p>
</footer>
</main>
${page.headings.length < MIN_HEADINGS ? "" : headingList(page)}
</div>
</body>
</html>
`;
}

const headingList = ({ headings }: PageContent): string => `<nav class="headings" aria-label="On this page">
<h2>On this page</h2>
<ul>
${headings.map(({ anchor, title }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(title)}</a></li>`).join("\n")}
</ul>
</nav>`;
