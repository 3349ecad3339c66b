import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { usableInstallation } from "../../fixtures/apps.ts";
import { linkedGroup } from "../../fixtures/linkedGroups.ts";
import { expect, test, vi } from "vitest";
import type { ProjectBody } from "../../../contract/projects.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { memoryStorage } from "../../fixtures/memoryStorage.ts";
import { respond, failWith, type Handlers, type Handler } from "../../fixtures/handlers.ts";
import { project } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

const valid = respond({ valid: true, name: "acme/atlas", visibility: "private", default_branch: "main" });
const host: Handlers = {
  validateRepository: valid,
  validateTracker: valid,
  validateWiki: valid,
  createProject: respond(project()),
  syncProject: respond(project()),
  getProject: respond(project()),
};
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const current = () => document.querySelector("[aria-current=step]");
/** Next, and the step after it. */
const next = async () => {
  const before = current()?.textContent;
  await press("Next");
  await waitFor(() => expect(current()).not.toHaveTextContent(before ?? ""));
};
const nameIt = async (name = "Atlas") => {
  await userEvent.type(await screen.findByRole("textbox", { name: "Project name" }), name);
  await next();
};

test("requires a name, reports its absence at the field, and then continues with the focus on the next heading", async () => {
  const { address } = await renderApp({ handlers: host, path: "/wizard?step=review" });
  expect(await screen.findByRole("textbox", { name: "Project name" })).toHaveFocus();
  await press("Next");
  expect(screen.getByRole("textbox", { name: "Project name" })).toHaveAccessibleDescription("This field is required");
  expect(screen.getByRole("textbox", { name: "Project name" })).toHaveFocus();
  await nameIt();
  await waitFor(() => expect(address()).toBe("/wizard?step=repositories"));
  expect(await screen.findByRole("heading", { name: "Which repositories belong to it?" })).toHaveFocus();
  expect(current()).toHaveTextContent("Repositories");
});

test("creates what was entered, starts the first sync and goes to the project", async () => {
  const create = vi.fn<Handler<"createProject">>(host.createProject);
  const start = vi.fn<Handler<"syncProject">>(host.syncProject);
  const { address, tabStorage } = await renderApp({
    handlers: { ...host, createProject: create, syncProject: start },
    path: "/wizard",
  });
  await nameIt("  Atlas ");
  // Next also submits what is in the form.
  await userEvent.type(screen.getByRole("textbox", { name: "URL" }), "https://github.com/acme/atlas");
  await userEvent.click(screen.getByRole("radio", { name: "With a token" }));
  await userEvent.type(screen.getByLabelText("Access token"), "ghp_1");
  await next();
  await waitFor(() => expect(address()).toBe("/wizard?step=trackers"));
  await next();
  await waitFor(() => expect(address()).toBe("/wizard?step=wikis"));
  await userEvent.type(
    await screen.findByRole("textbox", { name: "URL" }),
    "https://acme.atlassian.net/wiki/spaces/ATL",
  );
  await userEvent.type(screen.getByLabelText("Access token"), "atl_1");
  await userEvent.type(screen.getByRole("textbox", { name: "User name" }), "mira@acme.example");
  await next();
  await userEvent.type(await screen.findByRole("textbox", { name: "Email addresses" }), "Bora@acme.example");
  // An address that was typed and not added comes along as well.
  await next();
  await userEvent.click(await screen.findByRole("button", { name: "Create and sync" }));
  await waitFor(() => expect(address()).toBe("/projects/atlas"));
  expect(create.mock.calls[0]?.[0].body).toEqual({
    name: "Atlas",
    repositories: [{ provider: "github", url: "https://github.com/acme/atlas", credential: { token: "ghp_1" } }],
    trackers: [],
    wikis: [
      {
        provider: "confluence",
        url: "https://acme.atlassian.net/wiki/spaces/ATL",
        credential: { token: "atl_1", username: "mira@acme.example" },
      },
    ],
    emails: ["bora@acme.example"],
  } satisfies ProjectBody);
  expect(start).toHaveBeenCalledTimes(1);
  expect(tabStorage.getItem("clew.wizard")).toBeNull();
});

