import type { RestrictedItem } from "../../../contract/issues/restricted.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { respond, type Handlers, type Handler } from "../../fixtures/handlers.ts";
import { project, projectUsers, tracker, sourceDetail } from "../../fixtures/projects.ts";
import { searchAnswer } from "../../fixtures/search.ts";
import { renderApp } from "../../renderApp.tsx";

const item: RestrictedItem = {
  id: "r-1",
  kind: "confidential_issue",
  source: "t-atlas",
  key: "#12",
  title: "The importer runs whatever a file names",
  body: "A tag is executed.",
  url: "https://gitlab.example/12",
  author: "Mira",
  state: "open",
  created_at: "2026-11-20T10:00:00.000Z",
  updated_at: "2026-11-21T10:00:00.000Z",
};
const detail = sourceDetail({
  left_out: [
    { kind: "confidential_issue", count: 11 },
    { kind: "internal_comment", count: 1 },
  ],
  restricted_role: "Maintainer",
});
const open = async (role: "Owner" | "Maintainer" | "Developer", part: Handlers = {}, at = "/sources?add=tracker") => {
  const restricted = vi.fn<Handler<"listRestricted">>(respond({ next: null, results: [item] }));
  const { router } = await renderApp({
    handlers: {
      getProject: respond(project({ role, trackers: [tracker({ provider: "gitlab" })] })),
      listProjectUsers: respond(projectUsers()),
      listSources: respond([detail]),
      listRestricted: restricted,
      ...part,
    },
    path: `/projects/atlas${at}`,
  });
  return Object.assign(restricted, { router });
};

test("the source shows how many items were left out, of which kinds, and who reads them", async () => {
  await open("Maintainer");
  // The first test of the file waits for the screen's code as well.
  const said = await screen.findByText(/^12 items were left out/, {}, { timeout: 10_000 });
  expect(said).toHaveTextContent("11 confidential issues and 1 internal comment");
  expect(said).toHaveTextContent("Members from the role Maintainer read them");
});

test("a member with the role reads and searches them", async () => {
  const listRestricted = await open("Owner");
  const part = await screen.findByRole("region", { name: "Restricted items" });
  expect(await within(part).findByText(/The importer runs whatever a file names/)).toBeInTheDocument();
  await userEvent.type(within(part).getByRole("searchbox"), "executed{Enter}");
  await waitFor(() =>
    expect(listRestricted).toHaveBeenLastCalledWith(
      expect.objectContaining({ query: { project: "atlas", q: "executed", limit: 20 } }),
    ),
  );
});

test("the query and the number of items are part of the address", async () => {
  const listRestricted = await open(
    "Owner",
    { listRestricted: respond({ next: "20", results: [item] }) },
    "/sources?add=tracker&restricted=importer&restricted_shown=40",
  );
  const { router } = listRestricted;
  const part = await screen.findByRole("region", { name: "Restricted items" }, { timeout: 10_000 });
  expect(within(part).getByRole("searchbox")).toHaveValue("importer");
  await userEvent.click(await within(part).findByRole("button", { name: "Show more" }));
  await waitFor(() =>
    expect(router.state.location.search).toBe("?add=tracker&restricted=importer&restricted_shown=60"),
  );
  await userEvent.clear(within(part).getByRole("searchbox"));
  await userEvent.type(within(part).getByRole("searchbox"), "tag{Enter}");
  await waitFor(() => expect(router.state.location.search).toBe("?add=tracker&restricted=tag"));
  await act(() => router.navigate(-1));
  await waitFor(() =>
    expect(screen.getByRole("searchbox", { name: "Search in restricted items" })).toHaveValue("importer"),
  );
});

test("a member without the role does not even ask", async () => {
  const listRestricted = await open("Developer");
  await screen.findByText(/^12 items were left out/);
  expect(screen.queryByRole("region", { name: "Restricted items" })).toBeNull();
  expect(listRestricted).not.toHaveBeenCalled();
});

test("asks for a role when a tracker is linked, and lists who will see the items", async () => {
  const add = vi.fn<Handler<"addTracker">>(respond(tracker({ provider: "gitlab" })));
  await open("Maintainer", {
    validateTracker: respond({ valid: true, name: "acme/other", visibility: "private" }),
    addTracker: add,
  });
  const form = await screen.findByRole("form", { name: /tracker/i });
  expect(within(form).queryByLabelText(/^What the host shows/)).toBeNull();
  await userEvent.selectOptions(within(form).getByLabelText("Provider"), "gitlab");
  const choice = within(form).getByLabelText(/^What the host shows to some people only/);
  expect(choice).toHaveValue("");
  expect(choice).toHaveAccessibleDescription(/are not read/);
  await userEvent.selectOptions(choice, "Maintainer");
  expect(choice).toHaveAccessibleDescription(/Owner and Maintainer/);
  await userEvent.type(within(form).getByLabelText(/^URL/), "https://gitlab.example/acme/other");
  await userEvent.click(within(form).getByRole("button", { name: /^Add/ }));
  await waitFor(() =>
    expect(add).toHaveBeenCalledWith(
      expect.objectContaining({ body: expect.objectContaining({ restricted_role: "Maintainer" }) as unknown }),
    ),
  );
});

test("the project's search shows restricted items next to its results to a member with the role, by the words of the query", async () => {
  const search = vi.fn<Handler<"searchProject">>(respond(searchAnswer()));
  const listRestricted = await open("Maintainer", { searchProject: search }, "?q=importer%20-old%20kind:issue");
  const part = await screen.findByRole("region", { name: "In restricted items" }, { timeout: 10_000 });
  expect(part).toHaveTextContent("1 restricted item has all these words");
  expect(within(part).getByText(/The importer runs whatever a file names/)).toBeInTheDocument();
  expect(listRestricted).toHaveBeenCalledWith(
    expect.objectContaining({ query: { project: "atlas", q: "importer", limit: 5 } }),
  );
});

test("and does not ask for them for a member without the role", async () => {
  const details = vi.fn<Handler<"listSources">>(respond([detail]));
  const search = vi.fn<Handler<"searchProject">>(respond(searchAnswer()));
  const listRestricted = await open("Developer", { searchProject: search, listSources: details }, "?q=importer");
  await waitFor(() => expect(details).toHaveBeenCalled(), { timeout: 10_000 });
  await waitFor(() => expect(search).toHaveBeenCalled());
  expect(screen.queryByRole("region", { name: "In restricted items" })).toBeNull();
  expect(listRestricted).not.toHaveBeenCalled();
});
