/** A card of each chart of Insights is stored, exported and read again as it was. */
import { expect, test } from "vitest";
import { DASHBOARD_CHARTS, DASHBOARD_FILE } from "../../contract/insights/dashboardRules.ts";
import { CardContent } from "../../contract/insights/cardContents.ts";
import { DashboardCardsBody, DashboardFile, NewDashboardBody } from "../../contract/insights/dashboards.ts";
import { insightViews } from "../fixtures/insights.ts";

const cards = (["control", "lead_times", "coupling", "hours"] as const).map((kind, at) => ({
  kind,
  id: kind,
  x: 0,
  y: at * 5,
  w: 8,
  h: 5,
  title: at === 0 ? "Closed" : null,
  project: at === 1 ? "atlas" : null,
}));
const layout = { period: "3m" as const, granularity: "weekly" as const, cards };

test("the four kinds are all charts that are neither a metric nor a map", () => {
  expect([...DASHBOARD_CHARTS]).toEqual(cards.map(({ kind }) => kind));
});

test("a layout, a file and a request keep the cards", () => {
  expect(NewDashboardBody.parse({ name: "Flow", sharing: "read", layout }).layout).toEqual(layout);
  const file = JSON.parse(JSON.stringify({ ...DASHBOARD_FILE, name: "Flow", layout })) as unknown;
  expect(DashboardFile.parse(file).layout).toEqual(layout);
  const { period, granularity } = layout;
  expect(DashboardCardsBody.parse({ period, granularity, project: [], repository: [], cards }).cards).toEqual(cards);
});

test("a chart that is unknown is refused, and so is one without its project", () => {
  for (const wrong of [
    { ...cards[0], kind: "radar" },
    { ...cards[0], project: undefined },
  ])
    expect(
      DashboardFile.safeParse({ ...DASHBOARD_FILE, name: "Flow", layout: { ...layout, cards: [wrong] } }),
    ).toMatchObject({ success: false });
});

test("the content of each chart is that of Insights", () => {
  const { control, lead_times, coupling, activity, time_zone } = insightViews();
  for (const content of [
    {
      kind: "control",
      control,
      median: 12.5,
      p90: null,
      notes: [{ metric: "lead_time", code: "points_capped", count: 2 }],
    },
    { kind: "lead_times", lead_times },
    { kind: "coupling", coupling },
    { kind: "hours", activity, time_zone },
  ])
    expect(CardContent.parse(content)).toEqual(content);
});
