import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { SearchService } from "../../src/services/search.ts";
import { err, ok } from "../../src/services/result.ts";
import type { UsersService } from "../../src/services/users.ts";
import { createTestStore, memoryStorage, type TestStoreOptions } from "../createTestStore.ts";
import { companyPlan, user } from "../fixtures/people.ts";
import { project } from "../fixtures/projects.ts";
import { searchAnswer } from "../fixtures/search.ts";
import { mountApp } from "../mountApp.tsx";

const all = vi.fn<SearchService["all"]>();
const updateMe = vi.fn<UsersService["updateMe"]>();
const [hit] = searchAnswer().results;
if (!hit) throw new Error("The fixture has a result.");
const found = [
  {
    ...hit,
    kind: "issue" as const,
    id: "i-1",
    title: "ATL-12 Tokens are cut",
    path: null,
    project: { slug: "atlas", name: "Atlas" },
  },
  {
    ...hit,
    kind: "code" as const,
    id: "c-1",
    title: "tokenize",
    path: "src/tokenize.ts",
    project: { slug: "atlas", name: "Atlas" },
  },
  {
    ...hit,
    kind: "code" as const,
    id: "c-1",
    title: "tokenize",
    path: "src/tokenize.ts",
    project: { slug: "atlas", name: "Atlas" },
  },
];

beforeAll(() => {
  window.scrollTo = () => undefined;
});
beforeEach(() => {
  all
    .mockReset()
    .mockResolvedValue(ok({ took_ms: 1, total: 3, total_capped: false, results: found, projects: [], mistakes: [] }));
  updateMe.mockReset().mockImplementation(({ language }) => Promise.resolve(ok(user({ language }))));
});
afterEach(cleanup);

async function openHelp(part: TestStoreOptions = {}) {
  const store = createTestStore({
    services: {
      search: { all },
      users: { updateMe, dashboard: () => Promise.resolve(ok({ issues: [], recent_projects: [] })) },
      projects: {
        list: () => Promise.resolve(ok([project(), project({ slug: "istanbul", name: "İstanbul" })])),
      },
    },
    snapshot: { session: { token: "t", user: user({ projects_count: 1 }) }, plan: { current: companyPlan() } },
    ...part,
  });
  const app = await mountApp(store, "/help");
  await screen.findByRole("heading", { level: 1, name: "Help & Support" });
  return { ...app, store };
}
/** The target screen is loaded for the first time. */
const COLD = { timeout: 10_000 };
const palette = () => screen.findByRole("combobox", { name: "Go to, or do" });

