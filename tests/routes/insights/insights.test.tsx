import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { type Handler, type Handlers, apiError, failWith, respond } from "../../fixtures/handlers.ts";
import { insightRows, insights, noInsights } from "../../fixtures/insights.ts";
import { insightKeys } from "../../../src/queries/insightKeys.ts";
import { invalidateQueries } from "../../../src/queries/queryClients.ts";
import { err, ok } from "../../../src/services/result.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { renderApp } from "../../renderApp.tsx";

/** Names of charts that break while they are drawn. */
const undrawable = vi.hoisted(() => new Set<string>());
vi.mock(import("../../../src/components/charts/TimeSeriesChart.tsx"), async (original) => {
  const { TimeSeriesChart } = await original();
  return {
    TimeSeriesChart: (props) => {
      if (undrawable.has(props.label)) throw new Error("no scale");
      return TimeSeriesChart(props);
    },
  };
});

beforeAll(async () => {
  await import("../../../src/routes/insights/InsightsRoute.tsx"); // or the first test would wait for its compilation
});

const PATH = "/insights?period=30d&granularity=weekly";

const show = (handlers: Handlers = {}, path = PATH) =>
  renderApp({
    path,
    handlers,
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    now: "2026-11-18T12:00:00Z",
  });

test("a metric shows its number, the previous one, and its definition", async () => {
  await show();
  const card = await screen.findByRole("region", { name: "Issues opened" });
  expect(within(card).getByText("28 rows")).toBeInTheDocument();
  expect(within(card).getByText(/^previously \d/)).toBeInTheDocument();
  expect(within(card).getByText("Issues by the time at which they were opened.")).toBeInTheDocument();
  expect(within(card).getAllByRole("button", { name: /, 7 rows/ })).toHaveLength(5);
});

test("the address selects the pair, and an invalid pair becomes a valid one", async () => {
  const getInsights = vi.fn<Handler<"getInsights">>(respond(insights()));
  await show({ getInsights: getInsights }, "/insights?period=5y&granularity=weekly&person=p-1&person=p-2&label=ui");
  await screen.findByRole("region", { name: "Issues opened" });
  expect(getInsights.mock.calls[0]?.[0].query).toMatchObject({
    period: "5y",
    granularity: "yearly",
    person: ["p-1", "p-2"],
    label: ["ui"],
  });
});

test("a selected period uses its first granularity and is kept in the address", async () => {
  const { address } = await show();
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Period" }), "1y");
  await waitFor(() => expect(address()).toContain("period=1y&granularity=monthly"));
});

test("a point opens exactly its rows, and closing leads back", async () => {
  const rows = vi.fn<Handler<"insightRows">>(respond({ count: 3, next: null, results: insightRows(3) }));
  const { address } = await show({ insightRows: rows });
  const card = await screen.findByRole("region", { name: "Lead time" });
  await userEvent.click(within(card).getByRole("button", { name: /^Oct 19\W+25, 2026/ }));
  await waitFor(() => expect(address()).toContain("metric=lead_time&bucket=2026-10-19"));
  expect(await screen.findByText("3 rows")).toBeInTheDocument();
  expect(rows.mock.calls[0]?.[0].query).toMatchObject({ metric: "lead_time", bucket: "2026-10-19", period: "30d" });
  expect(screen.getByRole("link", { name: /A very long title/ })).toHaveAttribute("href", "/projects/atlas/issues/2");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(address()).toBe(PATH));
});

