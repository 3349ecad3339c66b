import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Notice, NoticeSettings } from "../../contract/notices/notices.ts";
import { invalidateQueries } from "../../src/queries/queryClients.ts";
import { queryKeys } from "../../src/queries/queryKeys.ts";
import { ok } from "../../src/services/result.ts";
import { failWith, type Handler, respond } from "../fixtures/handlers.ts";
import { issueRow } from "../fixtures/issues.ts";
import { notice, noticePage, noticeSettings, waitingRequest } from "../fixtures/notices.ts";
import { failedSync, project, repository } from "../fixtures/projects.ts";
import { renderApp } from "../renderApp.tsx";

let stored: Notice[];
const list = vi.fn<Handler<"listNotices">>();
const readOne = vi.fn<Handler<"readNotice">>();
const readAll = vi.fn<Handler<"readNotices">>();
const unread = () => stored.filter(({ read }) => !read).length;
const handlers = {
  listNotices: list,
  readNotice: readOne,
  readNotices: readAll,
  countUnreadNotices: () => Promise.resolve(ok({ unread: unread() })),
  listProjects: respond([project()]),
  getDashboard: respond({ issues: [], recent_projects: [project()] }),
};

beforeEach(() => {
  stored = [
    notice(),
    notice({ id: "n-2", kind: "commented", data: { actor: "Ada" }, at: "2026-03-01T08:00:00.000Z" }),
    notice({ id: "n-3", kind: "closed", read: true }),
  ];
  list
    .mockReset()
    .mockImplementation(({ query }) =>
      Promise.resolve(
        ok(
          noticePage(
            stored.filter(
              ({ read, kind }) => (String(query.unread) !== "true" || !read) && (query.kind ?? kind) === kind,
            ),
          ),
        ),
      ),
    );
  readOne.mockReset().mockImplementation(({ params }) => {
    stored = stored.map((one) => (one.id === params.noticeId ? { ...one, read: true } : one));
    return Promise.resolve(ok({ unread: unread() }));
  });
  readAll.mockReset().mockImplementation(() => {
    stored = stored.map((one) => ({ ...one, read: true }));
    return Promise.resolve(ok({ unread: 0 }));
  });
});