describe("the command palette", () => {
  test.each([{ ctrlKey: true }, { metaKey: true }])(
    "opens by %j and K, also from within a field, and closes by it",
    async (modifier) => {
      await openHelp();
      fireEvent.keyDown(document.body, { key: "k", ...modifier });
      const field = await palette();
      fireEvent.keyDown(field, { key: "k", ...modifier });
      await waitFor(() => expect(screen.queryByRole("combobox", { name: "Go to, or do" })).toBeNull());
    },
  );

  test("letters typed before its field has the focus are not lost, wherever the focus was", async () => {
    await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    const field = await palette();
    for (const key of "to") fireEvent.keyDown(document.body, { key });
    expect(field).toHaveValue("to");
    fireEvent.keyDown(document.body, { key: "c", ctrlKey: true });
    expect(field).toHaveValue("to");
  });

  test("closed, it gives the focus back to what had it", async () => {
    await openHelp();
    const link = screen.getByRole("link", { name: "Insights" });
    link.focus();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await waitFor(async () => expect(await palette()).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(link).toHaveFocus());
    await userEvent.keyboard("?");
    await screen.findByText("Keys of this page", {}, COLD);
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    await waitFor(() => expect(link).toHaveFocus());
  });

  test("goes to a project by a part of its name, whatever the case in Turkish", async () => {
    const { address } = await openHelp({});
    await userEvent.click(await screen.findByRole("button", { name: "Go to, or do" }));
    await userEvent.type(await palette(), "ISTAN");
    await userEvent.click(await screen.findByRole("option", { name: "İstanbul" }));
    await waitFor(() => expect(address()).toBe("/projects/istanbul"), COLD);
  });

  test("finds an issue by its key and a file by its name, each once, and opens the issue", async () => {
    const { address } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "tok");
    expect(await screen.findAllByRole("option", { name: /src\/tokenize\.ts/ })).toHaveLength(1);
    expect(all.mock.lastCall?.[0]).toEqual({
      q: "tok",
      kind: ["issue", "code", "person"],
      limit: 8,
      // A key press opens no index.
      scope: "ready",
    });
    await userEvent.click(screen.getByRole("option", { name: /ATL-12/ }));
    await waitFor(() => expect(address()).toBe("/projects/atlas/issues/i-1"), COLD);
  });

  test("names the projects that were not looked through, as far as there is room", async () => {
    const projects = ["Loom", "Tern", "Weft", "Warp", "Reed"].map((name) => ({
      slug: name.toLowerCase(),
      name,
      total: 0,
      total_capped: false,
      searched: name === "Loom",
    }));
    all.mockResolvedValue(ok({ took_ms: 1, total: 0, total_capped: true, results: [], projects, mistakes: [] }));
    await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "tok");
    expect(await screen.findByText(/^Not looked through: Tern, Weft, Warp,? and 1 other\./)).toBeInTheDocument();
  });

  test("a person leads to what the project knows of them", async () => {
    const person = { ...hit, kind: "person" as const, id: "p-7", title: "Tomas Brandt", path: null, source: null };
    const results = [{ ...person, project: { slug: "atlas", name: "Atlas" } }];
    all.mockResolvedValue(ok({ took_ms: 1, total: 1, total_capped: false, results, projects: [], mistakes: [] }));
    const { address } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "tomas");
    const people = within(await screen.findByRole("group", { name: "People" }));
    await userEvent.click(people.getByRole("option", { name: /Tomas Brandt/ }));
    await waitFor(() => expect(address()).toBe("/projects/atlas/experts?view=map&leave=p-7"), COLD);
  });

  test("without a match it offers the smart search, also when the host finds nothing out", async () => {
    all.mockResolvedValue(err({ kind: "network", status: null, text: "", fields: {}, requestId: null }));
    const { address } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "zebra stripes");
    expect(await screen.findByText("Issues, files and people could not be looked up just now.")).toBeInTheDocument();
    expect(within(screen.getByRole("listbox", { name: "Go to, or do" })).getAllByRole("option")).toHaveLength(1);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(address()).toBe("/?q=zebra+stripes"), COLD);
  });

  test("switches the theme, and the language with the profile", async () => {
    const { store } = await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.type(await palette(), "dark");
    await userEvent.click(await screen.findByRole("option", { name: "Switch to the dark theme" }));
    expect(store.theme.value).toBe("dark");
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.click(await screen.findByRole("option", { name: "Switch to Turkish" }));
    expect(await screen.findByRole("button", { name: "Projeler" })).toBeInTheDocument();
    expect(updateMe).toHaveBeenCalledExactlyOnceWith({ name: "Ada Kaya", language: "TR" });
  });

  test("a plan that allows no second project explains it here as well", async () => {
    await openHelp({
      snapshot: {
        session: { token: "t", user: user({ projects_count: 1 }) },
        plan: { current: companyPlan({ plan: { name: "Standard" } }) },
      },
    });
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    await userEvent.click(await screen.findByRole("option", { name: "Create project" }));
    expect(await screen.findByText("You need to upgrade your plan to create multiple projects.")).toBeInTheDocument();
  });
});

test("the field at the top names the key as it is on this computer", async () => {
  await openHelp();
  expect(within(screen.getByRole("button", { name: "Go to, or do" })).getByText("Ctrl K")).toBeInTheDocument();
  cleanup();
  const platform = vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
  await openHelp();
  expect(within(screen.getByRole("button", { name: "Go to, or do" })).getByText("⌘K")).toBeInTheDocument();
  expect(within(screen.getByRole("button", { name: "Go to, or do" })).queryByText("Ctrl K")).toBeNull();
  platform.mockRestore();
});

describe("keys of a single character", () => {
  test("? lists the keys of the page, except in a text field", async () => {
    await openHelp();
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    fireEvent.keyDown(await palette(), { key: "?" });
    expect(screen.queryByText("Keys of this page")).toBeNull();
    fireEvent.keyDown(await palette(), { key: "k", ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Go to, or do" })).toBeNull());
    fireEvent.keyDown(document.body, { key: "?" });
    expect(await screen.findByText("Keys of this page", {}, COLD)).toBeInTheDocument();
  });

  test("switched off, neither ? nor the keys of any screen do something, and that is remembered", async () => {
    const storage = memoryStorage();
    const { store } = await openHelp({ storage });
    const heard = vi.fn<(event: KeyboardEvent) => void>();
    document.addEventListener("keydown", heard);
    fireEvent.keyDown(document.body, { key: "?" });
    await userEvent.click(await screen.findByRole("checkbox", { name: /Single-key shortcuts/ }));
    expect(JSON.parse(storage.kept["clew.preferences"] ?? "")).toMatchObject({ singleKeyEnabled: false });
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    await waitFor(() => expect(screen.queryByText("Keys of this page")).toBeNull());
    heard.mockClear();
    fireEvent.keyDown(document.body, { key: "?" });
    fireEvent.keyDown(document.body, { key: "j" });
    expect(heard).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: "Enter" });
    expect(heard).toHaveBeenCalledOnce();
    expect(screen.queryByText("Keys of this page")).toBeNull();
    expect(createTestStore({ storage }).preferences.singleKeyEnabled).toBe(false);
    act(() => store.preferences.setSingleKey(true));
    fireEvent.keyDown(document.body, { key: "?" });
    expect(await screen.findByText("Keys of this page", {}, COLD)).toBeInTheDocument();
    document.removeEventListener("keydown", heard);
  });
});
