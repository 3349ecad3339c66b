import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { connectedWith } from "../fixtures/graph.ts";
import { type Handler, type Handlers, apiError, failWith, respond } from "../fixtures/handlers.ts";
import { personAnswer, personKnowledge, personProfile, personWork } from "../fixtures/personPage.ts";
import { issueProject } from "../fixtures/projects.ts";
import { renderApp } from "../renderApp.tsx";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../src/routes/person/PersonRoute.tsx");
});

const ADDRESS = personProfile().address;

async function open(handlers: Handlers = {}, person = ADDRESS) {
  const getPerson = vi.fn<Handler<"getPerson">>(respond(personAnswer()));
  const knowledge = vi.fn<Handler<"personKnowledge">>(respond(personKnowledge()));
  const connected = vi.fn<Handler<"connected">>(respond(connectedWith()));
  const app = await renderApp({
    path: `/projects/atlas/people/${person}`,
    handlers: {
      getProject: respond(issueProject()),
      getPerson,
      personKnowledge: knowledge,
      personWork: respond(personWork()),
      connected,
      ...handlers,
    },
  });
  return { ...app, getPerson, knowledge, connected, user: userEvent.setup() };
}

test("who they are comes first; leaving is one section among others", async () => {
  await open();
  expect(await screen.findByRole("heading", { level: 1, name: "Noor Haddad" })).toBeInTheDocument();
  const titles = (await screen.findAllByRole("heading", { level: 2 })).map(({ textContent }) => textContent);
  await screen.findByRole("heading", { name: "If this person leaves" });
  expect(titles[0]).not.toBe("If this person leaves");
  expect(screen.getByRole("link", { name: "noorh" })).toHaveAttribute("href", "https://github.com/noorh");
});

test("areas lead to their experts, deputies and successors to their pages, work to its items", async () => {
  await open();
  const areas = await screen.findByRole("table", { name: "Areas" });
  expect(within(areas).getByRole("link", { name: "src/routes/issues" })).toHaveAttribute(
    "href",
    "/projects/atlas/experts?path=src%2Froutes%2Fissues",
  );
  const tomas = "/projects/atlas/people/tomas-brandt-76543210";
  for (const link of screen.getAllByRole("link", { name: "Tomas Brandt" })) expect(link).toHaveAttribute("href", tomas);
  expect(await screen.findByRole("link", { name: /^#4 Cursor/ })).toHaveAttribute("href", "/projects/atlas/issues/4");
  expect(screen.getByRole("link", { name: "Cursors" })).toHaveAttribute(
    "href",
    expect.stringContaining("path=Guide%2FCursors"),
  );
});

test("any other id leads to the one address of the person", async () => {
  const { address, getPerson } = await open({}, "account:p-1");
  expect(await screen.findByRole("heading", { level: 1, name: "Noor Haddad" })).toBeInTheDocument();
  expect(address()).toBe(`/projects/atlas/people/${ADDRESS}`);
  expect(getPerson.mock.calls[0]?.[0].params).toMatchObject({ person: "account:p-1" });
});

test("parts are asked for by the address, and one that fails leaves the others alone", async () => {
  const { knowledge, connected, address } = await open({ personWork: failWith(apiError()) });
  expect(await screen.findByText("Their work could not be loaded")).toBeInTheDocument();
  expect(await screen.findByRole("table", { name: "Areas" })).toBeInTheDocument();
  expect(knowledge.mock.calls[0]?.[0].query).toMatchObject({ project: "atlas", person: ADDRESS });
  expect(connected.mock.calls[0]?.[0].query).toMatchObject({ project: "atlas", kind: "person", id: ADDRESS });
  expect(address()).toBe(`/projects/atlas/people/${ADDRESS}`);
});

test("what is connected leads to each page, and more of a kind is loaded alone", async () => {
  const { connected, user } = await open();
  const panel = (await screen.findByRole("heading", { name: "Connections" })).closest("section");
  if (!panel) throw new Error("The panel is a section.");
  expect(within(panel).getByRole("link", { name: "#9 Two requests for a page" })).toHaveAttribute(
    "href",
    "/projects/atlas/issues/9",
  );
  expect(within(panel).getByRole("link", { name: "readCursor" })).toHaveAttribute(
    "href",
    expect.stringContaining("#L7"),
  );
  await user.click(within(panel).getByRole("button", { name: "Show 11 more" }));
  expect(connected.mock.calls.at(-1)?.[0].query).toMatchObject({ kinds: ["file"], limit: 50 });
});

test("a name that no person has is a sentence with people of a similar name", async () => {
  await open({ getPerson: respond({ profile: null, candidates: [personProfile().person] }) }, "noor-hadad-00000000");
  expect(await screen.findByText("No person noor-hadad-00000000 in this project")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Noor Haddad" })).toHaveAttribute(
    "href",
    `/projects/atlas/people/${ADDRESS}`,
  );
});

test("names are text for any content", async () => {
  const hostile = '<img src=x onerror="x()">';
  await open({
    getPerson: respond(personAnswer({ profile: personProfile({ names: [hostile], emails: [] }) })),
    personWork: respond(personWork({ commits: [{ ...personWork().commits[0]!, title: hostile }] })),
  });
  expect((await screen.findAllByText(hostile)).length).toBeGreaterThan(0);
  expect(document.querySelector("img[onerror]")).toBeNull();
});
