import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { hrefTo } from "../../../src/routes/paths.ts";
import { readCodeUrl } from "../../../src/routes/code/codeUrl.ts";
import {
  HEAD,
  codeBlame,
  codeComparison,
  codeContent,
  codeFolder,
  codeHistory,
  codeRefs,
  codeRepository,
  missingContent,
} from "../../fixtures/code.ts";
import { related } from "../../fixtures/documents.ts";
import { connectedWith, unconnected } from "../../fixtures/graph.ts";
import { type Handler, type Handlers, failWith, respond } from "../../fixtures/handlers.ts";
import { issueProject } from "../../fixtures/projects.ts";
import { foundDefinitions, referenceFiles } from "../../fixtures/references.ts";
import { codeDiscussion, reviewThread } from "../../fixtures/requests.ts";
import { renderApp } from "../../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await Promise.all([
    import("../../../src/routes/code/CodeTab.tsx"),
    import("../../../src/routes/code/CodeConnectedSection.tsx"),
    import("../../../src/routes/code/FileDiscussionsSection.tsx"),
  ]);
});

const FILE = "/projects/atlas/code/acme/atlas/-/src/issuePages.ts";

async function open(path: string, handlers: Handlers = {}) {
  const content = vi.fn<Handler<"codeContent">>(respond(codeContent()));
  const blame = vi.fn<Handler<"codeBlame">>(respond(codeBlame()));
  const history = vi.fn<Handler<"codeHistory">>(respond(codeHistory()));
  const compare = vi.fn<Handler<"codeCompare">>(respond(codeComparison()));
  const app = await renderApp({
    path,
    handlers: {
      relatedToDocument: respond(related()),
      getProject: respond(issueProject()),
      codeRepositories: respond([codeRepository()]),
      codeContent: content,
      codeRefs: respond(codeRefs()),
      codeBlame: blame,
      codeHistory: history,
      codeCompare: compare,
      ...handlers,
    },
  });
  return { ...app, content, blame, history, compare, user: userEvent.setup() };
}

test("an address names repository, path, revision and lines, for any letters in them", () => {
  for (const [repository, path, revision] of [
    ["acme/atlas", "src/a.ts", null],
    ["group/sub/atlas", "a b/-/c#d?e%f&g.ts", "release/1.0"],
    ["r-1", "", "v1.0~3"],
    ["atlas", "--output=x", "refs/tags/a b"],
    ["atlas", "übung/ı.ts", null],
    ["acme/atlas", "src/new\nline.ts", "v1.0"],
  ] as const) {
    const href = hrefTo.code("atlas", { repository, path, revision, line: 3, lastLine: 9 });
    const url = new URL(href, "https://clew.example");
    expect(readCodeUrl(url.pathname, url.searchParams)).toMatchObject({ repository, path, revision });
    expect(url.hash).toBe("#L3-L9");
  }
  expect(hrefTo.code("atlas", { repository: "acme/atlas", path: "src/a.ts" })).toBe(
    "/projects/atlas/code/acme/atlas/-/src/a.ts",
  );
});

test("the only repository opens at once, and a folder lists its entries and its README", async () => {
  const { router, content } = await open("/projects/atlas/code", { codeContent: respond(codeFolder()) });
  expect(await screen.findByRole("link", { name: "src" })).toHaveAttribute(
    "href",
    "/projects/atlas/code/acme/atlas/-/src",
  );
  expect(router.state.location.pathname).toBe("/projects/atlas/code/acme/atlas");
  expect(screen.getByRole("link", { name: "--output=x.ts" })).toHaveAttribute(
    "href",
    "/projects/atlas/code/acme/atlas/-/--output%3Dx.ts",
  );
  expect(await screen.findByRole("link", { name: "the pages" })).toHaveAttribute("href", FILE);
  expect(content).not.toHaveBeenCalled();
});

test.each([
  ["where it begins", "", codeFolder(), "Only src of acme/atlas is read"],
  ["where a path is missing", "/-/docs/a.md", missingContent(), "Only src of acme/atlas is read"],
  ["and nowhere else", "/-/src/issuePages.ts", codeContent(), null],
] as const)("a repository that is limited to folders shows them %s", async (_, path, content, line) => {
  const project = issueProject();
  const repositories = project.repositories.map((repository) => ({ ...repository, folders: ["src"] }));
  await open(`/projects/atlas/code/acme/atlas${path}`, {
    getProject: respond({ ...project, repositories }),
    codeContent: respond(content),
  });
  expect(await screen.findByRole("heading", { level: 2, name: /^acme\/atlas/ })).toBeInTheDocument();
  expect(screen.queryByText(/is read$/)?.textContent ?? null).toBe(line);
});

