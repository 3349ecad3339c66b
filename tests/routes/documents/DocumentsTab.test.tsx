import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { codeContent } from "../../fixtures/code.ts";
import { documentHost } from "../../fixtures/documentHost.ts";
import { entry, pageComments, wikiPage } from "../../fixtures/documents.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { type Handler, respond } from "../../fixtures/handlers.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/project/ProjectRoute.tsx");
  await import("../../../src/routes/code/CodeTab.tsx");
  await import("../../../src/components/ui/MarkdownBody.tsx");
});

const PAGE = "/projects/atlas/documents?source=w-atlas&path=ENG/Sessions";
const placeAt = (element: Element, top: number) =>
  vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(0, top, 100, 20));

test("the outline of a rendered page marks the heading that one reads under", async () => {
  await renderApp({ handlers: documentHost(), path: PAGE });
  const outline = await screen.findByRole("navigation", { name: "Outline" });
  const long = await screen.findByRole("heading", { name: "How long it lasts" });
  const code = screen.getByRole("heading", { name: "In code" });
  expect(within(outline).queryByRole("link", { current: "location" })).toBeNull();

  const rects = [placeAt(screen.getByRole("heading", { name: "Sessions", level: 3 }), -400), placeAt(long, 40)];
  const last = placeAt(code, 600);
  fireEvent.scroll(window);
  await waitFor(() =>
    expect(within(outline).getByRole("link", { current: "location" })).toHaveTextContent("How long it lasts"),
  );
  last.mockReturnValue(new DOMRect(0, 20, 100, 20));
  fireEvent.scroll(window);
  await waitFor(() => expect(within(outline).getByRole("link", { current: "location" })).toHaveTextContent("In code"));
  for (const rect of [...rects, last]) rect.mockReturnValue(new DOMRect(0, 900, 100, 20));
  fireEvent.scroll(window);
  await waitFor(() => expect(within(outline).queryByRole("link", { current: "location" })).toBeNull());
});

test("a file of a repository opens on the code page, at its revision, view and lines, on each plan", async () => {
  const codeFile = vi.fn<Handler<"codeContent">>(respond(codeContent({ path: "docs/guide.md", text: "# Guide" })));
  const { router } = await renderApp({
    handlers: documentHost({ codeContent: codeFile }),
    path: "/projects/atlas?tab=documents&source=r-atlas&path=docs/guide.md&revision=07aa19c3&view=source#L1",
    as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }),
  });
  expect(await screen.findByRole("group", { name: "Code of docs/guide.md" })).toBeVisible();
  expect(codeFile.mock.calls[0]?.[0].query).toMatchObject({
    repository: "r-atlas",
    path: "docs/guide.md",
    revision: "07aa19c3",
  });
  expect(router.state.location).toMatchObject({
    pathname: "/projects/atlas/code/acme/atlas/-/docs/guide.md",
    search: "?rev=07aa19c3&view=source",
    hash: "#L1",
  });
});

test("the documents start with the pages of the wiki, the outdated ones first, and the repositories", async () => {
  const page = (path: string, stale: number, files: number | null = null) =>
    entry(path, { name: path, source: "w-atlas", kind: "page", size: null, files, stale_references: stale });
  const { listDocuments } = documentHost();
  await renderApp({
    handlers: documentHost({
      listDocuments: (request) => {
        const { source, path } = request.query;
        if (source !== "w-atlas" || !listDocuments) return (listDocuments as Handler<"listDocuments">)(request);
        return respond(path ? [page("Fresh", 0), page("Outdated", 3)] : [page("Handbook", 0, 2)])();
      },
    }),
    path: "/projects/atlas/documents",
  });
  const list = await screen.findByRole("list", { name: "Team wiki" });
  expect(
    within(list)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["Outdated", "Handbook", "Fresh"]);
  expect(within(list).getByText("3 outdated names")).toBeVisible();
  expect(screen.getByRole("list", { name: "Files of the repositories" })).toBeVisible();
});

test("the comments on a page are below its text, with their authors' pages", async () => {
  await renderApp({
    handlers: documentHost({
      getDocument: ({ query }) =>
        respond(wikiPage({ path: String(query["path"]), comments: pageComments(), comments_total: 2 }))(),
    }),
    path: PAGE,
  });
  const comments = await screen.findByRole("region", { name: "2 comments" });
  expect(within(comments).getByRole("link", { name: "Grace Demir" })).toHaveAttribute(
    "href",
    "/projects/atlas/people/grace-demir-account9",
  );
  expect(within(comments).getAllByRole("listitem")).toHaveLength(2);
});

test("a page without comments has no list of them, and a whiteboard opens at its host", async () => {
  await renderApp({
    handlers: documentHost({
      getDocument: ({ query }) =>
        respond(wikiPage({ path: String(query["path"]), page_kind: "whiteboard", title: "Sketch", text: "" }))(),
    }),
    path: PAGE,
  });
  expect(await screen.findByRole("heading", { name: "This is a whiteboard" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Open at the host" })).toHaveAttribute("href", wikiPage().url);
  expect(screen.queryByRole("region", { name: /comment/ })).toBeNull();
});