test("a GitHub App is preselected, with the installation on the account of the address", async () => {
  const validate = vi.fn<Handler<"validateRepository">>(valid);
  const { address } = await renderApp({
    handlers: {
      ...host,
      validateRepository: validate,
      listUsableInstallations: respond([
        usableInstallation(),
        usableInstallation({ id: "installation-2", account: "acme-labs" }),
      ]),
      installationRepositories: respond({ results: [], next: null }),
    },
    path: "/wizard",
  });
  await nameIt("Atlas");
  await waitFor(() => expect(screen.getByRole("radio", { name: "With a GitHub App" })).toBeChecked());
  await userEvent.type(screen.getByRole("textbox", { name: "URL" }), "https://github.com/acme-labs/atlas");
  await next();
  await waitFor(() => expect(address()).toBe("/wizard?step=trackers"));
  expect(validate.mock.lastCall?.[0].body).toEqual({
    provider: "github",
    url: "https://github.com/acme-labs/atlas",
    installation_id: "installation-2",
  });
});

test("a group of repositories is linked once the project exists, and its token is never stored", async () => {
  const link = vi.fn<Handler<"linkGroup">>(respond(linkedGroup()));
  const { address, tabStorage } = await renderApp({ handlers: { ...host, linkGroup: link }, path: "/wizard" });
  await nameIt("Atlas");
  await userEvent.click(screen.getByText("Or link a whole group"));
  await userEvent.type(await screen.findByRole("textbox", { name: "Address of the group" }), "https://github.com/acme");
  await userEvent.type(screen.getByRole("textbox", { name: "Not these names" }), "*-archive");
  await next();
  await waitFor(() => expect(address()).toBe("/wizard?step=trackers"));
  expect(tabStorage.getItem("clew.wizardGroups")).toContain("https://github.com/acme");
  await next();
  await waitFor(() => expect(address()).toBe("/wizard?step=wikis"));
  await next();
  await screen.findByRole("textbox", { name: "Email addresses" });
  await next();
  await userEvent.click(await screen.findByRole("button", { name: "Create and sync" }));
  await waitFor(() => expect(address()).toBe("/projects/atlas"));
  expect(link.mock.calls[0]?.[0].body).toMatchObject({
    provider: "github",
    url: "https://github.com/acme",
    filter: { exclude: ["*-archive"], archived: false },
  });
  expect(tabStorage.getItem("clew.wizardGroups")).toBeNull();
});

