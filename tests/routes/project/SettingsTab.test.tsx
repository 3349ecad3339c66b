import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ok } from "../../../src/services/result.ts";
import { user } from "../../fixtures/people.ts";
import { respond, failWith, type Handlers, type Handler } from "../../fixtures/handlers.ts";
import { project, projects, sourceDetail } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

const contents = {
  repositories: 1,
  trackers: 2,
  wikis: 0,
  issues: 41,
  pages: 0,
  requests: 3,
  members: 2,
  tokens: 1,
  webhooks: 0,
  feedback: 5,
  backtests: 0,
};
const open = (host: Handlers = {}, role: "Owner" | "Maintainer" | "Viewer" = "Owner") =>
  renderApp({
    handlers: {
      listProjects: respond(projects(1)),
      getProject: respond(project({ role })),
      projectContents: respond(contents),
      ...host,
    },
    path: "/projects/atlas/settings",
  });

test("a project is renamed at the same address", async () => {
  let name = "Atlas";
  const rename = vi.fn<Handler<"updateProject">>(({ body }) => {
    ({ name } = body as { name: string });
    return Promise.resolve(ok(project({ name })));
  });
  const { address } = await open({
    getProject: () => Promise.resolve(ok(project({ name, role: "Owner" }))),
    updateProject: rename,
  });
  const field = await screen.findByLabelText("Project name");
  expect(screen.getByText(/The address stays \/projects\/atlas,/)).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, "Borealis{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Borealis" });
  expect(field).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Rename" }));
  // An unchanged name is not sent.
  expect(rename).toHaveBeenCalledOnce();
  expect(rename).toHaveBeenCalledWith(expect.objectContaining({ body: { name: "Borealis" } }));
  expect(address()).toBe("/projects/atlas/settings");
});

test("deleting lists what is lost and wants the name", async () => {
  const remove = vi.fn<Handler<"deleteProject">>(respond(null));
  const { address } = await open({ deleteProject: remove });
  await userEvent.click(await screen.findByRole("button", { name: "Delete project" }));
  const dialog = within(await screen.findByRole("dialog"));
  for (const lost of [
    "1 repository",
    "2 trackers",
    "41 issues",
    "2 people lose access",
    "1 MCP token no longer opens it",
  ])
    expect(await dialog.findByText(lost)).toBeInTheDocument();
  expect(dialog.queryByText(/wiki/)).toBeNull();
  const button = dialog.getByRole("button", { name: "Delete project" });
  expect(button).toBeDisabled();
  await userEvent.type(dialog.getByLabelText("Type Atlas to confirm"), "Atlas");
  await userEvent.click(button);
  await waitFor(() => expect(address()).toBe("/projects"));
  expect(remove).toHaveBeenCalledTimes(1);
});

test("a delete that is refused shows the reason and keeps the project", async () => {
  const { address } = await open({ deleteProject: failWith({ status: 409, text: "A sync is running." }) });
  await userEvent.click(await screen.findByRole("button", { name: "Delete project" }));
  await userEvent.type(await screen.findByLabelText("Type Atlas to confirm"), "Atlas{Enter}");
  expect(await screen.findByText("A sync is running.")).toBeInTheDocument();
  expect(address()).toBe("/projects/atlas/settings");
});

test("one leaves by oneself", async () => {
  const leave = vi.fn<Handler<"removeProjectUsers">>(respond(null));
  const { address } = await open({ removeProjectUsers: leave }, "Viewer");
  await userEvent.click(await screen.findByRole("button", { name: "Leave project" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(address()).toBe("/projects"));
  expect(leave).toHaveBeenCalledWith(expect.objectContaining({ body: { emails: [user().email] } }));
});

test("a webhook is removed, and only where there is one", async () => {
  const { repositories } = project();
  const [source] = repositories;
  if (!source) throw new Error("The project of the fixtures has a repository.");
  const remove = vi.fn<Handler<"removeWebhook">>(respond(null));
  await open({
    listSources: respond(
      project().repositories.map(({ id }) => sourceDetail({ id, kind: "repository", has_webhook: id === source.id })),
    ),
    removeWebhook: remove,
  });
  await userEvent.click(await screen.findByRole("button", { name: `Remove webhook: ${source.name}` }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove webhook" }));
  await screen.findByText(/No source of this project has a webhook/);
  expect(remove).toHaveBeenCalledTimes(1);
});

test("a dialog keeps its words while it closes", async () => {
  const [source] = project().repositories;
  await open({
    listSources: respond([sourceDetail({ id: source?.id ?? "", kind: "repository", has_webhook: true })]),
  });
  await userEvent.click(await screen.findByRole("button", { name: `Remove webhook: ${source?.name}` }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(dialog).toHaveTextContent(source?.name ?? "");
  expect(dialog).not.toHaveTextContent("Leave");
});

test("what a role does not allow is disabled, with the reason", async () => {
  await open({}, "Viewer");
  expect(await screen.findByLabelText("Project name")).toBeDisabled();
  expect(screen.getByText(/An Owner or Maintainer can rename/)).toBeVisible();
  expect(await screen.findByRole("button", { name: "Delete project" })).toBeDisabled();
  expect(screen.getByText(/Only an Owner can delete/)).toBeVisible();
});

test("the navigation of a project leads to its settings", async () => {
  await renderApp({
    handlers: { getProject: respond(project()), listProjectUsers: respond([]) },
    path: "/projects/atlas/people",
  });
  expect(await screen.findByRole("link", { name: "Settings" })).toHaveAttribute("href", "/projects/atlas/settings");
});
