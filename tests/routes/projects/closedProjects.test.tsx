import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { failWith, respond, type Handler } from "../../fixtures/handlers.ts";
import {
  closedProject,
  hostAccess,
  project,
  projectUser,
  projectUsers,
  sourceDetail,
} from "../../fixtures/projects.ts";
import { user } from "../../fixtures/people.ts";
import { chooseFromMenu } from "../chooseFromMenu.ts";
import { renderApp } from "../../renderApp.tsx";

const SLOW = { timeout: 10_000 };
afterEach(() => vi.restoreAllMocks());

test("home names the projects that are closed, and opens them when the host allows it", async () => {
  const check = vi.fn<Handler<"checkClosedProjects">>(respond([closedProject()]));
  await renderApp({
    path: "/",
    handlers: {
      getDashboard: respond({ issues: [], recent_projects: [], has_closed_projects: true }),
      listClosedProjects: respond([closedProject()]),
      checkClosedProjects: check,
    },
  });
  const panel = within(await screen.findByRole("region", { name: "Projects that are closed for you" }, SLOW));
  expect(panel.getByText("Atlas")).toBeVisible();
  expect(panel.getByText(/Connect your GitHub account, so that github\.com/)).toBeVisible();
  await userEvent.click(panel.getByRole("button", { name: "Check again" }));
  expect(await panel.findByText("Checked: nothing has changed.")).toBeVisible();
  check.mockImplementation(respond([]));
  await userEvent.click(panel.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(screen.queryByText("Projects that are closed for you")).toBeNull());
  expect(check).toHaveBeenCalledTimes(2);
});

test("home requests nothing of it without a closed project", async () => {
  const list = vi.fn<Handler<"listClosedProjects">>(respond([]));
  await renderApp({
    path: "/",
    handlers: { getDashboard: respond({ issues: [], recent_projects: [project()] }), listClosedProjects: list },
  });
  await screen.findByRole("combobox", { name: "Search all your projects" }, SLOW);
  expect(list).not.toHaveBeenCalled();
});

test("the address of a closed project names it, and connects the account", async () => {
  const open = vi.spyOn(window, "open").mockImplementation(() => null);
  await renderApp({
    path: "/projects/atlas",
    handlers: {
      getProject: failWith({ status: 404 }),
      listClosedProjects: respond([closedProject()]),
      oauthLogin: respond({ auth_url: "https://github.com/login/oauth/authorize?state=x" }),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Connect GitHub" }, SLOW));
  await waitFor(() => expect(open).toHaveBeenCalledWith("https://github.com/login/oauth/authorize?state=x", "_self"));
});

test("after an account was connected for a closed project, its hosts are asked and the project is shown", async () => {
  vi.spyOn(window, "open").mockImplementation(() => null);
  const read = vi.fn<Handler<"getProject">>(failWith({ status: 404 }));
  const check = vi.fn<Handler<"checkClosedProjects">>(() => {
    read.mockImplementation(respond(project()));
    return respond([])();
  });
  const { router } = await renderApp({
    path: "/projects/atlas",
    handlers: {
      getProject: read,
      listClosedProjects: respond([closedProject()]),
      checkClosedProjects: check,
      oauthLogin: respond({ auth_url: "https://github.com/login/oauth/authorize?state=x" }),
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Connect GitHub" }, SLOW));
  await waitFor(() => expect(window.open).toHaveBeenCalled());
  await act(() => router.navigate("/settings/integrations?provider=github&outcome=connected"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/atlas"), SLOW);
  expect(check).toHaveBeenCalledOnce();
  expect(await screen.findByRole("heading", { level: 1, name: /Atlas|Overview/ }, SLOW)).toBeVisible();
  // Once: the next account is connected from the settings.
  await act(() => router.navigate("/settings/integrations?provider=github&outcome=connected"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/settings/integrations"), SLOW);
  expect(check).toHaveBeenCalledOnce();
});

test("a check that opens the project shows it in place of the page that is not found", async () => {
  const read = vi.fn<Handler<"getProject">>(failWith({ status: 404 }));
  await renderApp({
    path: "/projects/atlas",
    handlers: {
      getProject: read,
      listClosedProjects: respond([closedProject()]),
      checkClosedProjects: () => {
        read.mockImplementation(respond(project()));
        return respond([])();
      },
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Check again" }, SLOW));
  await waitFor(() => expect(screen.queryByText("Page not found")).toBeNull(), SLOW);
  expect(await screen.findByRole("heading", { level: 1, name: /Atlas|Overview/ }, SLOW)).toBeVisible();
});

test("a Maintainer turns it on from the menu of a source, after the number of connected members", async () => {
  const choose = vi.fn<Handler<"chooseHostAccess">>(respond(hostAccess({ mirrored: true })));
  await renderApp({
    path: "/projects/atlas/sources",
    as: user({ providers: ["github"] }),
    handlers: {
      getProject: respond(project({ role: "Maintainer", trackers: [] })),
      listSources: respond([sourceDetail({ id: "r-atlas" })]),
      getHostAccess: respond(hostAccess()),
      chooseHostAccess: choose,
    },
  });
  await chooseFromMenu(await screen.findByRole("button", { name: /^Actions for/ }, SLOW), "Who may see it");
  const dialog = within(await screen.findByRole("dialog", { name: /^Who may see acme/ }, SLOW));
  await userEvent.click(await dialog.findByRole("radio", { name: /may see the source at its host/ }));
  expect(dialog.getByText(/3 of 7 members have connected a GitHub account/)).toBeVisible();
  expect(dialog.queryByRole("link", { name: "Connect your account" })).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(choose).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ params: { itemId: "r-atlas" }, body: { mirrored: true } }),
  );
});

test("the list of members has who is closed out, and why", async () => {
  await renderApp({
    path: "/projects/atlas/people",
    handlers: {
      getProject: respond(project()),
      listProjectUsers: respond([...projectUsers(), projectUser({ id: "u-x", name: "Xenia", closed: "refused" })]),
    },
  });
  expect(await screen.findByText("closed: refused by the host", undefined, SLOW)).toBeVisible();
});
