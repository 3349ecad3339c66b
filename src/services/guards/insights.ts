import { boolean, arrayOf, timestamp, number, nullable, object, string } from "../responseGuard.ts";
import { texts, numbers } from "./cards.ts";

/* Fields that the screens access, of series, views and rows. */

const measured = object({ value: nullable(number), n: number });
const notes = arrayOf(object({ metric: nullable(string), code: string, count: nullable(number) }));
export const insights = object({
  computed_at: timestamp,
  time_zone: string,
  buckets: arrayOf(object({ start: timestamp, end: timestamp, partial: boolean })),
  series: arrayOf(
    object({
      metric: string,
      series: string,
      unit: string,
      values: arrayOf(nullable(number)),
      n: numbers,
      current: measured,
      previous: measured,
    }),
  ),
  notes,
  programs: texts,
});
const option = arrayOf(object({ id: string, name: string }));
export const insightOptions = object({
  projects: arrayOf(object({ slug: string, name: string })),
  repositories: option,
  trackers: option,
  people: option,
  labels: texts,
  types: texts,
});
export const insightRows = object({
  count: number,
  next: nullable(string),
  results: arrayOf(
    object({
      kind: string,
      id: string,
      project: string,
      key: string,
      title: string,
      url: nullable(string),
      at: nullable(timestamp),
      person: nullable(string),
      value: nullable(number),
    }),
  ),
});
const hours = arrayOf(numbers);
export const insightViews = object({
  computed_at: timestamp,
  time_zone: string,
  hotspots: arrayOf(
    object({
      repository: string,
      project: string,
      path: string,
      commits: number,
      people: number,
      lines: number,
      score: number,
    }),
  ),
  coupling: arrayOf(
    object({ repository: string, project: string, a: string, b: string, together: number, share: number }),
  ),
  knowledge: arrayOf(
    object({
      repository: string,
      project: string,
      path: string,
      files: number,
      owner: nullable(string),
      share: number,
      state: string,
    }),
  ),
  truck_factor: nullable(number),
  activity: object({ commits: hours, issues: hours }),
  control: arrayOf(
    object({ id: string, project: string, key: string, title: string, closed_at: timestamp, hours: number }),
  ),
  lead_times: arrayOf(object({ from: number, to: nullable(number), n: number })),
  notes,
});
