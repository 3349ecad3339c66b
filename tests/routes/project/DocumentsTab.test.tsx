import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { documentHost } from "../../fixtures/documentHost.ts";
import { content } from "../../fixtures/documents.ts";
import { pending, respond } from "../../fixtures/handlers.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/project/ProjectRoute.tsx");
  await import("../../../src/components/ui/MarkdownBody.tsx");
});

const open = (path: string, locale?: "tr") =>
  renderApp({ handlers: documentHost(), path: `/projects/atlas/documents?source=r-atlas&path=${path}`, locale });
const placeAt = (element: Element, top: number) =>
  vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(0, top, 100, 20));

test("the outline of a rendered page marks the heading that one reads under", async () => {
  await open("docs/sessions.md");
  const outline = await screen.findByRole("navigation", { name: "Outline" });
  const long = await screen.findByRole("heading", { name: "How long it lasts" });
  const code = screen.getByRole("heading", { name: "In code" });
  expect(within(outline).queryByRole("link", { current: "location" })).toBeNull();

  const rects = [placeAt(screen.getByRole("heading", { name: "Sessions" }), -400), placeAt(long, 40)];
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

test("shows the kind of an outline entry in the reader's language", async () => {
  await open("src/session/sessionStore.ts", "tr");
  const outline = await screen.findByRole("navigation", { name: "Ana hatlar" });
  expect(within(outline).getByRole("link", { name: /SessionStore/ })).toHaveTextContent("sınıf");
  expect(within(outline).getByRole("link", { name: /isToken/ })).toHaveTextContent("işlev");
});

test("shows an image of the repository in the page, inside its link; a link to another file stays a link", async () => {
  const others = documentHost().getDocument;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const queries: unknown[] = [];
  const host = documentHost({
    getDocument: (call) => {
      const { path } = call.query;
      if (path !== "docs/flow.svg") return others?.(call) ?? pending();
      queries.push(path);
      return respond(content({ path, title: "flow.svg", format: "svg", text: svg, symbols: [] }))();
    },
  });
  await renderApp({ handlers: host, path: "/projects/atlas/documents?source=r-atlas&path=docs/sessions.md" });
  const picture = await screen.findByRole("img", { name: "how it flows" });
  expect(picture).toHaveAttribute("src", `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  expect(picture.closest("a")).toHaveAttribute("href", expect.stringContaining("flow.svg"));
  expect(queries).toEqual(["docs/flow.svg"]);
});