test("a tile, an hour, a bar and a pair open their rows, and the address keeps them", async () => {
  const rows = vi.fn<Handler<"insightViewRows">>(respond({ count: 3, next: null, results: insightRows(3) }));
  const { address, router } = await show({ insightViewRows: rows });
  const opened = async (name: RegExp, within_: string, place: string, title: string) => {
    const card = await screen.findByRole("region", { name: within_ });
    await userEvent.click(within(card).getAllByRole("button", { name })[0] ?? card);
    await waitFor(() => expect(address()).toBe(`${PATH}&${place}`));
    expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
    expect(await screen.findByText("3 rows")).toBeInTheDocument();
    await router.navigate(-1);
    await waitFor(() => expect(screen.queryByRole("heading", { name: title })).toBeNull());
    expect(address()).toBe(PATH);
  };
  const path = "server/index/segment0.ts";
  await opened(
    /^server\/index\/segment0\.ts \(commits: 40/,
    "Hotspots",
    `view=hotspot&at=r-1&at=${encodeURIComponent(path)}`,
    `Commits to ${path}`,
  );
  await opened(
    /^Show the 12 rows/,
    "Files that change together",
    "view=coupling&at=r-1&at=server%2Fa.ts&at=tests%2Fserver%2Fa.test.ts",
    "Commits to server/a.ts and tests/server/a.test.ts",
  );
  await opened(/^src \(files: 140/, "Who knows the code", "view=folder&at=r-1&at=src", "Files of src");
  await opened(/^Tuesday, 10:00/, "When work happens", "view=commits_at&at=2&at=10", "Commits: Tuesday, 10:00");
  await opened(
    /^1 day to under 3 days|^24 hr to under/,
    "How long issues took",
    "view=lead_time&at=24",
    "Closed issues that took 24 hr and more, up to the next bar",
  );
  expect(rows.mock.calls.map(([{ query }]) => [query.view, query.at])).toEqual([
    ["hotspot", ["r-1", path]],
    ["coupling", ["r-1", "server/a.ts", "tests/server/a.test.ts"]],
    ["folder", ["r-1", "src"]],
    ["commits_at", ["2", "10"]],
    ["lead_time", ["24"]],
  ]);
});

test("an address with filters and an open place survives a reload", async () => {
  const getInsights = vi.fn<Handler<"getInsights">>(respond(insights()));
  const rows = vi.fn<Handler<"insightViewRows">>(respond({ count: 3, next: null, results: insightRows(3) }));
  const path = "/insights?period=1y&granularity=quarterly&repository=r-1&label=ui&view=issues_at&at=7&at=23";
  const { address } = await show({ getInsights: getInsights, insightViewRows: rows }, path);
  expect(await screen.findByRole("heading", { name: "Issues opened: Sunday, 23:00" })).toBeInTheDocument();
  expect(address()).toBe(path);
  expect(getInsights.mock.calls[0]?.[0].query).toMatchObject({
    period: "1y",
    granularity: "quarterly",
    repository: ["r-1"],
    label: ["ui"],
  });
  expect(rows.mock.calls[0]?.[0].query).toMatchObject({ view: "issues_at", at: ["7", "23"], label: ["ui"] });
});

test("a sentence opens the rows that prove it and links to its chart", async () => {
  const rows = vi.fn<Handler<"insightViewRows">>(respond({ count: 3, next: null, results: insightRows(3) }));
  const { address } = await show({ insightViewRows: rows });
  const summary = await screen.findByRole("region", { name: "In short" });
  expect(within(summary).getAllByRole("listitem")).toHaveLength(4);
  const chart = within(summary).getByRole("link", { name: "Chart: Time to first response" });
  const card = screen.getByRole("region", { name: "Time to first response" });
  expect(chart.getAttribute("href")).toBe(`#${card.id}`);
  await userEvent.click(within(summary).getByRole("button", { name: /^240 rows: 3 people carry 82%/ }));
  await waitFor(() => expect(address()).toBe(`${PATH}&view=reviews`));
  expect(await screen.findByRole("heading", { name: "Reviews of other people’s requests" })).toBeInTheDocument();
  expect(rows.mock.calls[0]?.[0].query).toMatchObject({ view: "reviews" });
});

test("projects are compared on demand, with one request for each", async () => {
  const getInsights = vi.fn<Handler<"getInsights">>(respond(insights()));
  await show({ getInsights });
  await screen.findByRole("region", { name: "In short" });
  expect(screen.queryByRole("table", { name: "Comparison" })).toBeNull();
  getInsights.mockClear();
  await userEvent.click(screen.getByRole("button", { name: "Compare the projects" }));
  const table = await screen.findByRole("table", { name: "Comparison" });
  const asked = getInsights.mock.calls.map(([{ query }]) => query.project);
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.every((project) => project?.length === 1)).toBe(true);
  const columns = within(table).getAllByRole("columnheader").slice(1);
  expect(columns).toHaveLength(asked.length);
  expect(within(columns[0] as HTMLElement).getByRole("link")).toHaveAttribute(
    "href",
    `${PATH}&project=${asked[0]?.[0] ?? ""}`,
  );
});

test("each metric of the overview is a link to its chart", async () => {
  await show();
  const overview = await screen.findByRole("navigation", { name: "All metrics" });
  const links = within(overview).getAllByRole("link");
  expect(links.length).toBeGreaterThan(15);
  for (const link of links) {
    const id = link.getAttribute("href")?.slice(1) ?? "";
    expect(document.getElementById(id)).toBe(screen.getByRole("region", { name: link.textContent ?? "" }));
  }
});

test("a bucket with too few values for a median lists them", async () => {
  const series = insights().series.map((one) =>
    one.metric === "lead_time"
      ? { ...one, n: one.n.map(() => 2), values: one.values.map(() => null), few: one.values.map(() => [24, 48]) }
      : one,
  );
  await show({ getInsights: respond(insights({ series })) });
  const card = await screen.findByRole("region", { name: "Lead time" });
  await userEvent.click(within(card).getByRole("button", { name: /Table$/ }));
  expect(within(card).getAllByText("only 24 hr and 2 days").length).toBeGreaterThan(0);
});

test("programs that count nowhere are named", async () => {
  await show();
  expect(await screen.findByText(/Left out: dependabot\[bot\] and pre-commit-ci\[bot\]\./)).toBeInTheDocument();
});

test("the states of issues have a number each, and open the rows of all", async () => {
  const rows = vi.fn<Handler<"insightRows">>(respond({ count: 14, next: null, results: insightRows(3) }));
  await show({ insightRows: rows });
  const card = await screen.findByRole("region", { name: "Time in each state" });
  expect(within(card).getByText(/^To do: .* and Doing: |^Doing: .* and To do: /)).toBeInTheDocument();
  expect(within(card).getByText("56 rows")).toBeInTheDocument();
  await userEvent.click(within(card).getByRole("button", { name: /^Rows behind Time in each state/ }));
  expect(await screen.findByText("14 rows")).toBeInTheDocument();
  expect(rows.mock.calls[0]?.[0].query).not.toHaveProperty("series", expect.anything());
});

test("the rows come page by page", async () => {
  const rows = vi.fn<Handler<"insightRows">>(({ query: { cursor } }) =>
    Promise.resolve(
      ok(
        cursor === "2"
          ? { count: 3, next: null, results: insightRows(3).slice(2) }
          : { count: 3, next: "2", results: insightRows(3).slice(0, 2) },
      ),
    ),
  );
  await show({ insightRows: rows }, `${PATH}&metric=lead_time`);
  await userEvent.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByText("#3")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("a chart is a table too: gaps are no zeros", async () => {
  await show();
  const card = await screen.findByRole("region", { name: "Lead time" });
  await userEvent.click(within(card).getByRole("button", { name: /View of Lead time/ }));
  const cells = within(card).getAllByRole("row")[3];
  expect(within(cells ?? card).getAllByText("–")).toHaveLength(3);
  expect(within(card).getByText(/not over yet/)).toBeInTheDocument();
});

test("the series may fail, and are asked for again", async () => {
  let tries = 0;
  await show({
    getInsights: () => {
      tries += 1;
      return Promise.resolve(tries === 1 ? err(apiError()) : ok(insights()));
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("region", { name: "Issues opened" })).toBeInTheDocument();
});

test("charts stay below a notice while their refresh fails, and not below the failure of another period", async () => {
  const getInsights = vi.fn<Handler<"getInsights">>(respond(insights()));
  const { store } = await show({ getInsights });
  await screen.findByRole("region", { name: "Issues opened" });
  getInsights.mockImplementation(failWith());
  act(() => invalidateQueries(store, [insightKeys.insights()]));
  expect(await screen.findByText("This could not be loaded again, and may be out of date")).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Issues opened" })).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Period" }), "1y");
  expect(await screen.findByText("The numbers could not be loaded")).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Issues opened" })).toBeNull();
  getInsights.mockImplementation(respond(insights()));
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("region", { name: "Issues opened" })).toBeInTheDocument();
  expect(screen.queryByText(/may be out of date/)).toBeNull();
});

test("the views fail without taking the series with them", async () => {
  await show({ insightViews: failWith() });
  expect(await screen.findByText("These views could not be loaded")).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Issues opened" })).toBeInTheDocument();
});

test("a chart that cannot be drawn leaves all others where they are", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined); // React logs each fault that a boundary has caught
  undrawable.add("Lead time").add("How long issues took");
  await show();
  await waitFor(() => expect(screen.getAllByText("This part failed")).toHaveLength(2));
  undrawable.clear();
  expect(screen.queryByRole("region", { name: "Lead time" })).toBeNull();
  for (const name of ["Issues opened", "Time to first response", "Hotspots", "When work happens"])
    expect(screen.getByRole("region", { name })).toBeInTheDocument();
});