test("a group whose token is entered again stays in the list until it is added, and what was typed for another stays", async () => {
  const tabStorage = memoryStorage();
  const link = vi.fn<Handler<"linkGroup">>(respond(linkedGroup()));
  const handlers = { ...host, linkGroup: link };
  const first = await renderApp({ handlers, path: "/wizard", tabStorage });
  await nameIt("Atlas");
  await userEvent.click(screen.getByText("Or link a whole group"));
  const form = () => within(screen.getByRole("form", { name: "Link a group of repositories" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Address of the group" }), "https://github.com/acme");
  await userEvent.click(form().getByRole("radio", { name: "With a token" }));
  await userEvent.type(form().getByLabelText("Access token"), "ghp_secret");
  await userEvent.click(form().getByRole("button", { name: "Link group" }));
  await screen.findByText("https://github.com/acme");
  first.unmount();

  await renderApp({ handlers, path: "/wizard?step=repositories", tabStorage });
  await userEvent.click(await screen.findByText("Or link a whole group"));
  const address = () => screen.getByRole("textbox", { name: "Address of the group" });
  await userEvent.type(address(), "https://github.com/other");
  await userEvent.click(screen.getByRole("button", { name: "Enter the token" }));
  expect(address()).toHaveValue("https://github.com/acme");
  // It is still one of the project's groups, here and in the review, where its token is missing.
  expect(screen.getByText("https://github.com/acme")).toBeInTheDocument();
  expect(tabStorage.getItem("clew.wizardGroups")).toContain("https://github.com/acme");
  await userEvent.click(screen.getByRole("button", { name: /^Review/ }));
  expect(await screen.findByRole("button", { name: "Create and sync" })).toBeDisabled();
  expect(screen.getByText("https://github.com/acme")).toBeInTheDocument();

  await userEvent.click(screen.getByRole("button", { name: /^Repositories/ }));
  expect(await screen.findByRole("textbox", { name: "Address of the group" })).toHaveValue("https://github.com/acme");
  await userEvent.type(form().getByLabelText("Access token"), "ghp_again");
  await userEvent.click(form().getByRole("button", { name: "Save" }));
  expect(screen.getAllByText("https://github.com/acme")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Enter the token" })).toBeNull();
  expect(address()).toHaveValue("https://github.com/other");
});

test("a group is changed before the project exists, and a change that is cancelled has no effect", async () => {
  const link = vi.fn<Handler<"linkGroup">>(respond(linkedGroup()));
  await renderApp({ handlers: { ...host, linkGroup: link }, path: "/wizard" });
  await nameIt("Atlas");
  await userEvent.click(screen.getByText("Or link a whole group"));
  const form = () => within(screen.getByRole("form", { name: "Link a group of repositories" }));
  const exclude = () => form().getByRole("textbox", { name: "Not these names" });
  await userEvent.type(await screen.findByRole("textbox", { name: "Address of the group" }), "https://github.com/acme");
  await userEvent.click(form().getByRole("button", { name: "Link group" }));
  await userEvent.click(await screen.findByRole("button", { name: "Edit acme" }));
  await userEvent.type(exclude(), "nothing-*");
  await userEvent.click(form().getByRole("button", { name: "Cancel" }));
  await userEvent.click(screen.getByRole("button", { name: "Edit acme" }));
  expect(exclude()).toHaveValue("");
  await userEvent.type(exclude(), "*-archive");
  await userEvent.click(form().getByRole("button", { name: "Save" }));
  expect(screen.getAllByText("https://github.com/acme")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: /^Review/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Create and sync" }));
  await waitFor(() => expect(link).toHaveBeenCalledOnce());
  expect(link.mock.calls[0]?.[0].body).toMatchObject({ filter: { exclude: ["*-archive"] } });
});

test("a step that was left keeps its values over a reload, and a token is never stored", async () => {
  const tabStorage = memoryStorage();
  const write = vi.spyOn(tabStorage, "setItem");
  const first = await renderApp({ handlers: host, path: "/wizard", tabStorage });
  await nameIt();
  await userEvent.type(screen.getByRole("textbox", { name: "URL" }), "https://github.com/acme/atlas");
  await userEvent.click(screen.getByRole("radio", { name: "With a token" }));
  await userEvent.type(screen.getByLabelText("Access token"), "ghp_secret");
  await userEvent.click(screen.getByRole("button", { name: "Add repository" }));
  await screen.findByRole("button", { name: "Remove acme/atlas" });
  await userEvent.type(screen.getByRole("textbox", { name: "URL" }), "https://half.typed.example");
  expect(write.mock.calls.flat().join(" ")).not.toContain("ghp_secret");
  first.unmount();

  await renderApp({ handlers: host, path: "/wizard?step=repositories", tabStorage });
  expect(await screen.findByText("https://github.com/acme/atlas")).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "URL" })).toHaveValue("https://half.typed.example");
  expect(screen.getByText(/a token is not kept when the page reloads/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Enter the token" }));
  expect(screen.getByLabelText("Access token")).toHaveFocus();
  expect(screen.getByRole("textbox", { name: "URL" })).toHaveValue("https://github.com/acme/atlas");
  expect(screen.getByLabelText("Access token")).toHaveValue("");
});

test("damaged storage starts a clean wizard", async () => {
  const tabStorage = memoryStorage();
  tabStorage.setItem(
    "clew.wizard",
    '{"version":1,"draft":{"name":7,"sources":{"repository":"x"},"emails":[1,"a@b.example"]}}',
  );
  await renderApp({ handlers: host, path: "/wizard", tabStorage });
  expect(await screen.findByRole("textbox", { name: "Project name" })).toHaveValue("");
});

test("reports a refusal of the host at the field that it names, and keeps all input", async () => {
  const refused = failWith({
    status: 400,
    fields: { url: ["There is no repository at this address (404)."] },
  });
  await renderApp({ handlers: { ...host, validateRepository: refused }, path: "/wizard" });
  await nameIt();
  const url = screen.getByRole("textbox", { name: "URL" });
  await userEvent.type(url, "https://github.com/acme/nothing");
  await userEvent.click(screen.getByRole("button", { name: "Validate" }));
  await waitFor(() => expect(url).toHaveAccessibleDescription(/There is no repository at this address \(404\)\./));
  expect(url).toHaveFocus();
  expect(url).toHaveValue("https://github.com/acme/nothing");
});

test("a refused creation leads to the step with the mistake, and the rest stays", async () => {
  const refused = failWith({
    status: 400,
    fields: { name: ["There is a project of this name."] },
  });
  const { address } = await renderApp({ handlers: { ...host, createProject: refused }, path: "/wizard" });
  await nameIt();
  for (let step = 0; step < 4; step += 1) await next();
  await userEvent.click(await screen.findByRole("button", { name: "Create and sync" }));
  await waitFor(() => expect(address()).toBe("/wizard"));
  const field = await screen.findByRole("textbox", { name: "Project name" });
  expect(field).toHaveValue("Atlas");
  expect(field).toHaveAccessibleDescription("name: There is a project of this name.");
});

test("reports a refused source at its row", async () => {
  const refused = failWith({
    status: 400,
    fields: { "repositories -> 0 -> url": ["The host does not know it any more."] },
  });
  const { address } = await renderApp({ handlers: { ...host, createProject: refused }, path: "/wizard" });
  await nameIt();
  await userEvent.type(screen.getByRole("textbox", { name: "URL" }), "https://github.com/acme/atlas{Enter}");
  await screen.findByRole("button", { name: "Remove acme/atlas" });
  for (let step = 0; step < 4; step += 1) await next();
  await userEvent.click(await screen.findByRole("button", { name: "Create and sync" }));
  await waitFor(() => expect(address()).toBe("/wizard?step=repositories"));
  const list = await screen.findByRole("list", { name: "Repositories" });
  expect(within(list).getByRole("alert")).toHaveTextContent("The host does not know it any more.");
});

test("a private source is marked on Standard before the project is created, and only there", async () => {
  const standard = user({ company_plan: companyPlan({ plan: { name: "Standard" } }), projects_count: 0 });
  for (const [person, marks] of [
    [standard, 1],
    [user(), 0],
  ] as const) {
    const { unmount, address } = await renderApp({ handlers: host, path: "/wizard", as: person });
    await nameIt();
    await userEvent.type(screen.getByRole("textbox", { name: "URL" }), "https://github.com/acme/atlas{Enter}");
    await screen.findByText("https://github.com/acme/atlas");
    expect(screen.queryAllByText(/this source is not known to be one/)).toHaveLength(marks);
    for (let step = 0; step < 4; step += 1) await next();
    await waitFor(() => expect(address()).toBe("/wizard?step=review"));
    expect(screen.queryAllByText(/this source is not known to be one/)).toHaveLength(marks);
    const create = screen.getByRole("button", { name: "Create and sync" });
    expect(create.hasAttribute("disabled")).toBe(marks > 0);
    unmount();
  }
});

test("the Standard plan is explained before it bites, and its second source closes the form", async () => {
  const standard = user({ company_plan: companyPlan({ plan: { name: "Standard" } }), projects_count: 0 });
  const validate = vi.fn<Handler<"validateRepository">>(valid);
  await renderApp({ handlers: { ...host, validateRepository: validate }, path: "/wizard", as: standard });
  await nameIt();
  expect(screen.getByRole("note")).toHaveTextContent(
    "Standard plan: 1 open-source project with up to 2 data sources. Private repositories and trackers need Premium. 2 data sources left.",
  );
  for (const name of ["one", "two"]) {
    await userEvent.type(screen.getByRole("textbox", { name: "URL" }), `https://a.example/${name}{Enter}`);
    await screen.findByText(`https://a.example/${name}`);
  }
  expect(validate).toHaveBeenCalledTimes(2);
  expect(screen.getByRole("note")).toHaveTextContent("Both are in use.");
  expect(screen.queryByRole("textbox", { name: "URL" })).toBeNull();
});

test("an added source is edited in its place with all that was typed, and a half-typed new one stays", async () => {
  const validate = vi.fn<Handler<"validateRepository">>(valid);
  const { tabStorage } = await renderApp({
    handlers: { ...host, validateRepository: validate },
    path: "/wizard",
  });
  const url = () => screen.getByRole("textbox", { name: "URL" });
  const address = (name: string): string => `https://github.com/acme/${name}`;
  await nameIt();
  for (const name of ["one", "two"]) {
    await userEvent.type(url(), address(name));
    await userEvent.click(screen.getByRole("radio", { name: "With a token" }));
    await userEvent.type(screen.getByLabelText("Access token"), `ghp_${name}{Enter}`);
    await screen.findByText(address(name));
  }
  await userEvent.type(url(), "https://half.typed.example");
  await userEvent.click(screen.getAllByRole("button", { name: "Edit acme/atlas" })[0]!);
  expect(url()).toHaveValue(address("one"));
  expect(screen.getByLabelText("Access token")).toHaveValue("ghp_one");
  expect(url()).toHaveFocus();
  expect(tabStorage.getItem("clew.wizard")).not.toContain("ghp_");

  // Cancelled, nothing has changed.
  await userEvent.type(url(), "-other");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByText(address("one"))).toBeInTheDocument();
  expect(url()).toHaveValue("https://half.typed.example");
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Edit acme/atlas" })[0]).toHaveFocus());

  // Saved, it has the same place, and the host was asked.
  await userEvent.click(screen.getAllByRole("button", { name: "Edit acme/atlas" })[0]!);
  await userEvent.type(url(), "-more");
  validate.mockClear();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(address("one-more"));
  expect(validate.mock.calls[0]?.[0].body).toMatchObject({
    url: address("one-more"),
    credential: { token: "ghp_one" },
  });
  const rows = within(screen.getByRole("list", { name: "Repositories" })).getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining(address("one-more")),
    expect.stringContaining(address("two")),
  ]);
  expect(url()).toHaveValue("https://half.typed.example");
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Edit acme/atlas" })[0]).toHaveFocus());
});

test("a folder that the repository lacks is named at its field, and other folders are asked for again", async () => {
  const missing = "The branch main has no folder services/pya. Upper and lower case must match.";
  const validate = vi.fn<Handler<"validateRepository">>((request) =>
    (request.body.folders ?? []).includes("services/pya")
      ? failWith({ status: 400, fields: { folders: [missing] } })()
      : valid(),
  );
  await renderApp({ handlers: { ...host, validateRepository: validate }, path: "/wizard" });
  await nameIt();
  await userEvent.type(screen.getByRole("textbox", { name: "URL" }), "https://github.com/acme/atlas");
  await userEvent.click(screen.getByRole("button", { name: "Validate" }));
  await screen.findByText("acme/atlas can be linked");
  await userEvent.click(screen.getByText("Only some folders of the repository"));
  const field = await screen.findByRole("textbox", { name: "Folders, one a line" });
  await userEvent.type(field, "services/pya");
  // The answer about the whole repository is not one about the folder.
  await userEvent.click(screen.getByRole("button", { name: "Add repository" }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(missing)));
  expect(screen.queryByRole("button", { name: "Remove acme/atlas" })).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, "services/pay");
  await userEvent.click(screen.getByRole("button", { name: "Add repository" }));
  await screen.findByRole("button", { name: "Remove acme/atlas" });
});
