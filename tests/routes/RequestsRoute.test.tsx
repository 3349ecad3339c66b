import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { RequestEntry, ReviewThread } from "../../contract/requests/requests.ts";
import { commitFile } from "../fixtures/commits.ts";
import { type Handler, type Handlers, failWith, pending, respond } from "../fixtures/handlers.ts";
import { PEOPLE } from "../fixtures/issues.ts";
import { issueProject } from "../fixtures/projects.ts";
import { changeRequest, requestCard, reviewThread } from "../fixtures/requests.ts";
import { HOSTILE } from "../fixtures/hostileText.ts";
import { renderApp } from "../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await Promise.all([
    import("../../src/routes/requests/RequestsRoute.tsx"),
    import("../../src/routes/request/RequestRoute.tsx"),
  ]);
});

beforeEach(() => {
  // A virtual list draws what fits into its height, and jsdom gives nothing a height.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const FACETS = {
  state: [{ value: "open", count: 1 }],
  label: [{ value: "bug", count: 1 }],
  author: [{ value: "elif", count: 2 }],
  reviewer: [{ value: "jonas", count: 1 }],
  mark: [{ value: "needs-owner", count: 1 }],
};
const ROWS = [requestCard(), requestCard({ id: "r-13", key: "!13", address: "13", title: "Second", state: "open" })];

async function open(path: string, handlers: Handlers = {}) {
  const listRequests = vi.fn<Handler<"listRequests">>(
    respond({ count: ROWS.length, next: null, results: ROWS, facets: FACETS }),
  );
  const getRequest = vi.fn<Handler<"getRequest">>(respond(changeRequest()));
  const app = await renderApp({
    path: `/projects/atlas/${path}`,
    handlers: { getProject: respond(issueProject()), listRequests, getRequest, requestFindings: pending, ...handlers },
  });
  return { ...app, listRequests, getRequest, user: userEvent.setup() };
}

test("the list is read by the filters of the address, and a filter goes into it", async () => {
  const { listRequests, user, address } = await open("requests?state=merged&reviewer=jonas&merged=2026-03&merged=x");
  expect(await screen.findByText("2 of 2 requests")).toBeInTheDocument();
  expect(listRequests.mock.calls[0]?.[0].query).toMatchObject({
    state: ["merged"],
    reviewer: ["jonas"],
    merged: "2026-03",
    sort: "-updated_at",
  });
  await user.click(screen.getByRole("radio", { name: "Open" }));
  await waitFor(() => expect(address()).toBe("/projects/atlas/requests?state=open&reviewer=jonas&merged=2026-03"));
  expect(screen.getByRole("link", { name: "Second" })).toHaveAttribute("href", "/projects/atlas/requests/13");
});

test("keys move, preview and open as in the list of issues", async () => {
  const { user, address, getRequest } = await open("requests");
  await screen.findByText("2 of 2 requests");
  await user.keyboard("jj ");
  expect(await screen.findByRole("complementary", { name: "Preview of !13" })).toBeInTheDocument();
  await waitFor(() => expect(getRequest.mock.calls[0]?.[0].params).toMatchObject({ requestId: "r-13" }));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe("/projects/atlas/requests/13"));
});

test("a list that fails shows an error", async () => {
  await open("requests", { listRequests: failWith() });
  expect(await screen.findByText("The requests could not be loaded")).toBeInTheDocument();
});

test("a page without requests leads to the sources", async () => {
  await open("requests", { listRequests: respond({ count: 0, next: null, results: [], facets: FACETS }) });
  expect(await screen.findByText("No requests yet")).toBeInTheDocument();
});

