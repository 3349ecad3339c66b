import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { persons } from "../../fixtures/persons.ts";
import { respond, pending, failWith, type Handlers, type Handler } from "../../fixtures/handlers.ts";
import { project, projectUsers } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

const open = async (part: Handlers = {}, { role = "Maintainer", query = "" } = {}) => {
  const host = {
    getProject: vi.fn<Handler<"getProject">>(respond(project({ role: role as "Maintainer" }))),
    listProjectUsers: vi.fn<Handler<"listProjectUsers">>(respond(projectUsers())),
    listPersons: vi.fn<Handler<"listPersons">>(respond(persons())),
  };
  const view = await renderApp({ handlers: { ...host, ...part }, path: `/projects/atlas/people${query}` });
  return { ...view, host };
};
// The first test of the file waits for the screen's code as well.
const list = () => screen.findByRole("list", { name: "People in code and issues" }, { timeout: 10_000 });

test("a Maintainer sees who was joined and why, puts two together by hand, sets one apart and undoes", async () => {
  const merge = vi.fn<Handler<"mergePersons">>(respond({ id: "m-2", name: "Ada", made_at: "2026-11-21T10:00:00Z" }));
  const undo = vi.fn<Handler<"undoPersonMerge">>(respond(null));
  const { host } = await open({ mergePersons: merge, undoPersonMerge: undo });
  const people = await list();
  expect(within(people).getAllByText("same address")).toHaveLength(2);
  expect(within(people).getByText("no-reply address of this login")).toBeInTheDocument();
  expect(within(people).getByText("program")).toBeInTheDocument();
  // A person with a single identity needs no reason.
  const linus = within(people).getByRole("list", { name: "Linus is known as" });
  expect(within(linus).queryByText(/same|hand/)).toBeNull();

  await userEvent.click(within(people).getByRole("checkbox", { name: "Choose Ada Lovelace" }));
  const form = screen.getByRole("form", { name: "Merge" });
  expect(within(form).getByRole("button", { name: "Merge" })).toBeDisabled();
  await userEvent.click(within(people).getByRole("checkbox", { name: "Choose Linus" }));
  const chosen = screen.getByRole("form", { name: "Merge" });
  expect(within(chosen).getByText("Chosen: Ada Lovelace, Linus")).toBeInTheDocument();
  await userEvent.click(within(chosen).getByRole("button", { name: "Merge" }));
  expect(merge).toHaveBeenLastCalledWith(
    expect.objectContaining({
      body: {
        project: "atlas",
        name: "Ada Lovelace",
        identities: ["account:a1", "author:1", "author:2", "account:l1"],
      },
    }),
  );
  await waitFor(() => expect(screen.queryByRole("form", { name: "Merge" })).toBeNull());
  expect(host.listPersons.mock.calls.length).toBeGreaterThan(1);

  await userEvent.click(screen.getByRole("button", { name: "Separate: ada · 12+ada@users.noreply.github.com" }));
  expect(merge).toHaveBeenLastCalledWith(
    expect.objectContaining({ body: expect.objectContaining({ identities: ["author:2"] }) }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Undo for Grace Hopper" }));
  expect(undo).toHaveBeenCalled();
});

test("reports a refusal and reloads the list", async () => {
  const { host } = await open({
    undoPersonMerge: failWith({ status: 409, text: "A later merge has taken this person in." }),
  });
  await list();
  await userEvent.click(screen.getByRole("button", { name: "Undo for Grace Hopper" }));
  expect(await screen.findByText("A later merge has taken this person in.")).toBeInTheDocument();
  await waitFor(() => expect(host.listPersons).toHaveBeenCalledTimes(2));
});

test("shows other users the same list without actions, and keeps the search in the address", async () => {
  const { address, host } = await open({}, { role: "Developer", query: "?who=ada" });
  await list();
  expect(screen.queryByRole("checkbox", { name: /Choose/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /Undo|apart/ })).toBeNull();
  expect(host.listPersons).toHaveBeenCalledWith(expect.objectContaining({ query: { project: "atlas", q: "ada" } }));
  const field = screen.getByRole("searchbox", { name: "Search by name, address or login" });
  expect(field).toHaveValue("ada");
  await userEvent.clear(field);
  await waitFor(() => expect(address()).toBe("/projects/atlas/people"));
});

test.each<[string, Handler<"listPersons">, RegExp]>([
  ["no people", respond([]), /No people yet/],
  ["a failure", failWith(), /The people could not be loaded/],
  ["as many as are listed at most", respond(many()), /The first 500 people are shown/],
])("the list reports %s", async (_name, answer, words) => {
  await open({ listPersons: answer });
  for (let more = await screen.findAllByText(/Show more|No people|No person|could not/); ;) {
    const button = more.find((one) => one.closest("button"));
    if (!button || !/Show more/.test(button.textContent)) break;
    await userEvent.click(button);
    more = screen.queryAllByText(/Show more/);
  }
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test("the first of the people that a button shows has the focus", async () => {
  await open({ listPersons: respond(many()) });
  await userEvent.click(await screen.findByRole("button", { name: /Show more/ }));
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Person 50/));
});

test("waits in the shape of what comes, and is not there at a host that does not know it", async () => {
  const view = await open({ listPersons: pending });
  expect(await screen.findByRole("region", { name: "People in code and issues" })).toHaveAttribute("aria-busy", "true");
  view.unmount();
  await open({ listPersons: failWith({ status: 404, text: "Not found." }) });
  expect(await screen.findByRole("heading", { name: "People" })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("region", { name: "People in code and issues" })).toBeNull());
});

function many() {
  return Array.from({ length: 500 }, (_, at) => ({
    email: null,
    is_bot: false,
    is_settled: false,
    merge: null,
    name: `Person ${at}`,
    identities: [{ key: `account:p${at}`, label: `Person ${at}`, why: null }],
  }));
}
