import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ok } from "../../../src/services/result.ts";
import { expertContext, experts, knowledgeMap, leaving } from "../../fixtures/experts.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { respond, pending, failWith, type Handlers, type Handler } from "../../fixtures/handlers.ts";
import { project } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";

const open = (path = "", part: Handlers = {}, who = user()) => {
  const host = {
    getProject: vi.fn<Handler<"getProject">>(respond(project())),
    projectExperts: vi.fn<Handler<"projectExperts">>(respond(experts())),
    expertContext: vi.fn<Handler<"expertContext">>(respond(expertContext())),
    knowledgeMap: vi.fn<Handler<"knowledgeMap">>(respond(knowledgeMap())),
    getExpertPreference: vi.fn<Handler<"getExpertPreference">>(respond({ recommended: true })),
    ...part,
  };
  return renderApp({ handlers: host, path: `/projects/atlas/experts${path}`, as: who }).then((view) => ({
    ...view,
    host,
  }));
};
const list = () => screen.findByRole("list", { name: "People, the best first" });

test("lists people in rank order, the first with open reasons and the facts next to the score", async () => {
  await open();
  const rows = within(await list()).getAllByRole("heading");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining("Elif Yıldız"),
    expect.stringContaining("Jonas Weber"),
    expect.stringContaining("Amara Okafor"),
    expect.stringContaining("Inês Carvalho"),
  ]);
  expect(screen.getByText("+1.62")).toBeInTheDocument();
  expect(screen.getByText("3 open issues assigned")).toBeInTheDocument();
  expect(screen.getByText("Busy at the moment")).toBeInTheDocument();
  expect(screen.getByText("Has probably left")).toBeInTheDocument();
  expect(screen.getAllByText("Ask instead: Elif Yıldız")).toHaveLength(2);
  expect(await screen.findByText("1 person asked not to be recommended and is not listed.")).toBeInTheDocument();
  expect(screen.getByText("Agrees")).toBeInTheDocument();
  expect(screen.getByText("Disagrees")).toBeInTheDocument();
});