test("a file whose name has a line break has an address that the router reads", async () => {
  const path = "src/new\nline.ts";
  const content = vi.fn<Handler<"codeContent">>(respond(codeContent({ path })));
  await open(hrefTo.code("atlas", { repository: "acme/atlas", path, line: 7, lastLine: 9 }), { codeContent: content });
  expect(await screen.findByText("Lines 7 to 9 are selected.")).toBeInTheDocument();
  expect(content.mock.lastCall?.[0].query).toMatchObject({ path });
});

test("a link by the id of a repository shows its name, and the file is requested and drawn once", async () => {
  const content = vi.fn<Handler<"codeContent">>(respond(codeContent()));
  let drawn = 0;
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    const marked = added.flatMap((node) => [...node.querySelectorAll("[aria-current]")]);
    drawn += marked.filter(({ textContent }) => textContent === "Source").length;
  });
  observer.observe(document.body, { subtree: true, childList: true });
  const { router } = await open("/projects/atlas/code/r-1/-/src/issuePages.ts?rev=main#L7-L9", {
    codeContent: content,
  });
  await waitFor(() => expect(router.state.location.pathname).toBe(FILE));
  expect(router.state.location.search + router.state.location.hash).toBe("?rev=main#L7-L9");
  // Renders the page of the new address.
  await act(() => Promise.resolve());
  await screen.findByText("Lines 7 to 9 are selected.");
  observer.disconnect();
  expect([content.mock.calls.length, drawn]).toEqual([1, 1]);
});

test("a link by the id keeps a path in the query, once", async () => {
  const search = "?path=src%2Fnew%0Aline.ts";
  const path = "src/new\nline.ts";
  const { router } = await open(`/projects/atlas/code/r-1${search}`, { codeContent: respond(codeContent({ path })) });
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/atlas/code/acme/atlas"));
  expect(router.state.location.search).toBe(search);
});

test("Y makes the address a permalink and B shows who wrote the lines", async () => {
  const { router, content, blame, user } = await open(`${FILE}#L7-L9`);
  await screen.findByText("Lines 7 to 9 are selected.");
  await user.keyboard("y");
  await waitFor(() => expect(router.state.location.search).toBe(`?rev=${HEAD}`));
  expect(router.state.location.hash).toBe("#L7-L9");
  expect(blame).not.toHaveBeenCalled();
  // The address changes before the page of the other revision is rendered, which requests its content.
  await waitFor(() => expect(content.mock.lastCall?.[0].query).toMatchObject({ revision: HEAD }));
  await screen.findByText("Lines 7 to 9 are selected.");
  await user.keyboard("b");
  expect(await screen.findByRole("link", { name: "#4" })).toHaveAttribute("href", "/projects/atlas/issues/4");
  expect(blame.mock.lastCall?.[0].query).toMatchObject({
    repository: "r-1",
    path: "src/issuePages.ts",
    revision: HEAD,
  });
  const [commit] = screen.getAllByRole("link", { name: "Keep the cursor when a filter changes" });
  expect(commit).toHaveAttribute("href", `/projects/atlas/commits/${HEAD.slice(0, 12)}`);
});

test("a line with past discussions has a marker that opens them, by keys too", async () => {
  const commit = "1".repeat(40);
  const discussions = vi.fn<Handler<"codeDiscussions">>(
    respond({
      total: 2,
      results: [
        codeDiscussion({ path: "src/issuePages.ts", line: 9, thread: reviewThread({ path: "src/issuePages.ts" }) }),
        codeDiscussion({ path: "src/issuePages.ts", line: null, commit, thread: reviewThread({ id: "t-2", line: 3 }) }),
      ],
    }),
  );
  const { user } = await open(FILE, { codeDiscussions: discussions });
  const marker = await screen.findByRole("button", { name: "1 past discussion at line 9" });
  expect(discussions.mock.lastCall?.[0].query).toMatchObject({
    source: "r-1",
    path: ["src/issuePages.ts"],
    revision: HEAD,
  });
  expect(await screen.findByText("2 past discussions")).toBeInTheDocument();
  expect(
    screen.getByRole("link", { name: `line 3 of ${commit.slice(0, 7)}, changed since`, hidden: true }),
  ).toHaveAttribute("href", `/projects/atlas/code/r-1/-/src/paging.ts?rev=${commit}#L3`);
  expect(screen.getByText("when the file was src/paging.ts")).toBeInTheDocument();
  marker.focus();
  await user.keyboard("{Enter}");
  const panel = await screen.findByRole("dialog", { name: "Past discussions of line 9" });
  expect(await within(panel).findByText(/Why does it throw, and not return/)).toBeVisible();
  expect(within(panel).getByRole("link", { name: "#12 Keep the cursor after a filter" })).toHaveAttribute(
    "href",
    "/projects/atlas/requests/12",
  );
  expect(document.querySelector("script:not([src])")).toBeNull();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(marker).toHaveFocus());
});

