import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import {
  ambiguousAnswer,
  commit,
  commitAnswer,
  commitDiff,
  commitFile,
  commitSummary,
  missingAnswer,
} from "../fixtures/commits.ts";
import { connectedWith } from "../fixtures/graph.ts";
import { codeContent } from "../fixtures/code.ts";
import { type Handler, type Handlers, failWith, pending, respond } from "../fixtures/handlers.ts";
import { issueProject } from "../fixtures/projects.ts";
import { renderApp } from "../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../src/routes/commit/CommitRoute.tsx");
});

const HASH = commit().hash;

async function open(handlers: Handlers = {}, search = "", hash = "4f2c91d") {
  const getCommit = vi.fn<Handler<"getCommit">>(respond(commitAnswer()));
  const diff = vi.fn<Handler<"commitDiff">>(respond(commitDiff()));
  const app = await renderApp({
    path: `/projects/atlas/commits/${hash}${search}`,
    handlers: { getProject: respond(issueProject()), getCommit, commitDiff: diff, ...handlers },
  });
  return { ...app, getCommit, diff, user: userEvent.setup() };
}

test("what the message names leads there, and its text is no markup", async () => {
  await open();
  const heading = await screen.findByRole("heading", { level: 1, name: /^Keep the cursor when a filter/ });
  expect(within(heading).getByRole("link", { name: "#12" })).toHaveAttribute("href", "/projects/atlas/requests/12");
  expect(screen.getAllByRole("link", { name: "#4" })[0]).toHaveAttribute("href", "/projects/atlas/issues/4");
  expect(screen.getByRole("link", { name: "1a2b3c4" })).toHaveAttribute("href", "/projects/atlas/commits/1a2b3c400000");
  // The author of the commit below the title and among the facts, and that of its child.
  const authors = screen.getAllByRole("link", { name: "Elif Yıldız" });
  expect(authors.map((link) => link.getAttribute("href"))).toEqual(
    Array<string>(3).fill("/projects/atlas/people/elif-y%C4%B1ld%C4%B1z-p1"),
  );
  expect(document.querySelector("after")).toBeNull();
});

test("the parents, the children, the issues, the releases and the other fixes are links", async () => {
  await open();
  expect(await screen.findByRole("link", { name: "9f2c41d" })).toHaveAttribute(
    "href",
    "/projects/atlas/commits/9f2c41d07be3",
  );
  const panels = screen.getByRole("complementary", { name: "What the commit belongs to" });
  expect(within(panels).getByRole("link", { name: "v2.1.0" })).toHaveAttribute(
    "href",
    "https://host.example/atlas/releases/v2.1.0",
  );
  expect(within(panels).queryByRole("link", { name: "nightly" })).toBeNull();
  expect(within(panels).getByText("and 10 more")).toBeInTheDocument();
  expect(within(panels).getByRole("link", { name: "6600000" })).toBeInTheDocument();
});

test("the changes follow the message, before what the commit belongs to, and its author is at the top", async () => {
  await open();
  const changes = await screen.findByRole("region", { name: "Changes" });
  const panels = screen.getByRole("complementary", { name: "What the commit belongs to" });
  expect(changes.compareDocumentPosition(panels)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(within(panels).getByText("Author")).toBeInTheDocument();
});

test("what the page lists itself is not repeated among the connections", async () => {
  await open({ connected: respond(connectedWith()) });
  expect(await screen.findByRole("heading", { level: 3, name: /^Files/ })).toBeInTheDocument();
  const kinds = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(kinds.filter((name) => /^(Issues|Requests|People)/.test(name))).toEqual([]);
});

test("the changes are asked for by the whole hash, and their view is in the address", async () => {
  const { diff, user, address } = await open();
  expect(await screen.findByText("4 changed files")).toBeInTheDocument();
  expect(diff.mock.calls[0]?.[0]).toMatchObject({
    params: { hash: HASH },
    query: { source: "r-1", parent: 1, whitespace: "show" },
  });
  await user.click(screen.getByRole("switch", { name: "Ignore white space" }));
  await user.click(screen.getByRole("radio", { name: "Split" }));
  expect(address()).toBe("/projects/atlas/commits/4f2c91d?layout=split&whitespace=ignore");
  expect(diff.mock.calls.at(-1)?.[0].query).toMatchObject({ whitespace: "ignore" });
});

test("a link to the same commit with another view changes the view, and earlier links still work", async () => {
  const { router } = await open({}, "?view=split");
  expect(await screen.findByRole("radio", { name: "Split" })).toBeChecked();
  await act(() => router.navigate("?whitespace=ignore"));
  expect(screen.getByRole("radio", { name: "Unified" })).toBeChecked();
  expect(screen.getByRole("switch", { name: "Ignore white space" })).toBeChecked();
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.getByRole("radio", { name: "Split" })).toBeChecked());
});