test("the page lists what is unread before what was read, under days and projects, and marks it", async () => {
  await renderApp({ path: "/notifications", handlers });
  const fresh = within(await screen.findByRole("region", { name: "Unread" }));
  expect(fresh.getAllByRole("heading").map((heading) => heading.textContent)).toEqual([
    "Unread",
    "Today · Atlas",
    "Yesterday · Atlas",
  ]);
  expect(fresh.getByRole("link", { name: "#71 Tokens with a dot are cut in two was assigned to you" })).toHaveAttribute(
    "href",
    "/projects/atlas/issues/71",
  );
  // The button is replaced once its popover is loaded.
  await waitFor(() => expect(screen.getByRole("button", { name: "Notifications, 2 unread" })).toBeInTheDocument());
  await userEvent.click(fresh.getByRole("button", { name: /^Mark as read: #71/ }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Notifications, 1 unread" })).toBeInTheDocument());
  expect(readOne.mock.lastCall?.[0].params).toEqual({ noticeId: "n-1" });
  const markAll = screen.getByRole("button", { name: "Mark all as read" });
  await userEvent.click(markAll);
  expect(await screen.findByText("You have read everything.")).toBeInTheDocument();
  expect(markAll).toHaveFocus();
  expect(markAll).toHaveAttribute("aria-disabled", "true");
  expect(readAll.mock.lastCall?.[0].body).toEqual({ until: "2026-03-01T08:00:00.000Z" });
});

test("filters are in the address, and an empty choice has its own text", async () => {
  const { address } = await renderApp({ path: "/notifications?kind=closed", handlers });
  expect(await screen.findByRole("link", { name: /was closed$/ })).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Which notifications" }), "Unread");
  expect(await screen.findByRole("heading", { name: "No notification matches this choice" })).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe("/notifications?show=unread&kind=closed"));
  stored = [];
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Which notifications" }), "All");
  await waitFor(() => expect(address()).toBe("/notifications?kind=closed"));
  // The address changes before the page is drawn.
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Which notifications" })).toHaveDisplayValue("All"));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "All kinds");
  expect(await screen.findByRole("heading", { name: "No notifications yet" }, { timeout: 5000 })).toBeInTheDocument();
});

test("a list that fails is repeated", async () => {
  list.mockImplementationOnce(failWith({ status: 500 }));
  await renderApp({ path: "/notifications", handlers });
  await screen.findByText("The notifications could not be loaded");
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("region", { name: "Unread" })).toBeInTheDocument();
});

test("the bell lists unread notices and leads to all", async () => {
  await renderApp({ path: "/help", handlers });
  await userEvent.click(await screen.findByRole("button", { name: "Notifications, 2 unread" }, { timeout: 5000 }));
  const panel = within(await screen.findByRole("region", { name: "Notifications" }));
  expect(await panel.findByRole("link", { name: /was assigned to you$/ })).toBeInTheDocument();
  expect(panel.queryByRole("link", { name: /was closed$/ })).toBeNull();
  expect(panel.getByRole("link", { name: "All notifications" })).toHaveAttribute("href", "/notifications");
});

test("home lists what is new and what waits, and nothing twice", async () => {
  const issues = [issueRow(71, { id: "i-71" }), issueRow(72, { id: "i-72" })];
  stored = [
    notice(),
    notice({ id: "n-4", kind: "sync_failed", subject: { kind: "source", id: "r-1", title: "acme/atlas" } }),
  ];
  await renderApp({
    path: "/",
    handlers: {
      ...handlers,
      getDashboard: respond({
        issues: issues.map((issue) => ({ ...issue, project_name: "Atlas" })),
        recent_projects: [project({ repositories: [repository({ name: "acme/atlas", sync: failedSync() })] })],
      }),
      listWaitingRequests: respond([waitingRequest()]),
    },
  });
  const forYou = within(await screen.findByRole("region", { name: "For you" }));
  expect(await forYou.findAllByRole("link", { name: /#71/ })).toHaveLength(1);
  expect(forYou.queryByText(/sync/i)).toBeNull();
  const waiting = within(screen.getByRole("region", { name: "Waiting for me" }));
  expect(await waiting.findByRole("link", { name: "Read tokens with dots" })).toHaveAttribute(
    "href",
    "/projects/atlas/requests/r-1",
  );
  expect(await waiting.findByRole("link", { name: "acme/atlas in Atlas could not be synced" })).toBeInTheDocument();
  await waitFor(() => expect(waiting.queryByRole("link", { name: issues[0]?.title ?? "" })).toBeNull());
  expect(waiting.getByRole("link", { name: issues[1]?.title ?? "" })).toBeInTheDocument();
});

test("home begins with what waits while nothing is new, and reading the last notice moves nothing", async () => {
  const regions = () =>
    screen
      .getAllByRole("heading", { name: /^(For you|Waiting for me|Recent projects)$/ })
      .map((one) => one.textContent);
  stored = [];
  const quiet = await renderApp({ path: "/", handlers });
  expect(await screen.findByText("Nothing new since you were here.")).toBeInTheDocument();
  expect(regions()).toEqual(["Waiting for me", "For you", "Recent projects"]);
  quiet.unmount();
  stored = [notice()];
  await renderApp({ path: "/", handlers });
  const forYou = within(await screen.findByRole("region", { name: "For you" }));
  expect(regions()).toEqual(["For you", "Waiting for me", "Recent projects"]);
  await userEvent.click(await forYou.findByRole("button", { name: /read/i }));
  expect(await screen.findByText("Nothing new since you were here.")).toBeInTheDocument();
  expect(regions()).toEqual(["For you", "Waiting for me", "Recent projects"]);
});

test("requests that could not be loaded are not reported as nothing to do, and are loaded again", async () => {
  const waiting = vi.fn<Handler<"listWaitingRequests">>().mockImplementationOnce(failWith({ status: 500 }));
  waiting.mockImplementation(respond([]));
  await renderApp({
    path: "/",
    handlers: {
      ...handlers,
      getDashboard: respond({ issues: [], recent_projects: [project()] }),
      listWaitingRequests: waiting,
    },
  });
  const part = within(await screen.findByRole("region", { name: "Waiting for me" }));
  expect(await part.findByText("The requests that wait for you could not be loaded")).toBeInTheDocument();
  expect(part.queryByText(/waits for you\./)).toBeNull();
  await userEvent.click(part.getByRole("button", { name: "Retry" }));
  expect(await part.findByText(/^No issue, request or source waits for you\./)).toBeInTheDocument();
});

test.each([
  ["home", "/"],
  ["the bell", "/help"],
])("a notice that could not be marked as read is reported: %s", async (_, path) => {
  readOne.mockImplementation(failWith({ status: 500 }));
  await renderApp({ path, handlers: { ...handlers, listWaitingRequests: respond([]) } });
  if (path === "/help")
    await userEvent.click(await screen.findByRole("button", { name: "Notifications, 2 unread" }, { timeout: 5000 }));
  await userEvent.click(await screen.findByRole("button", { name: /^Mark as read: #71/ }));
  expect(await screen.findByText("They could not be marked as read")).toBeInTheDocument();
});

test("settings are saved at once, for kinds, projects and mails", async () => {
  let settings = noticeSettings();
  const put = vi.fn<Handler<"updateNoticeSettings">>(({ body }) => {
    settings = noticeSettings(body as Partial<typeof settings>);
    return Promise.resolve(ok(settings));
  });
  await renderApp({
    path: "/settings/notifications",
    handlers: { ...handlers, getNoticeSettings: () => Promise.resolve(ok(settings)), updateNoticeSettings: put },
  });
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Comments on my issues" }), "Off");
  await waitFor(() => expect(put.mock.lastCall?.[0].body).toMatchObject({ channels: { commented: "off" } }));
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Atlas" }), "In the app");
  await waitFor(() =>
    expect(put.mock.lastCall?.[0].body).toMatchObject({
      channels: { commented: "off" },
      projects: [{ project: "atlas", all: "app" }],
    }),
  );
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Atlas" }), "Only mentions of me");
  await waitFor(() =>
    expect(put.mock.lastCall?.[0].body).toMatchObject({
      projects: [{ project: "atlas", all: "off", channels: { mentioned: "single" } }],
    }),
  );
  expect(screen.getByRole("combobox", { name: "Atlas" })).toHaveDisplayValue("Only mentions of me");
  await userEvent.click(screen.getByRole("switch", { name: "Send me emails about notifications" }));
  await waitFor(() => expect(put.mock.lastCall?.[0].body).toMatchObject({ mails: false }));
  put.mockImplementationOnce(failWith({ status: 500, text: "Down." }));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Mentions of me" }), "Off");
  expect(await screen.findByText("The settings could not be saved")).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Mentions of me" })).toHaveValue("single"));
});

test("settings that are changed while they are saved are sent afterwards, and no answer undoes a later choice", async () => {
  const answers: (() => void)[] = [];
  const change = vi.fn<Handler<"updateNoticeSettings">>(
    ({ body }) =>
      new Promise((resolve) => {
        answers.push(() => resolve(ok(noticeSettings(body as Partial<NoticeSettings>))));
      }),
  );
  await renderApp({
    path: "/settings/notifications",
    handlers: { ...handlers, getNoticeSettings: respond(noticeSettings()), updateNoticeSettings: change },
  });
  const comments = await screen.findByRole("combobox", { name: "Comments on my issues" });
  const mentions = screen.getByRole("combobox", { name: "Mentions of me" });
  await userEvent.selectOptions(comments, "Off");
  await userEvent.selectOptions(mentions, "Off");
  expect(change).toHaveBeenCalledOnce();
  await act(async () => await Promise.resolve(answers[0]?.()));
  await waitFor(() => expect(change).toHaveBeenCalledTimes(2));
  expect(comments).toHaveValue("off");
  expect(mentions).toHaveValue("off");
  await act(async () => await Promise.resolve(answers[1]?.()));
  expect(await screen.findByText("Saved")).toBeInTheDocument();
  expect(comments).toHaveValue("off");
  expect(mentions).toHaveValue("off");
});

test("a number of unread notices that was requested before they were marked does not come back", async () => {
  let late = (): void => undefined;
  const count = vi.fn<Handler<"countUnreadNotices">>(respond({ unread: 2 }));
  await renderApp({ path: "/notifications", handlers: { ...handlers, countUnreadNotices: count } });
  await screen.findByRole("button", { name: "Notifications, 2 unread" }, { timeout: 5000 });
  count.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        late = () => resolve(ok({ unread: 2 }));
      }),
  );
  count.mockImplementation(respond({ unread: 0 }));
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await userEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
  await screen.findByRole("button", { name: "Notifications" });
  await act(async () => await Promise.resolve(late()));
  // All that follows the answer is done before the next task.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByRole("button", { name: "Notifications" })).toBeInTheDocument();
});

test("Turkish sentences", async () => {
  await renderApp({ path: "/notifications", handlers, locale: "tr" });
  expect(
    await screen.findByRole("link", { name: "#71 Tokens with a dot are cut in two size atandı" }),
  ).toBeInTheDocument();
  expect(screen.getAllByRole("heading", { name: "Bugün · Atlas" })).toHaveLength(2);
});

test("a sign-in as another user in another tab shows nothing of the first, and asks once", async () => {
  const names = ["Of Ada", "Of Bora"];
  const waiting = vi.fn<Handler<"listWaitingRequests">>(() =>
    Promise.resolve(ok([waitingRequest({ title: names.shift() ?? "asked too often" })])),
  );
  const counts = [5, 1, 7];
  const countUnreadNotices = vi.fn<Handler<"countUnreadNotices">>(() =>
    Promise.resolve(ok({ unread: counts.shift() ?? 99 })),
  );
  const { store } = await renderApp({
    path: "/",
    handlers: { ...handlers, listWaitingRequests: waiting, countUnreadNotices },
  });
  await screen.findByRole("link", { name: "Of Ada" });
  await screen.findByRole("button", { name: "Notifications, 5 unread" });
  await act(async () => {
    window.dispatchEvent(new StorageEvent("storage", { key: "authToken", newValue: "another" }));
    await Promise.resolve();
  });
  expect(store.session.token).toBe("another");
  await screen.findByRole("link", { name: "Of Bora" });
  expect(screen.queryByRole("link", { name: "Of Ada" })).toBeNull();
  await screen.findByRole("button", { name: "Notifications, 1 unread" });
  expect([waiting.mock.calls.length, countUnreadNotices.mock.calls.length]).toEqual([2, 2]);
  act(() => invalidateQueries(store, [queryKeys.allNotices()]));
  await screen.findByRole("button", { name: "Notifications, 7 unread" });
});

test("the projects of the settings are in no list while they are not known", async () => {
  const listProjects = vi.fn<Handler<"listProjects">>(failWith());
  await renderApp({
    path: "/settings/notifications",
    handlers: { ...handlers, listProjects, getNoticeSettings: respond(noticeSettings()) },
  });
  expect(await screen.findByText("The projects could not be loaded")).toBeInTheDocument();
  expect(screen.queryByText("You are in no project yet.")).toBeNull();
  listProjects.mockImplementation(respond([]));
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("You are in no project yet.")).toBeInTheDocument();
});