test("what is connected is asked of the file, and of the selected lines or the function around them", async () => {
  const connected = vi.fn<Handler<"connected">>(respond(unconnected));
  const connectedLines = vi.fn<Handler<"connectedLines">>(respond(connectedWith()));
  const { user, unmount } = await open(FILE, { connected, connectedLines });
  expect(await screen.findByText("No connections yet.")).toBeInTheDocument();
  expect(connected.mock.lastCall?.[0].query).toMatchObject({ kind: "file", source: "r-1", path: "src/issuePages.ts" });
  expect(connectedLines).not.toHaveBeenCalled();
  unmount();
  await open(`${FILE}#L8-L9`, { connected, connectedLines });
  expect(await screen.findByText("2,000+")).toBeInTheDocument();
  expect(connectedLines.mock.lastCall?.[0].query).toMatchObject({ source: "r-1", from: 8, to: 9, revision: HEAD });
  await user.click(screen.getByRole("radio", { name: "next" }));
  await waitFor(() => expect(connectedLines.mock.lastCall?.[0].query).toMatchObject({ from: 7, to: 12 }));
});

test("keys that are typed into a field are no shortcuts", async () => {
  const { router, user } = await open(FILE);
  await screen.findByRole("group", { name: "Code of src/issuePages.ts" });
  await user.click(screen.getByRole("button", { name: "Revision: main" }));
  await user.type(await screen.findByRole("textbox", { name: "Search branches and tags" }), "by");
  expect(router.state.location.search).toBe("");
});

test.each(["by mouse", "by Enter"])(
  "the list of revisions that is opened %s has the focus in its search",
  async (how) => {
    const { router, user } = await open(FILE);
    await screen.findByRole("group", { name: "Code of src/issuePages.ts" });
    const button = screen.getByRole("button", { name: "Revision: main" });
    if (how === "by mouse") await user.click(button);
    else {
      button.focus();
      await user.keyboard("{Enter}");
    }
    const field = await screen.findByRole("textbox", { name: "Search branches and tags" });
    await waitFor(() => expect(field).toHaveFocus());
    await user.keyboard("bh");
    expect(field).toHaveValue("bh");
    expect(router.state.location.search).toBe("");
  },
);

test("keys on a link of the open list of revisions are no shortcuts", async () => {
  const { router, user } = await open(FILE);
  await screen.findByRole("group", { name: "Code of src/issuePages.ts" });
  await user.click(screen.getByRole("button", { name: "Revision: main" }));
  const list = await screen.findByRole("dialog", { name: "Revision" });
  (await within(list).findByRole("link", { name: /^release/ })).focus();
  await user.keyboard("b");
  expect(router.state.location.search).toBe("");
});

/** Opens the card of a name in the first line of the code, as a selection and Enter do. */
async function lookUp(): Promise<HTMLElement> {
  const code = await screen.findByRole("group", { name: "Code of src/issuePages.ts" });
  code.focus();
  const text = [...code.querySelectorAll("code")].find(({ textContent }) => /[a-z]/i.test(textContent));
  const node = text && document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode();
  const at = node?.textContent?.search(/[a-z]/i) ?? 0;
  if (node) document.getSelection()?.setBaseAndExtent(node, at, node, at + 1);
  // At once: highlighting replaces the text, and the selection with it.
  fireEvent.keyDown(code, { key: "Enter" });
  await screen.findByRole("dialog", { name: /planRoute/ });
  return code;
}