test("a request has its timeline, threads, people and issues, and hostile text is no markup", async () => {
  await open("requests/12");
  expect(
    await screen.findByRole("heading", { level: 1, name: "Keep the cursor after a filter <b>" }),
  ).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "src/paging.ts, line 42" })).toHaveAttribute(
    "href",
    "/projects/atlas/requests/12?tab=changes#src%2Fpaging.ts",
  );
  expect(screen.getByText("approved these changes")).toBeInTheDocument();
  for (const link of screen.getAllByRole("link", { name: PEOPLE.elif.name })) {
    expect(link).toHaveAttribute("href", expect.stringMatching(/^\/projects\/atlas\/people\/elif-/));
  }
  expect(screen.getByRole("link", { name: /^#4 Cursor is lost/ })).toHaveAttribute("href", "/projects/atlas/issues/4");
  expect(screen.getByRole("link", { name: "Open at the host" })).toHaveAttribute(
    "href",
    "https://host.example/atlas/pull/12",
  );
  expect(document.querySelector("script:not([src]), a[href^='javascript']")).toBeNull();
});

test("a request whose every text is hostile is shown as text: no element, no address, and nothing in it turns the text around", async () => {
  const { title, body, branch, path, hunk, label } = HOSTILE;
  const thread = reviewThread({
    path,
    hunk,
    comments: [{ id: "said-1", author: PEOPLE.jonas, body, created_at: "2026-02-21T09:00:00Z", url: null }],
  });
  const at = "2026-02-21T09:00:00Z";
  const request = changeRequest({
    title,
    body,
    labels: [label],
    source_branch: branch,
    target_branch: branch,
    url: "javascript:alert(9)",
    check_list: [{ name: title, state: "failure", url: "javascript:alert(10)", at: null }],
    timeline: [
      { kind: "event", id: "e-1", at, type: "labeled", actor: PEOPLE.elif, detail: label },
      { kind: "commits", id: "e-2", at, commits: [{ hash: "a".repeat(40), title, author: title, at, commit: null }] },
      { kind: "thread", id: "thread-1", at, thread },
      {
        kind: "comment",
        id: "e-4",
        at,
        comment: { id: "e-4", author: null, body, created_at: at, url: "data:text/html,x" },
      },
      {
        kind: "review",
        id: "e-5",
        at,
        state: "changes_requested",
        actor: PEOPLE.jonas,
        body,
        url: "javascript:alert(11)",
      },
    ],
  });
  const rows = [requestCard({ title, labels: [label], source_branch: branch })];
  const shown = (): void => {
    const page = document.body;
    expect(
      page.querySelector("script:not([src]), iframe, img[src^='http'], img[src='x'], svg[onload], [onerror]"),
    ).toBeNull();
    for (const link of page.querySelectorAll("a[href], form[action]"))
      expect(link.getAttribute("href") ?? "").toMatch(/^(?:\/|#|\?|https?:|mailto:|$)/);
    expect(page.textContent).not.toMatch(/(?!\s)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  };
  const { unmount } = await open("requests/12", {
    getRequest: respond(request),
    requestFindings: pending,
  });
  expect(await screen.findByRole("heading", { level: 1, name: /<img src=x onerror=alert\(1\)>/ })).toBeInTheDocument();
  expect(screen.getAllByText(/<svg\/onload=alert\(5\)>/).length).toBeGreaterThan(0);
  expect(screen.getByText(/<script>alert\(7\)<\/script>/)).toBeInTheDocument();
  shown();
  unmount();
  await open("requests", { listRequests: respond({ count: 1, next: null, results: rows, facets: FACETS }) });
  expect(await screen.findByText("1 of 1 request")).toBeInTheDocument();
  shown();
});

test("the changes have the threads at their files, and files without lines are named as such", async () => {
  const shown = {
    status: "shown" as const,
    source: "r-1",
    base: "a".repeat(40),
    head: "b".repeat(40),
    total: 1,
    files: [commitFile({ path: "src/paging.ts" })],
    host_files: [],
  };
  const first = await open("requests/12?tab=changes", { requestDiff: respond(shown) });
  const file = await screen.findByRole("region", { name: /src\/paging\.ts$/ });
  expect(within(file).getByText("A caller that ignores", { exact: false })).toBeInTheDocument();
  first.unmount();
  await open("requests/12?tab=changes", {
    requestDiff: respond({
      ...shown,
      status: "listed",
      source: null,
      base: null,
      head: null,
      files: [],
      host_files: [{ path: "src/gone.ts", added: 1, removed: 2 }],
    }),
  });
  expect(await screen.findByText(/Clew has no copy of these commits/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "src/gone.ts" })).toBeInTheDocument();
});

test("a discussion is in the hunk at its line; outdated ones and those of other files are listed", async () => {
  const thread = (part: Partial<ReviewThread>): RequestEntry => {
    const own = reviewThread({ hunk: null, is_resolved: null, ...part });
    return { kind: "thread", id: own.id, at: "2026-02-21T09:00:00Z", thread: own };
  };
  const said = (id: string, body: string) => [
    { id, author: null, body, created_at: "2026-02-21T09:00:00Z", url: null },
  ];
  const timeline = [
    thread({ id: "t-in", line: 12, comments: said("a", "Said at the added line") }),
    thread({ id: "t-old", side: "old", line: 13, comments: said("b", "Said at the removed line") }),
    thread({ id: "t-outdated", line: 12, is_outdated: true, comments: said("c", "Said long ago") }),
    thread({
      id: "t-other",
      line: 12,
      hunk: "@@ -1 +12 @@\n+another text",
      comments: said("d", "Said of another text"),
    }),
    thread({ id: "t-gone", path: "src/gone.ts", line: 1, comments: said("e", "Said at a file that is gone") }),
  ];
  const requestDiff = respond({
    status: "shown" as const,
    source: "r-1",
    base: "a".repeat(40),
    head: "b".repeat(40),
    total: 1,
    files: [commitFile({ path: "src/paging.ts" })],
    host_files: [],
  });
  await open("requests/12?tab=changes", { getRequest: respond(changeRequest({ timeline })), requestDiff });
  const code = await screen.findByRole("group", { name: "src/paging.ts" });
  expect(await within(code).findByText("Said at the added line")).toBeInTheDocument();
  const places = [...code.querySelectorAll('[data-change="added"], [data-change="removed"], section')].map((one) =>
    one.tagName === "SECTION" ? (one.querySelector("h4")?.textContent ?? "") : one.getAttribute("data-change"),
  );
  expect(places).toEqual([
    "removed",
    "added",
    "added",
    "src/paging.ts, line 12",
    "removed",
    "src/paging.ts, line 13",
    "added",
  ]);
  const file = screen.getByRole("region", { name: /src\/paging\.ts$/ });
  expect(within(code).queryByText("Said long ago")).toBeNull();
  expect(within(file).getByText("Said long ago")).toBeInTheDocument();
  expect(within(file).getByText("outdated")).toBeInTheDocument();
  expect(within(code).queryByText("Said of another text")).toBeNull();
  const others = screen.getByRole("region", { name: "Discussions at files that are not shown" });
  expect(within(others).getByText("Said at a file that is gone")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "src/paging.ts" })).toHaveAttribute(
    "href",
    `/projects/atlas/code/r-1/-/src/paging.ts?rev=${"b".repeat(40)}`,
  );
});

test("a number of several requests is a choice", async () => {
  const { listRequests } = await open("requests/12", {
    getRequest: failWith({ status: 409, code: "request.ambiguous" }),
  });
  expect(await screen.findByText("Several requests are called 12")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "!13 Second" })).toBeInTheDocument();
  expect(listRequests.mock.calls[0]?.[0].query).toMatchObject({ key: "12" });
});

test("Back from a request leads to the row that was left, with its preview and the position in the list", async () => {
  const { router, user } = await open("requests?state=open");
  await screen.findByText("2 of 2 requests");
  await user.keyboard("jj ");
  await waitFor(() => expect(router.state.location.search).toBe("?state=open&peek=r-13"));
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/atlas/requests/13"));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.getByRole("row", { name: /Second/ })).toHaveFocus());
  expect(router.state.location.search).toBe("?state=open&peek=r-13");
  await user.keyboard("k");
  expect(screen.getByRole("row", { name: /^(?!.*Second)/ })).toHaveFocus();
});