test("the same commit in another repository is read from there", async () => {
  const repositories = ["atlas", "atlas-fork"].map((name, at) => ({
    id: `r-${at + 1}`,
    name,
    url: null,
  }));
  const getCommit = vi.fn<Handler<"getCommit">>(({ query }) =>
    respond(
      query.source === "r-2"
        ? commitAnswer({ repositories, commit: commit({ source: "r-2", title: "As the fork has it" }) })
        : commitAnswer({ repositories, candidates: [commitSummary({ hash: HASH, repository: "r-2" })] }),
    )(),
  );
  const { user, diff, address } = await open({ getCommit }, "?view=split", HASH);
  await user.click(await screen.findByRole("link", { name: "atlas-fork" }));
  expect(await screen.findByRole("heading", { level: 1, name: "As the fork has it" })).toBeInTheDocument();
  expect(address()).toBe("/projects/atlas/commits/4f2c91d07be3?source=r-2");
  expect(diff.mock.calls.at(-1)?.[0].query.source).toBe("r-2");
});

test("a line is text for any content", async () => {
  await open();
  const file = await screen.findByRole("group", { name: "src/routes/issues/issuePages.ts" });
  expect(file).toHaveTextContent("// <b>none</b>");
  expect(file.querySelector("b")).toBeNull();
});

test("a folded file is loaded alone, when the reader asks for it", async () => {
  const lines = ["+the whole file"];
  const [, , folded = commitFile()] = commitDiff().files;
  const diff = vi.fn<Handler<"commitDiff">>(({ query }) =>
    respond(
      query.file === undefined
        ? commitDiff()
        : commitDiff({
            files: [
              {
                ...folded,
                folded: null,
                hunks: [{ old_start: 0, old_lines: 0, new_start: 1, new_lines: 1, heading: "", lines }],
              },
            ],
          }),
    )(),
  );
  const { user } = await open({ commitDiff: diff });
  await user.click(await screen.findByRole("button", { name: "Show 1,271 lines, package-lock.json" }));
  expect(await screen.findByText("the whole file")).toBeInTheDocument();
  expect(diff.mock.calls.at(-1)?.[0].query).toMatchObject({ file: 2 });
});

test("an image is shown before and after, read at both commits", async () => {
  const image = "data:image/png;base64,iVBORw0KGgo=";
  const read = vi.fn<Handler<"codeContent">>(respond(codeContent({ kind: "image", text: null, image })));
  const file = commitFile({
    kind: "image",
    path: "logo.png",
    old_size: 10,
    new_size: 20,
    added: null,
    removed: null,
    hunks: [],
  });
  await open({ commitDiff: respond(commitDiff({ total: 1, files: [file] })), codeContent: read });
  expect(await screen.findByRole("img", { name: "Before" })).toHaveAttribute("src", image);
  expect(read.mock.calls.map(([{ query }]) => query.revision)).toEqual(
    expect.arrayContaining([commitSummary().hash, HASH]),
  );
});