test("the card of a name and its panel return the focus to the code, and a failed part leaves those before it", async () => {
  // jsdom lays nothing out.
  Range.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  const [file] = referenceFiles();
  const part = { ...foundDefinitions(), count: 1, candidates: 9, read: 3, next: 3 };
  let failures = 1;
  const references = vi.fn<Handler<"references">>(({ query }) => {
    if (!query.from) return respond({ ...part, files: file ? [file] : [] })();
    failures -= 1;
    if (failures >= 0) return failWith()();
    return respond({ ...part, files: file ? [{ ...file, path: "src/later.ts" }] : [], read: 9, next: null })();
  });
  const { user } = await open(FILE, { definitions: respond(foundDefinitions()), references });
  const code = await lookUp();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(code).toHaveFocus());
  await lookUp();
  await user.click(await screen.findByRole("button", { name: "Find references" }));
  const panel = await screen.findByRole("dialog", { name: /planRoute/ });
  await user.click(await within(panel).findByRole("button", { name: "Read more files" }));
  expect(await within(panel).findByText("More could not be loaded")).toBeInTheDocument();
  expect(within(panel).getByRole("heading", { name: new RegExp(`^${file?.path}`) })).toBeInTheDocument();
  await user.click(within(panel).getByRole("button", { name: "Retry" }));
  expect(await within(panel).findByRole("heading", { name: /^src\/later\.ts/ })).toBeInTheDocument();
  await user.click(within(panel).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(code).toHaveFocus());
  vi.restoreAllMocks();
});

test("another revision keeps the path, and the last synced one has no name in the address", async () => {
  const { user } = await open(`${FILE}?rev=v2.0`);
  await user.click(await screen.findByRole("button", { name: "Revision: v2.0" }));
  expect(await screen.findByRole("link", { name: /^release\/1.0/ })).toHaveAttribute(
    "href",
    `${FILE}?rev=refs%2Fheads%2Frelease%2F1.0`,
  );
  expect(screen.getByRole("link", { name: /^main/ })).toHaveAttribute("href", FILE);
});

test("the history of selected lines, and of the definition around them", async () => {
  const { history } = await open(`${FILE}?view=history&lines=7-12`);
  expect(await screen.findByText("History of lines 7 to 12")).toBeVisible();
  expect(history.mock.lastCall?.[0].query).toMatchObject({ from: 7, to: 12, revision: HEAD });
  const list = await screen.findByRole("list", { name: "" }).catch(() => document.body);
  expect(within(list).getAllByText("src/old/pages.ts → src/issuePages.ts")).toHaveLength(1);
});

test("a path that is gone leads to where it is now, and to what it was", async () => {
  await open("/projects/atlas/code/acme/atlas/-/src/old/pages.ts", { codeContent: respond(missingContent()) });
  expect(await screen.findByRole("heading", { name: "src/old/pages.ts was removed" })).toBeVisible();
  expect(screen.getByRole("link", { name: "src/issuePages.ts" })).toHaveAttribute("href", FILE);
  expect(screen.getByRole("link", { name: "Show the last version" })).toHaveAttribute(
    "href",
    `/projects/atlas/code/acme/atlas/-/src/old/pages.ts?rev=${"1a2b3c4".padEnd(40, "0")}`,
  );
});

test("a revision that is gone is named, and hostile names are no markup", async () => {
  const revision = '<img src=x onerror="alert(1)">';
  await open(`${FILE}?rev=${encodeURIComponent(revision)}`, {
    codeContent: respond(codeContent({ kind: "no_revision", revision: null, text: null })),
  });
  expect(await screen.findByRole("heading", { name: `There is no revision ${revision}` })).toBeVisible();
  expect(document.querySelector("img[src=x]")).toBeNull();
  expect(screen.getByRole("link", { name: "Show the last synced version" })).toHaveAttribute("href", FILE);
});

test("an SVG and a notebook are shown as what they mean, and never as markup", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  await open("/projects/atlas/code/acme/atlas/-/a.svg", {
    codeContent: respond(codeContent({ path: "a.svg", text: svg })),
  });
  const picture = await screen.findByRole("img", { name: "a.svg" });
  expect(picture).toHaveAttribute("src", `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  expect(document.querySelector("svg script")).toBeNull();
});

test("a comparison asks for both revisions, and its files lead to the code", async () => {
  const { compare } = await open("/projects/atlas/code/acme/atlas/-/src?compare=v1.0&rev=main&against=direct");
  expect(await screen.findByText(/The base has 2 commits more\./)).toBeVisible();
  expect(compare.mock.lastCall?.[0].query).toMatchObject({
    repository: "acme/atlas",
    base: "v1.0",
    head: "main",
    path: "src",
    against: "direct",
  });
});