test("keeps path, question and person in the address, and a link restores them", async () => {
  const { address, host } = await open("?path=src%2Flist&person=e-amara");
  expect(await screen.findByRole("heading", { name: "People who know src/list" })).toBeInTheDocument();
  expect(await screen.findByText("Was inactive while others worked")).toBeInTheDocument();
  expect(screen.getByText("−1.2")).toBeInTheDocument();
  expect(host.projectExperts).toHaveBeenCalledWith(
    expect.objectContaining({ query: expect.objectContaining({ path: "src/list" }) }),
  );
  await userEvent.clear(screen.getByRole("textbox", { name: "File or folder" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Question" }), "who knows cursors?{Enter}");
  await waitFor(() => expect(address()).toBe("/projects/atlas/experts?q=who+knows+cursors%3F"));
  await userEvent.click(await screen.findByRole("button", { name: /Jonas Weber/ }));
  await waitFor(() => expect(address()).toContain("person=e-jonas"));
  await userEvent.click(screen.getByRole("button", { name: "Whole project" }));
  await waitFor(() => expect(address()).toBe("/projects/atlas/experts"));
});

test("while people are looked for there is a skeleton, and a failure can be tried again", async () => {
  const getExperts = vi.fn<Handler<"projectExperts">>(pending);
  const { unmount } = await open("", { projectExperts: getExperts });
  await waitFor(() => expect(getExperts).toHaveBeenCalledTimes(1));
  expect(screen.getAllByRole("status").length).toBeGreaterThan(0);
  unmount();

  const failing = vi
    .fn<Handler<"projectExperts">>()
    .mockImplementationOnce(failWith())
    .mockResolvedValueOnce(ok(experts()));
  await open("", { projectExperts: failing });
  expect(await screen.findByText("The experts could not be loaded")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await list()).toBeInTheDocument();
});

test("distinguishes an unknown path, an empty result and a missing history", async () => {
  const none = { projectExperts: respond([]) };
  const withContext = (part: Parameters<typeof expertContext>[0]) => ({
    expertContext: respond(expertContext({ code_owners: [], ...part })),
  });
  const first = await open("?path=src%2Fnowhere", { ...none, ...withContext({ found: false }) });
  expect(await screen.findByText("No such file or folder")).toBeInTheDocument();
  expect(screen.getByText(/has src\/nowhere/)).toBeInTheDocument();
  first.unmount();
  const second = await open("", { ...none, ...withContext({ as_of: null, missing: ["acme/atlas"] }) });
  expect(await screen.findByText("No people are known here yet")).toBeInTheDocument();
  expect(screen.getByText(/The history of acme\/atlas is not read yet/)).toBeInTheDocument();
  second.unmount();
  await open("?q=zzz", { ...none, ...withContext({}) });
  expect(await screen.findByText("No one to recommend")).toBeInTheDocument();
});

test("what the plan does not have is not asked for, because a refusal would lead away from the project", async () => {
  const { host } = await open("", {}, user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }));
  expect(await screen.findByText("Expert Recommender is part of the Premium and Enterprise plans")).toBeInTheDocument();
  expect(host.projectExperts).not.toHaveBeenCalled();
});

test("the wish not to be recommended is saved, and goes back when that fails", async () => {
  const save = vi
    .fn<Handler<"setExpertPreference">>()
    .mockImplementationOnce(respond({ recommended: false }))
    .mockImplementationOnce(failWith());
  await open("", { setExpertPreference: save });
  const wish = await screen.findByRole("switch", { name: "Recommend me as an expert" });
  expect(wish).toBeChecked();
  await userEvent.click(wish);
  expect(wish).not.toBeChecked();
  expect(save).toHaveBeenCalledWith(expect.objectContaining({ body: { recommended: false } }));
  await userEvent.click(wish);
  expect(await screen.findByText("The host is being restarted.")).toBeInTheDocument();
  await waitFor(() => expect(wish).not.toBeChecked());
});

test("of the wishes made while one is saved, the last is saved next", async () => {
  const answers: (() => void)[] = [];
  const save = vi.fn<Handler<"setExpertPreference">>(
    ({ body }) => new Promise((resolve) => answers.push(() => resolve(ok(body as { recommended: boolean })))),
  );
  await open("", { setExpertPreference: save });
  const wish = await screen.findByRole("switch", { name: "Recommend me as an expert" });
  const sent = () => save.mock.calls.map(([{ body }]) => body);
  for (const isOn of [false, true, false, true]) {
    await userEvent.click(wish);
    expect(wish.matches(":checked")).toBe(isOn);
  }
  expect(sent()).toEqual([{ recommended: false }]);
  answers[0]?.();
  await waitFor(() => expect(sent()).toEqual([{ recommended: false }, { recommended: true }]));
  expect(wish).toBeChecked();
  answers[1]?.();
  expect(await screen.findByText("You may be recommended again")).toBeInTheDocument();
  expect(wish).toBeChecked();
});

test("a preference that could not be loaded is not shown as on", async () => {
  const read = vi.fn<Handler<"getExpertPreference">>(failWith());
  await open("", { getExpertPreference: read });
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(screen.queryByRole("switch", { name: "Recommend me as an expert" })).toBeNull();
  read.mockImplementation(respond({ recommended: false }));
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("switch", { name: "Recommend me as an expert" })).not.toBeChecked();
});

test("opens the map by folder and simulates a departure, all of it in the address", async () => {
  const map = vi
    .fn<Handler<"knowledgeMap">>()
    .mockImplementation(({ query }) =>
      Promise.resolve(ok(knowledgeMap({ leaving: query["leave"] === "e-jonas" ? leaving() : null }))),
    );
  const { address } = await open("?view=map", { knowledgeMap: map });
  const part = await screen.findByRole("link", { name: "src/sync: 90 files, only Jonas Weber knows it (93%)" });
  expect(part).toHaveAttribute("href", "/projects/atlas/experts?view=map&repository=r-1&folder=src%2Fsync");
  expect(screen.getByRole("link", { name: /^src\/\*/ })).toHaveAttribute("href", "/projects/atlas/experts?path=src");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "If this person leaves" }), "Jonas Weber");
  await waitFor(() => expect(address()).toContain("leave=e-jonas"));
  expect(await screen.findByRole("heading", { name: "If Jonas Weber leaves" })).toBeInTheDocument();
  expect(screen.getByText(/90 files lose the last person who knows them/)).toHaveTextContent(
    "The truck factor goes from 2 to 1. 2 open issues are assigned to them.",
  );
});

test("the table shows the same as the map", async () => {
  await open("?view=table&folder=src");
  const table = await screen.findByRole("table", { name: "Who knows what" });
  const row = within(table).getByRole("row", { name: /sync/ });
  expect(row).toHaveTextContent("One person");
  expect(row).toHaveTextContent("Jonas Weber 93%");
  expect(within(table).getByRole("row", { name: /legacy/ })).toHaveTextContent("No one");
});