/** A merge that changed a picture, opened against its first parent; `other` answers the picture of the second one. */
async function openMergedImage(other: Handler<"codeContent">) {
  const [first, second] = [commitSummary().hash, "5ec0".padEnd(40, "0")];
  const file = commitFile({ kind: "image", path: "logo.png", old_size: 10, new_size: 20, hunks: [] });
  const commitDiffOf: Handler<"commitDiff"> = ({ query }) =>
    respond(
      commitDiff({ parents: [first, second], parent: query.parent === 2 ? second : first, total: 1, files: [file] }),
    )();
  const imageOf = (revision: string | null | undefined) => `data:image/png;base64,${revision?.slice(0, 4)}`;
  const read: Handler<"codeContent"> = (call) =>
    call.query.revision === second
      ? other(call)
      : respond(codeContent({ kind: "image", text: null, image: imageOf(call.query.revision) }))();
  const app = await open({ commitDiff: commitDiffOf, codeContent: read });
  expect(await screen.findByRole("img", { name: "Before" })).toHaveAttribute("src", imageOf(first));
  await act(() => app.router.navigate("?parent=2"));
  return app;
}

test("the picture of the other parent is not shown while that of this one is loading", async () => {
  await openMergedImage(pending);
  await waitFor(() => expect(screen.queryByRole("img", { name: "Before" })).toBeNull());
  expect(screen.queryByText("It cannot be shown.")).toBeNull();
});

test("a picture that could not be read is a failure with Retry, next to the one that was", async () => {
  const other = vi.fn<Handler<"codeContent">>(failWith());
  const { user } = await openMergedImage(other);
  expect(await screen.findByText("The picture could not be loaded")).toBeInTheDocument();
  expect(screen.queryByRole("img", { name: "Before" })).toBeNull();
  expect(screen.queryByText("It cannot be shown.")).toBeNull();
  expect(screen.getByRole("img", { name: "After" })).toBeInTheDocument();
  const image = "data:image/png;base64,5ec0";
  other.mockImplementation(respond(codeContent({ kind: "image", text: null, image })));
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getByRole("img", { name: "Before" })).toHaveAttribute("src", image));
});

test("a server without a copy reports that, and the message stays", async () => {
  const none = commitDiff({ status: "unavailable", parents: [], parent: null, total: 0, files: [] });
  await open({ commitDiff: respond(none) });
  expect(await screen.findByText(/no copy of the repository/)).toBeInTheDocument();
  expect(screen.getByText(/the rows of both answers were shown/)).toBeInTheDocument();
});

test("changes that cannot be loaded are asked for again", async () => {
  const diff = vi.fn<Handler<"commitDiff">>(failWith());
  const { user } = await open({ commitDiff: diff });
  const retry = await screen.findByRole("button", { name: "Retry" });
  diff.mockImplementation(respond(commitDiff()));
  await user.click(retry);
  expect(await screen.findByText("4 changed files")).toBeInTheDocument();
});

test("a beginning of several hashes offers them", async () => {
  await open({ getCommit: respond(ambiguousAnswer()) });
  expect(await screen.findByRole("heading", { name: "Several commits begin with 4f2c91d" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "4f2c91d01111" })).toHaveAttribute(
    "href",
    "/projects/atlas/commits/4f2c91d01111",
  );
});

test("a hash of no commit is reported, with places to look", async () => {
  await open({ getCommit: respond(missingAnswer()) });
  expect(await screen.findByRole("heading", { name: "No commit 4f2c91d in this project" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Search for it" })).toHaveAttribute(
    "href",
    "/projects/atlas/search?q=4f2c91d",
  );
  expect(screen.getByRole("link", { name: "Open at atlas" })).toBeInTheDocument();
});

test("a text that is no hash is not asked for, and is no markup", async () => {
  const { getCommit } = await open({}, "", "<img src=x>");
  expect(await screen.findByRole("heading", { name: "No commit <img src=x> in this project" })).toBeInTheDocument();
  expect(getCommit).not.toHaveBeenCalled();
  expect(document.querySelector("img[src=x]")).toBeNull();
});
