import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { SourceDetail } from "../../../contract/sources/sources.ts";
import { err, ok, type Result } from "../../../src/services/result.ts";
import { apiError, failWith, respond, type Handler, type Handlers } from "../../fixtures/handlers.ts";
import { failedSync, project, sourceDetail, tracker } from "../../fixtures/projects.ts";
import { chooseFromMenu } from "../chooseFromMenu.ts";
import { renderApp } from "../../renderApp.tsx";

const host: Handlers = { getProject: respond(project()) };

/** The page has a repository and a tracker of one name; a dialog may cover it. */
const repositoryMenu = async (): Promise<HTMLElement> => {
  const repositories = await screen.findByRole("region", { name: "Repositories", hidden: true });
  return within(repositories).findByRole("button", { name: "Actions for acme/atlas", hidden: true });
};

test("a source is paused and resumed, the number of linked items is shown, and a webhook's secret is shown once", async () => {
  const detail = sourceDetail({
    id: "r-atlas",
    kind: "repository",
    notes: [{ code: "requests", text: "Pull requests were not read: the token lacks a scope." }],
    left_out: [{ kind: "draft_release", count: 2 }],
    links: { linked: 12, total: 40 },
    requests: { total: 9, reviewed: 7 },
  });
  const pause = vi.fn<Handler<"pauseSource">>(respond({ ...detail, paused_at: "2026-11-21T10:00:00.000Z" }));
  const resume = vi.fn<Handler<"resumeSource">>(respond(detail));
  const hook = respond({ url: "https://clew.example/api/v1/webhooks/r-atlas/", secret: "s3cret", events: ["push"] });
  await renderApp({
    handlers: {
      ...host,
      listSources: respond([detail]),
      pauseSource: pause,
      resumeSource: resume,
      createWebhook: hook,
    },
    path: "/projects/atlas/sources",
  });
  expect(await screen.findByText("12 of 40 commits belong to an issue")).toBeVisible();
  expect(screen.getByText(/Pull requests were not read/)).toBeVisible();
  await chooseFromMenu(await repositoryMenu(), "Webhook");
  expect(await screen.findByText("s3cret")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await chooseFromMenu(await repositoryMenu(), "Pause");
  expect(await screen.findByText("Paused")).toBeVisible();
  expect(pause).toHaveBeenCalledTimes(1);
  await chooseFromMenu(await repositoryMenu(), "Resume");
  await waitFor(() => expect(screen.queryByText("Paused")).toBeNull());
  expect(resume).toHaveBeenCalledTimes(1);
});

test("a source is busy while its pause is requested, and a failure is shown", async () => {
  let answer: (result: Result<SourceDetail>) => void = () => undefined;
  await renderApp({
    handlers: {
      ...host,
      listSources: respond([sourceDetail({ id: "r-atlas", kind: "repository" })]),
      pauseSource: () => new Promise((resolve) => (answer = resolve)),
    },
    path: "/projects/atlas/sources",
  });
  const menu = await repositoryMenu();
  await chooseFromMenu(menu, "Pause");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await userEvent.keyboard("{Enter}");
  const pause = await screen.findByRole("menuitem", { name: "Pause" });
  expect(pause).toHaveAttribute("aria-disabled", "true");
  await act(async () => answer(err(apiError())));
  expect(await screen.findByText("The host is being restarted.")).toBeVisible();
  expect(pause).not.toHaveAttribute("aria-disabled");
});

test("a dialog cannot be closed while it saves, and the late response closes no other dialog of the same source", async () => {
  const detail = sourceDetail({ id: "r-atlas", kind: "repository" });
  let answer: (result: Result<SourceDetail>) => void = () => undefined;
  await renderApp({
    handlers: {
      ...host,
      listSources: respond([detail]),
      renewSourceAccess: () => new Promise((resolve) => (answer = resolve)),
    },
    path: "/projects/atlas/sources",
  });
  const menu = await repositoryMenu();
  await chooseFromMenu(menu, "Change access");
  const access = within(await screen.findByRole("dialog", { name: "Access to acme/atlas" }));
  await userEvent.type(access.getByLabelText("Access token"), "t0ken");
  await userEvent.click(access.getByRole("button", { name: "Check and save" }));
  await waitFor(() => expect(access.getByRole("button", { name: "Close" })).toBeDisabled());
  // As an assistive technology can, which does not stop at the backdrop. The dialog takes a focus outside of it back, so no key is used.
  await userEvent.click(await repositoryMenu());
  await userEvent.click(await screen.findByRole("menuitem", { name: "Branches and tags" }));
  const dialog = await screen.findByRole("dialog", { name: /Branches and tags/ });
  await act(async () => answer(ok(detail)));
  expect(dialog).toBeVisible();
});

test("a source whose token has run out is given a new one in its place", async () => {
  const sync = failedSync({ error_code: "unauthorized" });
  const renew = vi
    .fn<Handler<"renewSourceAccess">>()
    .mockImplementationOnce(
      failWith({ status: 400, fields: { "credential -> token": ["The token is not accepted."] } }),
    )
    .mockImplementation(respond(sourceDetail()));
  const get = vi.fn<Handler<"getProject">>(respond(project({ role: "Maintainer", trackers: [tracker({ sync })] })));
  await renderApp({
    handlers: { getProject: get, listSources: respond([sourceDetail()]), renewSourceAccess: renew },
    path: "/projects/atlas/sources",
  });
  await userEvent.click(await screen.findByRole("button", { name: "Change access to acme/atlas" }));
  const dialog = await screen.findByRole("dialog", { name: "Access to acme/atlas" });
  await userEvent.type(within(dialog).getByLabelText(/^Access token/), "ghp_old");
  await userEvent.click(within(dialog).getByRole("button", { name: "Check and save" }));
  expect(await within(dialog).findByText("credential -> token: The token is not accepted.")).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole("button", { name: "Check and save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(renew).toHaveBeenLastCalledWith(expect.objectContaining({ body: { credential: { token: "ghp_old" } } }));
  expect(get.mock.calls.length).toBeGreaterThan(1);
});
