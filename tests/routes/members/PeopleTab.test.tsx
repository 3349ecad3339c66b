import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { companyUsers } from "../../fixtures/account.ts";
import { respond, failWith, type Handlers, type Handler } from "../../fixtures/handlers.ts";
import { project, projectUser, projectUsers } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

const host: Handlers = {
  getProject: respond(project()),
  listProjectUsers: respond(projectUsers()),
};

test("colleagues outside of the project are picked and added at once", async () => {
  const members = ["u-ada"];
  const users = vi.fn<Handler<"listCompanyUsers">>(({ query }) =>
    respond(
      query["projectSlug"] === undefined ? companyUsers() : companyUsers().filter(({ id }) => members.includes(id)),
    )(),
  );
  const add = vi.fn<Handler<"addProjectUsers">>(({ body }) => {
    members.push("u-bora", "u-cigdem");
    const { emails } = body;
    return respond(emails.map((email) => ({ ...projectUser({ id: email, email }), invitation_link: null })))();
  });
  await renderApp({
    handlers: {
      ...host,
      listProjectUsers: () =>
        respond(
          companyUsers()
            .filter(({ id }) => members.includes(id))
            .map((person) => projectUser({ ...person, role: "Owner" })),
        )(),
      listCompanyUsers: users,
      addProjectUsers: add,
    },
    path: "/projects/atlas/people",
  });
  const colleagues = within(await screen.findByRole("form", { name: "Colleagues" }));
  expect(users.mock.calls.map(([{ query }]) => query["projectSlug"])).toEqual([undefined, "atlas"]);
  expect(colleagues.queryByRole("checkbox", { name: /Ada/ })).toBeNull();
  await userEvent.type(colleagues.getByRole("searchbox"), "ÇİĞ");
  expect(colleagues.getAllByRole("checkbox")).toHaveLength(1);
  await userEvent.keyboard("{ArrowDown} ");
  await userEvent.clear(colleagues.getByRole("searchbox"));
  await userEvent.click(colleagues.getByRole("checkbox", { name: /Bora/ }));
  await userEvent.click(colleagues.getByRole("button", { name: "Add 2 people" }));
  await waitFor(() =>
    expect(add.mock.calls[0]?.[0].body).toEqual({ emails: ["bora@acme.example", "cigdem@acme.example"] }),
  );
  expect(await screen.findByText("Everyone in your company is in this project.")).toBeVisible();
});

test("shows the link of an invited outsider once, and reports a refusal at its form", async () => {
  const link = "https://clew.example/register?token=6f1d3a52-1a0b-4c57-9a43-0a57d1c4e001";
  const add = vi.fn<Handler<"addProjectUsers">>(({ body }) =>
    body.emails.includes("bora@acme.example")
      ? failWith({ status: 409, text: "The project is full." })()
      : respond([
          { ...projectUser(), invitation_link: null },
          { ...projectUser({ id: "u-out", email: "out@partner.example", pending: true }), invitation_link: link },
        ])(),
  );
  await renderApp({
    handlers: {
      ...host,
      listCompanyUsers: ({ query }) =>
        respond(query["projectSlug"] === undefined ? companyUsers() : companyUsers().slice(0, 1))(),
      addProjectUsers: add,
    },
    path: "/projects/atlas/people",
  });
  const outside = within(await screen.findByRole("region", { name: "People outside the company" }));
  await userEvent.type(outside.getByRole("textbox", { name: "Email addresses" }), "out@partner.example{Enter}");
  await userEvent.click(outside.getByRole("button", { name: "Add 1 person" }));
  const shown = within(await screen.findByRole("region", { name: "Invitation link" }));
  expect(shown.getByText(link)).toBeVisible();
  expect(shown.getByText("out@partner.example")).toBeVisible();
  await userEvent.click(shown.getByRole("button", { name: "Done" }));
  expect(screen.queryByText(link)).toBeNull();

  const colleagues = within(screen.getByRole("form", { name: "Colleagues" }));
  await userEvent.click(colleagues.getByRole("checkbox", { name: /Bora/ }));
  await userEvent.click(colleagues.getByRole("button", { name: "Add 1 person" }));
  expect(await colleagues.findByText("The project is full.")).toBeVisible();
  expect(outside.queryByText("The project is full.")).toBeNull();
  expect(colleagues.getByRole("checkbox", { name: /Bora/ })).toBeChecked();
});

test("colleagues that cannot be loaded leave typed addresses possible", async () => {
  await renderApp({
    handlers: { ...host, listCompanyUsers: failWith() },
    path: "/projects/atlas/people",
  });
  expect(await screen.findByText("Your colleagues could not be loaded")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Email addresses" })).toBeEnabled();
});
