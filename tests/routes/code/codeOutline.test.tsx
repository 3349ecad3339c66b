import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import type { User } from "../../../contract/access/users.ts";
import { codeContent, codeFolder, codeRefs } from "../../fixtures/code.ts";
import { GUIDE, noStaleReferences, related, staleReferences } from "../../fixtures/documents.ts";
import { unconnected } from "../../fixtures/graph.ts";
import { type Handler, type Handlers, respond } from "../../fixtures/handlers.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/code/CodeTab.tsx");
  await import("../../../src/routes/code/CodeConnectedSection.tsx");
});

const FILE = "/projects/atlas/code/acme/atlas/-/src/issuePages.ts";

const open = (path: string, handlers: Handlers = {}, as?: User, locale?: "tr") =>
  renderApp({
    path,
    ...(as && { as }),
    ...(locale && { locale }),
    handlers: {
      relatedToDocument: respond(related()),
      documentStaleReferences: respond(noStaleReferences()),
      getProject: respond(issueProject()),
      codeContent: respond(codeContent()),
      codeRefs: respond(codeRefs()),
      connected: respond(unconnected),
      ...handlers,
    },
  });

const markdown = (part = {}) =>
  codeContent({ path: "docs/sessions.md", language: "Markdown", text: GUIDE, symbols: [], ...part });

test("a page has the outline of its headings, and the names in it that the code no longer has", async () => {
  const staleOf = vi.fn<Handler<"documentStaleReferences">>(respond(staleReferences()));
  await open("/projects/atlas/code/acme/atlas/-/docs/sessions.md", {
    codeContent: respond(markdown()),
    documentStaleReferences: staleOf,
  });
  const outline = await screen.findByRole("navigation", { name: "Outline" });
  expect(within(outline).getByRole("link", { name: "In code" })).toHaveAttribute("href", "#h-in-code");
  expect(await screen.findByText("2 outdated names")).toBeVisible();
  expect(screen.getByRole("link", { name: "line 41" })).toHaveAttribute(
    "href",
    "/projects/atlas/code/acme/atlas/-/docs/sessions.md?view=source#L41",
  );
  expect(staleOf.mock.calls[0]?.[0].query).toMatchObject({ source: "r-1", path: "docs/sessions.md" });
});

test.each([
  ["an older revision", markdown({ revision: { ...codeContent().revision, is_head: false } }), undefined],
  ["a file of code", codeContent(), undefined],
  [
    "a plan without the document explorer",
    markdown(),
    user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }),
  ],
])("%s is not compared with the code", async (_name, content, as) => {
  const staleOf = vi.fn<Handler<"documentStaleReferences">>(respond(staleReferences()));
  await open(FILE, { codeContent: respond(content), documentStaleReferences: staleOf }, as);
  await screen.findByRole("navigation", { name: "Outline" });
  expect(staleOf).not.toHaveBeenCalled();
});

test("a folder has the people who know it, and what mentions it", async () => {
  const relatedOf = vi.fn<Handler<"relatedToDocument">>(respond(related()));
  await open("/projects/atlas/code/acme/atlas/-/src", {
    codeContent: respond({ ...codeFolder(), path: "src" }),
    relatedToDocument: relatedOf,
  });
  const side = await screen.findByRole("complementary", { name: "Related" });
  expect(await within(side).findByRole("link", { name: "Ada Kaya" })).toBeVisible();
  expect(relatedOf.mock.calls[0]?.[0].query).toMatchObject({ source: "r-1", path: "src" });
});

test("the outline names the kinds of definitions in the reader's language", async () => {
  await open(FILE, {}, undefined, "tr");
  const outline = await screen.findByRole("navigation", { name: "Ana hatlar" });
  expect(within(outline).getByRole("link", { name: /IssuePages/ })).toHaveTextContent("sınıf");
  expect(within(outline).getByRole("link", { name: /next/ })).toHaveTextContent("metot");
});

/** 100 lines, of which jsdom, without a layout, shows 60. */
const LONG = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join("\n");
const HEADINGS = `# Session\n${"\n".repeat(8)}\n## Tokens\n${LONG}`;

test.each([
  ["in a method", "#L9", codeContent({ text: LONG }), "next"],
  ["between the methods of a class", "#L13", codeContent({ text: LONG }), "IssuePages"],
  ["that begin in a method", "#L15-L40", codeContent({ text: LONG }), "stop"],
  ["outside of every definition", "#L30", codeContent({ text: LONG }), null],
  ["below the heading of a page", "?view=source#L20", markdown({ text: HEADINGS }), "Tokens"],
])("selected lines %s are marked in the outline", async (_name, place, content, marked) => {
  await open(`${FILE}${place}`, { codeContent: respond(content) });
  const outline = await screen.findByRole("navigation", { name: "Outline" });
  await screen.findByText(/^Lines .* are selected\.$/);
  const current = () => outline.querySelector("[aria-current] span")?.textContent ?? null;
  await waitFor(() => expect(current()).toBe(marked));
});

test("the outline follows the scroll position once the selected lines are out of view", async () => {
  await open(`${FILE}#L9`, { codeContent: respond(codeContent({ text: LONG })) });
  const outline = await screen.findByRole("navigation", { name: "Outline" });
  await waitFor(() => expect(within(outline).getByRole("link", { current: "location" })).toHaveTextContent("next"));
  const code = screen.getByRole("group", { name: "Code of src/issuePages.ts" });
  code.scrollTop = 15 * 20;
  fireEvent.scroll(code);
  await waitFor(() => expect(within(outline).getByRole("link", { current: "location" })).toHaveTextContent("stop"));
});
