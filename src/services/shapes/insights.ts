import { flag, list, moment, number, orNull, parts, text } from "../answerShape.ts";
import { texts, numbers } from "./cards.ts";

/* Fields that the screens access, of series, views and rows. */

const measured = parts({ value: orNull(number), n: number });
const notes = list(parts({ metric: orNull(text), code: text, count: orNull(number) }));
export const insights = parts({
  computed_at: moment,
  time_zone: text,
  buckets: list(parts({ start: moment, end: moment, partial: flag })),
  series: list(
    parts({
      metric: text,
      series: text,
      unit: text,
      values: list(orNull(number)),
      n: numbers,
      current: measured,
      previous: measured,
    }),
  ),
  notes,
  programs: texts,
});
const option = list(parts({ id: text, name: text }));
export const insightOptions = parts({
  projects: list(parts({ slug: text, name: text })),
  repositories: option,
  trackers: option,
  people: option,
  labels: texts,
  types: texts,
});
export const insightRows = parts({
  count: number,
  next: orNull(text),
  results: list(
    parts({
      kind: text,
      id: text,
      project: text,
      key: text,
      title: text,
      url: orNull(text),
      at: orNull(moment),
      person: orNull(text),
      value: orNull(number),
    }),
  ),
});
const hours = list(numbers);
export const insightViews = parts({
  computed_at: moment,
  time_zone: text,
  hotspots: list(
    parts({
      repository: text,
      project: text,
      path: text,
      commits: number,
      people: number,
      lines: number,
      score: number,
    }),
  ),
  coupling: list(parts({ repository: text, project: text, a: text, b: text, together: number, share: number })),
  knowledge: list(
    parts({
      repository: text,
      project: text,
      path: text,
      files: number,
      owner: orNull(text),
      share: number,
      state: text,
    }),
  ),
  truck_factor: orNull(number),
  activity: parts({ commits: hours, issues: hours }),
  control: list(parts({ id: text, project: text, key: text, title: text, closed_at: moment, hours: number })),
  lead_times: list(parts({ from: number, to: orNull(number), n: number })),
  notes,
});
