/** Each kind of card, recounted by SQL over the stored rows of a real history: a kind without a recount fails. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { DataCard, StoredCard } from "../../../contract/insights/dashboardCards.ts";
import { onOneDatabase } from "../testDb.ts";
import {
  recountComparison,
  recountControl,
  recountCoupling,
  recountHotspots,
  recountHours,
  recountLeadTimes,
} from "./chartRecounts.ts";
import { filesAsSql } from "./currentFiles.ts";
import { recountDeparture, recountKnowledge } from "./knowledgeRecounts.ts";
import { recountCount, recountList, recountPerson } from "./listRecounts.ts";
import { recountFiltered, recountMetric } from "./metrics.ts";
import { recountOwnMetric } from "./ownMetricRecounts.ts";
import { type RecountStage, startRecountStage } from "./recountStage.ts";

type Recount = (stage: RecountStage, files: string) => Promise<void>;
const RECOUNTS: Readonly<Record<DataCard["kind"], Recount>> = {
  metric: recountMetric,
  own_metric: recountOwnMetric,
  count: recountCount,
  list: recountList,
  person: recountPerson,
  map: async (stage, files) => {
    await recountHotspots(stage, files);
    await recountKnowledge(stage, files);
  },
  control: recountControl,
  lead_times: recountLeadTimes,
  coupling: recountCoupling,
  hours: recountHours,
  comparison: recountComparison,
  departure: recountDeparture,
};

onOneDatabase("cards recounted by SQL", (engine) => {
  let stage: RecountStage;
  let files: string;
  beforeAll(async () => {
    stage = await startRecountStage(engine);
    files = await filesAsSql(stage);
  }, 120_000);
  afterAll(() => stage.stop());

  test("there is a recount of each kind of card that shows data", () => {
    const kinds = DataCard.options.map(({ shape }) => shape.kind.value);
    expect(Object.keys(RECOUNTS).toSorted()).toEqual(kinds.toSorted());
    // A text has no numbers of the project.
    const stored = StoredCard.options.map(({ shape }) => shape.kind.value);
    expect(stored.filter((kind) => !kinds.some((known) => known === kind))).toEqual(["text"]);
  });

  // Each recount compares by itself, and says which number differs.
  test("metrics with the filters of Insights", async () => {
    await expect(recountFiltered(stage, files)).resolves.toBeUndefined();
  }, 120_000);

  test.each(Object.entries(RECOUNTS))(
    "%s",
    async (_, recount) => {
      await expect(recount(stage, files)).resolves.toBeUndefined();
    },
    120_000,
  );
});
