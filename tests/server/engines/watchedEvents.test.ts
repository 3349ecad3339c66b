import { describe, expect, test } from "vitest";
import { type ProjectSnapshot, statesOf, watchedEvents } from "../../../server/engines/rules/watchedEvents.ts";

const look = (given: Partial<ProjectSnapshot> = {}): ProjectSnapshot => ({ areas: [], targets: [], ...given });
const part = (path: string, holding: ProjectSnapshot["areas"][number]["holding"], source = "repo") => ({
  source,
  path,
  holding,
});
const target = (verdict: "met" | "missed" | null, value = 48) => ({ metric: "lead_time", value, verdict });

/** The events of several looks, one after the other. */
function eventsOf(...looks: readonly ProjectSnapshot[]): string[][] {
  let states: Parameters<typeof watchedEvents>[1] = null;
  return looks.map((one) => {
    const events = watchedEvents(one, states);
    // As the database gives them back.
    states = JSON.parse(JSON.stringify(statesOf(one, states))) as typeof states;
    return events.map(({ event, source, detail }) => [event, source, detail].filter((text) => text !== null).join(" "));
  });
}

describe("knowledge at risk", () => {
  test("is what fewer people know than in the last snapshot, and is reported once", () => {
    const shared = look({ areas: [part("src", "shared"), part("docs", "shared")] });
    const island = look({ areas: [part("src", "island"), part("docs", "shared")] });
    const orphan = look({ areas: [part("src", "orphan"), part("docs", "shared")] });
    expect(eventsOf(shared, island, island, orphan, shared, island)).toEqual([
      [],
      ["knowledge.at_risk repo src"],
      [],
      ["knowledge.at_risk repo src"],
      [],
      ["knowledge.at_risk repo src"],
    ]);
  });

  test("is nothing of the first snapshot, and no part that the map did not have before", () => {
    expect(eventsOf(look({ areas: [part("src", "orphan")] }), look({ areas: [part("src/new", "island")] }))).toEqual([
      [],
      [],
    ]);
  });

  test("is not forgotten while the index cannot be read", () => {
    const before = look({ areas: [part("src", "shared")] });
    expect(eventsOf(before, look(), look({ areas: [part("src", "island")] }))).toEqual([
      [],
      [],
      ["knowledge.at_risk repo src"],
    ]);
  });

  test("is compared for each repository", () => {
    const before = look({ areas: [part("src", "shared", "a"), part("src", "shared", "b")] });
    expect(eventsOf(before, look({ areas: [part("src", "shared", "a"), part("src", "island", "b")] }))[1]).toEqual([
      "knowledge.at_risk b src",
    ]);
  });
});

describe("a target", () => {
  test("is passed once, also if checks before it cannot decide", () => {
    const looks = [target("met"), target("missed"), target(null), target("missed"), target(null), target("met")];
    expect(eventsOf(...looks.map((one) => look({ targets: [one] })))).toEqual([
      [],
      ["metric.missed lead_time"],
      [],
      [],
      [],
      ["metric.met lead_time"],
    ]);
  });

  test("that was set, changed or removed is not passed by that", () => {
    const none = look();
    const of = (...given: Parameters<typeof target>) => look({ targets: [target(...given)] });
    expect(eventsOf(none, of("missed"), of("met", 96), none, of("missed"))).toEqual([[], [], [], [], []]);
  });

  test("that could not be judged before is passed when it can", () => {
    const of = (verdict: "met" | null) => look({ targets: [target(verdict)] });
    expect(eventsOf(of(null), of("met"))).toEqual([[], ["metric.met lead_time"]]);
  });
});
