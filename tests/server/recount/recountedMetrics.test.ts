/** Each built-in metric of Insights, recounted by SQL over the stored rows of a real history. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Insights } from "../../../contract/insights/insights.ts";
import { METRIC_IDS } from "../../../contract/insights/metrics.ts";
import { onOneDatabase } from "../testDb.ts";
import { filesAsSql } from "./currentFiles.ts";
import { rounded, seriesBySql } from "./metrics.ts";
import { spansOf } from "./metricsBySql.ts";
import { type RecountStage, startRecountStage } from "./recountStage.ts";

const YEAR = { period: "1y", granularity: "monthly" } as const;

onOneDatabase("metrics recounted by SQL", (engine) => {
  let stage: RecountStage;
  let files: string;
  beforeAll(async () => {
    stage = await startRecountStage(engine);
    files = await filesAsSql(stage);
  }, 120_000);
  afterAll(() => stage.stop());

  test.each([
    ["over a year", YEAR, {}],
    ["over three months by weeks", { period: "3m", granularity: "weekly" }, {}],
    ["of a person", YEAR, { person: "Kemal Aydın" }],
    ["of a label", YEAR, { label: "bug" }],
    ["of a person and a label", { period: "2y", granularity: "quarterly" }, { person: "Priya Raman", label: "bug" }],
  ] as const)("%s", async (_, window, filter) => {
    const { person, label } = filter as { person?: string; label?: string };
    const parameters = new URLSearchParams({ ...window, project: "tern" });
    if (person !== undefined) parameters.set("person", await stage.personId(person));
    if (label !== undefined) parameters.set("label", label);
    const insights = await stage.call<Insights>("GET", `insights/?${parameters.toString()}`);
    expect(insights.buckets.map(({ start }) => start)).toEqual((await spansOf(stage, window)).days);
    let counted = 0;
    for (const metric of METRIC_IDS) {
      const answered = insights.series.filter((series) => series.metric === metric);
      expect.soft(rounded(answered), metric).toEqual(rounded(await seriesBySql(stage, metric, window, filter, files)));
      counted += answered.some(({ current }) => current.n > 0) ? 1 : 0;
    }
    // Each metric has rows, except where a filter leaves none.
    expect(counted).toBeGreaterThanOrEqual(person === undefined && label === undefined ? METRIC_IDS.length : 15);
    expect(insights.bots.length).toBeGreaterThan(1);
  });
});