test("what is counted has no halves on its axis", async () => {
  await show({
    getInsights: respond(
      insights({
        series: insights().series.map((one) =>
          one.metric === "issues_opened" ? { ...one, values: [1, 2, 0, 1, 1] } : one,
        ),
      }),
    ),
  });
  const card = await screen.findByRole("region", { name: "Issues opened" });
  const steps = [...(card.querySelectorAll(".visx-axis-left text") ?? [])].map((text) => text.textContent);
  expect(steps).toEqual(["0", "1", "2"]);
});

test("an axis of days has whole days for its steps", async () => {
  await show({
    getInsights: respond(
      insights({
        series: insights().series.map((one) =>
          one.metric === "lead_time" ? { ...one, values: [5900, 400, 40, 900, 20] } : one,
        ),
      }),
    ),
  });
  const card = await screen.findByRole("region", { name: "Lead time" });
  const steps = [...(card.querySelectorAll("text") ?? [])].map((text) => text.textContent);
  expect(steps).toEqual(expect.arrayContaining(["0", "100d", "200d"]));
  expect(steps.filter((step) => /\d[.,]\d/.test(step))).toEqual([]);
});

test("describes what to do before anything is copied", async () => {
  await show({ getInsights: respond(noInsights()) });
  expect(await screen.findByRole("heading", { name: "Nothing to measure yet" })).toBeInTheDocument();
  expect(screen.getByText("Go to projects").closest("a")).toHaveAttribute("href", "/projects");
});
