/** What members add to Insights, of a project and of several: targets of metrics, and annotations of charts. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { type Handler, type Handlers, apiError, failWith, respond } from "../../fixtures/handlers.ts";
import { annotation, insights } from "../../fixtures/insights.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { project } from "../../fixtures/projects.ts";
import { renderApp } from "../../renderApp.tsx";
import { insightKeys } from "../../../src/queries/insightKeys.ts";
import { invalidateQueries } from "../../../src/queries/queryClients.ts";
import { err } from "../../../src/services/result.ts";

beforeAll(async () => {
  // Or the first test would wait for their compilation.
  await import("../../../src/routes/insights/InsightsTab.tsx");
  await import("../../../src/routes/insights/InsightsRoute.tsx");
});

const PAIR = "period=30d&granularity=weekly";
const ATLAS = `/projects/atlas/insights?${PAIR}`;
const ALL = `/insights?${PAIR}`;

const show = (
  handlers: Handlers = {},
  role: "Owner" | "Maintainer" | "Developer" | "Viewer" = "Maintainer",
  path = ATLAS,
) =>
  renderApp({
    path,
    handlers: { getProject: respond(project({ slug: "atlas", role })), ...handlers },
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    now: "2026-11-18T12:00:00Z",
  });
const cardOf = (name: string) => screen.findByRole("region", { name });

test("a target is in the card, the overview and the sentence of its metric", async () => {
  await show();
  const card = await cardOf("Time to first response");
  expect(within(card).getByText("target at most 24 hr: missed")).toBeInTheDocument();
  expect(
    within(card).getByRole("group", { name: "Time to first response (target at most 24 hr)" }),
  ).toBeInTheDocument();
  expect(screen.getByText("target missed")).toBeInTheDocument();
  expect(screen.getByText(/^An issue waits .*; target at most 24 hr: missed\.$/)).toBeInTheDocument();
  // More commits are neither better nor worse.
  expect(within(await cardOf("Commits")).queryByRole("button", { name: /target/ })).toBeNull();
});

test("a target is set from the card, and the numbers are fetched again with the focus where it was", async () => {
  const setTarget = vi.fn<Handler<"setInsightTarget">>(respond(null));
  const getInsights = vi.fn<Handler<"getInsights">>(respond(insights()));
  await show({ setInsightTarget: setTarget, getInsights });
  await userEvent.click(await screen.findByRole("button", { name: "Set a target for Lead time" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "At most, in hours" }), "48{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(setTarget.mock.calls[0]?.[0]).toMatchObject({
    params: { id: "atlas" },
    body: { metric: "lead_time", value: 48 },
  });
  await waitFor(() => expect(getInsights).toHaveBeenCalledTimes(2));
  expect(screen.getByRole("button", { name: "Set a target for Lead time" })).toHaveFocus();
});

test("a refused target has its reason, and a removed one is gone", async () => {
  const removeTarget = vi.fn<Handler<"removeInsightTarget">>(respond(null));
  await show({
    setInsightTarget: () =>
      Promise.resolve(
        err(
          apiError({ status: 400, text: "value: Must be at most 87600", fields: { value: ["Must be at most 87600"] } }),
        ),
      ),
    removeInsightTarget: removeTarget,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Change the target of Time to first response" }));
  await userEvent.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Must be at most 87600$/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Remove the target" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(removeTarget.mock.calls[0]?.[0]).toMatchObject({ params: { id: "atlas", metric: "first_response" } });
});

test("readers without the role see targets and annotations, and change none", async () => {
  await show({ listAnnotations: respond([annotation({ can_change: false })]) }, "Viewer");
  expect(await screen.findByText("target at most 24 hr: missed")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /target of|a target for/ })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "One release, incident or note on the charts" }));
  expect(screen.getByText("Search was down")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Add an incident or a note" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Edit/ })).toBeNull();
});

test("a bucket is read with what happened in it, and the table lists it", async () => {
  await show();
  const card = await cardOf("Lead time");
  const bucket = await within(card).findByRole("button", { name: /^Nov 2\W/ });
  expect(bucket).toHaveAccessibleName(/Incident on Nov 4, 2026: Search was down$/);
  await userEvent.click(within(card).getByRole("button", { name: "View of Lead time: Table" }));
  const list = within(card).getByRole("list", { name: "Releases, incidents and notes: Lead time" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Oct 28, 2026Releasev1.2.0 acme/atlas",
    "Nov 4, 2026IncidentSearch was down Ada Kaya",
    "Nov 12, 2026NoteTwo people joined Ada Kaya",
  ]);
});

const releases = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    annotation({ id: `v${i}`, kind: "release", title: `v${i}`, origin: "host", can_change: false, author: null }),
  );

test("many releases are drawn on demand, and what members add always", async () => {
  await show({ listAnnotations: respond([annotation(), ...releases(13)]) });
  const card = await cardOf("Lead time");
  const bucket = await within(card).findByRole("button", { name: /Search was down$/ });
  expect(bucket).not.toHaveAccessibleName(/v12/);
  await userEvent.click(screen.getByRole("switch", { name: "Show 13 releases" }));
  await waitFor(() => expect(bucket).toHaveAccessibleName(/v12/));
});

test("whether releases are drawn is in the address, back and forward included, and asks for no numbers again", async () => {
  const getInsights = vi.fn<Handler<"getInsights">>(respond(insights()));
  const { address, router } = await show({
    getInsights,
    listAnnotations: respond([annotation(), ...releases(13)]),
  });
  const bucket = await within(await cardOf("Lead time")).findByRole("button", { name: /Search was down/ });
  const toggle = screen.getByRole<HTMLInputElement>("switch", { name: "Show 13 releases" });
  const drawn = async (areDrawn: boolean) => {
    await waitFor(() => expect(bucket.getAttribute("aria-label")?.includes("v12")).toBe(areDrawn));
    expect(toggle.checked).toBe(areDrawn);
  };
  await drawn(false);
  await userEvent.click(toggle);
  await waitFor(() => expect(address()).toBe(`${ATLAS}&releases=shown`));
  await drawn(true);
  await router.navigate(-1);
  await waitFor(() => expect(address()).toBe(ATLAS));
  await drawn(false);
  await router.navigate(1);
  await drawn(true);
  expect(getInsights).toHaveBeenCalledTimes(1);
  // Other choices leave it as it is.
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Period" }), "3m");
  await waitFor(() => expect(address()).toContain("period=3m"));
  expect(address()).toContain("releases=shown");
});

test("a link hides few releases, and an unknown word leaves it to their number", async () => {
  const listAnnotations = respond([annotation(), ...releases(2)]);
  const { router } = await show({ listAnnotations }, "Viewer", `${ATLAS}&releases=hidden`);
  const bucket = async () => within(await cardOf("Lead time")).findByRole("button", { name: /Search was down/ });
  expect(await bucket()).not.toHaveAccessibleName(/v1/);
  await router.navigate(`${ATLAS}&releases=perhaps`);
  await waitFor(async () => expect(await bucket()).toHaveAccessibleName(/v1/));
});

test("releases are asked for of the repositories of the filter", async () => {
  const listAnnotations = vi.fn<Handler<"listAnnotations">>(respond([annotation()]));
  await show({ listAnnotations }, "Viewer", `${ATLAS}&repository=r-1&repository=r-2`);
  await cardOf("Lead time");
  await waitFor(() =>
    expect(listAnnotations.mock.lastCall?.[0].query).toMatchObject({
      project: ["atlas"],
      repository: ["r-1", "r-2"],
      from: "2026-10-19",
    }),
  );
});

test("of several projects each event has the name of its project, and is changed there", async () => {
  const updateAnnotation = vi.fn<Handler<"updateAnnotation">>(respond(annotation()));
  const createAnnotation = vi.fn<Handler<"createAnnotation">>(respond(annotation()));
  const loom = { slug: "loom", name: "Loom" };
  await show(
    {
      updateAnnotation,
      createAnnotation,
      getInsights: respond(insights({ targets: [] })),
      listAnnotations: respond([annotation(), annotation({ id: "a-9", project: loom, title: "Builds were down" })]),
    },
    "Viewer",
    ALL,
  );
  const bucket = await within(await cardOf("Lead time")).findByRole("button", { name: /Search was down/ });
  await waitFor(() =>
    expect(bucket).toHaveAccessibleName(
      /Incident of Atlas on Nov 4, 2026: Search was down, Incident of Loom on Nov 4, 2026: Builds were down$/,
    ),
  );
  expect(screen.getByText(/belong to one project: choose it in the filter/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /target of|a target for/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "2 releases, incidents and notes on the charts" }));
  const list = screen.getByRole("list", { name: "Releases, incidents and notes" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining("Builds were down Loom · Ada Kaya"),
    expect.stringContaining("Search was down Atlas · Ada Kaya"),
  ]);
  await userEvent.click(within(list).getByRole("button", { name: "Edit “Builds were down”" }));
  await userEvent.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(updateAnnotation).toHaveBeenCalledTimes(1));
  expect(updateAnnotation.mock.calls[0]?.[0].params).toMatchObject({ id: "loom", annotationId: "a-9" });
  // A new one is added to a project in which the reader may add it.
  await userEvent.click(await screen.findByRole("button", { name: "Add an incident or a note" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Title" }), "Mail was late");
  expect(screen.queryByRole("option", { name: "Loom" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(createAnnotation).toHaveBeenCalledTimes(1));
  expect(createAnnotation.mock.calls[0]?.[0].params).toMatchObject({ id: "atlas" });
});

test("an annotation that is being written stays while the list cannot be loaded again", async () => {
  let isDown = false;
  const createAnnotation = vi.fn<Handler<"createAnnotation">>(respond(annotation()));
  const listAnnotations = vi.fn<Handler<"listAnnotations">>(() => (isDown ? failWith()() : respond([annotation()])()));
  const { store } = await show({ listAnnotations, createAnnotation });
  await userEvent.click(await screen.findByRole("button", { name: "Add an incident or a note" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Title" }), "Mail was late");
  isDown = true;
  const before = listAnnotations.mock.calls.length;
  act(() => invalidateQueries(store, [insightKeys.allAnnotations()]));
  await waitFor(() => expect(listAnnotations.mock.calls.length).toBe(before + 1));
  expect(await screen.findByText("Releases, incidents and notes could not be loaded")).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "Title" })).toHaveValue("Mail was late");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(createAnnotation).toHaveBeenCalledOnce());
  expect(screen.getByRole("button", { name: /One release, incident or note/, hidden: true })).toBeInTheDocument();
});

test("of one chosen project, targets and incidents are set on the page of all", async () => {
  const setTarget = vi.fn<Handler<"setInsightTarget">>(respond(null));
  const createAnnotation = vi.fn<Handler<"createAnnotation">>(respond(annotation()));
  await show({ setInsightTarget: setTarget, createAnnotation }, "Viewer", `${ALL}&project=atlas`);
  await userEvent.click(await screen.findByRole("button", { name: "Set a target for Lead time" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "At most, in hours" }), "48{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(setTarget.mock.calls[0]?.[0]).toMatchObject({
    params: { id: "atlas" },
    body: { metric: "lead_time", value: 48 },
  });
  await userEvent.click(screen.getByRole("button", { name: "Add an incident or a note" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Title" }), "Search was down");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(createAnnotation).toHaveBeenCalledTimes(1));
  expect(createAnnotation.mock.calls[0]?.[0].params).toMatchObject({ id: "atlas" });
  // One project has no name at its marks.
  const bucket = await within(await cardOf("Lead time")).findByRole("button", { name: /Search was down/ });
  expect(bucket).toHaveAccessibleName(/Incident on Nov 4, 2026: Search was down$/);
  expect(screen.queryByText(/belong to one project/)).toBeNull();
});

test("of one chosen project in which the reader is a Viewer, nothing is set on the page of all", async () => {
  await show({ listAnnotations: respond([annotation({ can_change: false })]) }, "Owner", `${ALL}&project=loom`);
  expect(await screen.findByText("target at most 24 hr: missed")).toBeInTheDocument();
  await screen.findByRole("button", { name: "One release, incident or note on the charts" });
  // The roles are known with the options of the filters.
  const filters = screen.getByRole("region", { name: "Filter the numbers" });
  await within(filters).findByRole("button", { name: /^Project/ });
  expect(screen.queryByRole("button", { name: "Add an incident or a note" })).toBeNull();
  expect(screen.queryByRole("button", { name: /target of|a target for/ })).toBeNull();
});

test("an incident is added, changed and deleted", async () => {
  const createAnnotation = vi.fn<Handler<"createAnnotation">>(respond(annotation()));
  const updateAnnotation = vi.fn<Handler<"updateAnnotation">>(respond(annotation({ title: "Search was slow" })));
  const deleteAnnotation = vi.fn<Handler<"deleteAnnotation">>(respond(null));
  await show({ createAnnotation, updateAnnotation, deleteAnnotation });
  await userEvent.click(await screen.findByRole("button", { name: "Add an incident or a note" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Title" }), "Search was down");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(createAnnotation.mock.calls[0]?.[0]).toMatchObject({
    params: { id: "atlas" },
    body: { kind: "incident", title: "Search was down", day: "2026-11-18" },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Edit “Search was down”" }));
  const title = await screen.findByRole("textbox", { name: "Title" });
  await userEvent.clear(title);
  await userEvent.type(title, "Search was slow");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(updateAnnotation.mock.calls[0]?.[0]).toMatchObject({
    params: { annotationId: "a-1" },
    body: { title: "Search was slow", day: "2026-11-04" },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Delete “Search was down”" }));
  const question = await screen.findByRole("dialog", { name: "Delete the annotation?" });
  await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(deleteAnnotation.mock.calls[0]?.[0]).toMatchObject({ params: { annotationId: "a-1" } });
});

test("earlier periods are asked for on demand, and a year before only of a shorter period", async () => {
  const getInsights = vi.fn<Handler<"getInsights">>(respond(insights()));
  await show({ getInsights });
  await userEvent.click(await screen.findByRole("button", { name: "Compare with earlier periods" }));
  const comparison = await screen.findByRole("table", { name: "Comparison" });
  expect(
    within(comparison)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Metric", "This period", "The period before", "The same days a year before"]);
  expect(getInsights.mock.lastCall?.[0].query).toMatchObject({ project: ["atlas"], against: "year_before" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Period" }), "1y");
  await waitFor(() =>
    expect(within(screen.getByRole("table", { name: "Comparison" })).getAllByRole("columnheader")).toHaveLength(3),
  );
});
