/** What the pages of the documentation do in a browser: search, theme, contents. Without it they can be read all the same. */
import { findSections, type SearchEntry } from "../findSections.ts";

declare global {
  interface Window {
    /** Set by a script and not by a request, so that the search also works on pages opened as files. */
    clewSearch?: readonly SearchEntry[];
  }
}

const LIMIT = 12;
const root = document.documentElement.dataset["root"] ?? "";
const form = document.querySelector("form.search");
const input = form?.querySelector("input");
const panel = form?.querySelector<HTMLElement>(".results");
const status = form?.querySelector<HTMLElement>("[role=status]");

let loading: Promise<void> | undefined;
const loadIndex = (): Promise<void> =>
  (loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = `${root}assets/search.js`;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      loading = undefined;
      if (status) status.textContent = "The search could not be loaded. Try again.";
      resolve();
    });
    document.head.append(script);
  }));

function resultRow({
  page,
  title,
  heading,
  path,
  anchor,
  excerpt,
}: ReturnType<typeof findSections>[number]): HTMLElement {
  const row = document.createElement("li");
  const link = document.createElement("a");
  link.href = `${root}${path}.html${anchor === "" ? "" : `#${anchor}`}`;
  const name = document.createElement("strong");
  name.textContent = heading === "" ? title : `${page}: ${heading}`;
  const text = document.createElement("span");
  for (const { text: part, isMatch } of excerpt) {
    const element = isMatch ? document.createElement("mark") : document.createTextNode(part);
    if (isMatch) element.textContent = part;
    text.append(element);
  }
  link.append(name, text);
  row.append(link);
  return row;
}

async function showResults(): Promise<void> {
  if (!input || !panel || !status) return;
  const query = input.value;
  if (query.trim() === "") {
    panel.hidden = true;
    status.textContent = "";
    return;
  }
  await loadIndex();
  if (query !== input.value || !window.clewSearch) return;
  const sections = findSections(window.clewSearch, query, LIMIT);
  const list = document.createElement("ol");
  list.append(...sections.map(resultRow));
  const none = document.createElement("p");
  none.textContent = `Nothing has all of these words: ${query}`;
  panel.replaceChildren(sections.length === 0 ? none : list);
  panel.hidden = false;
  status.textContent = sections.length === 1 ? "1 result" : `${sections.length} results`;
}

input?.addEventListener("input", () => void showResults());
input?.addEventListener("focus", () => void loadIndex());
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  panel?.querySelector("a")?.click();
});
form?.addEventListener("keydown", (event) => {
  if (!(event instanceof KeyboardEvent) || !input || !panel) return;
  if (event.key === "Escape") {
    panel.hidden = true;
    input.focus();
    return;
  }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops: HTMLElement[] = [input, ...panel.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input?.focus();
});
document.addEventListener("click", (event) => {
  if (panel && event.target instanceof Node && !form?.contains(event.target)) panel.hidden = true;
});

const button = document.querySelector<HTMLElement>("button.theme");
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = (): boolean => {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === undefined ? systemIsDark.matches : chosen === "dark";
};
const showTheme = (): void => button?.setAttribute("aria-pressed", String(isDark()));
button?.addEventListener("click", () => {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem("clew-docs-theme", theme);
  } catch {
    // Storage is refused: the choice holds for this page.
  }
  showTheme();
});
systemIsDark.addEventListener("change", showTheme);
showTheme();

const contents = document.querySelector<HTMLDetailsElement>("details.contents");
const isWide = matchMedia("(min-width: 900px)");
const showContents = (): void => {
  if (contents) contents.open = isWide.matches;
};
isWide.addEventListener("change", showContents);
showContents();
contents?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
