/** The front page of a project: what it is, its pulse, open work, risks and the people who are active now. */
import { z } from "zod";
import { Id, Person, Slug, Timestamp } from "./fieldSchemas.ts";

export const OverviewQuery = z.object({ project: Slug });

/** Weeks of the pulse; it is compared with as many before. */
export const PULSE_WEEKS = 12;

/** Counts that have the definitions of the metrics of the same name. */
export const PULSE_METRICS = ["commits", "issues_opened", "issues_closed", "requests_merged"] as const;
export type PulseMetric = (typeof PULSE_METRICS)[number];

export const PulseSeries = z.object({
  metric: z.enum(PULSE_METRICS),
  /** One count a week, the oldest first. */
  weeks: z.array(z.number().int().nonnegative()),
  total: z.number().int().nonnegative(),
  /** Total of the twelve weeks before; null where the project's history begins later than they do. */
  previous: z.number().int().nonnegative().nullable(),
  /** Only where the difference to `previous` is larger than the variation of the weeks explains. */
  trend: z.enum(["up", "down"]).nullable(),
});
export type PulseSeries = z.infer<typeof PulseSeries>;

const OverviewIssue = z.object({
  id: Id,
  key: z.string(),
  /** As in the other answers: how its page names it. */
  address: z.string(),
  title: z.string(),
  assignee: z.string().nullable(),
  /** The id of the assignee's account, for the address of the person's page. */
  assignee_id: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type OverviewIssue = z.infer<typeof OverviewIssue>;

const OverviewArea = z.object({
  repository: Id,
  /** A folder or a file; `folder/*` are the files of a folder that are in none of its folders. */
  path: z.string(),
  files: z.number().int().positive(),
  /** `island`: one active person has nearly all knowledge of it; `orphan`: no one who is active knows it. */
  holding: z.enum(["island", "orphan"]),
  /** The only active person who knows it; of an orphan the one who knew it best. */
  person: Person.nullable(),
});

export const Overview = z.object({
  computed_at: Timestamp,
  /** The first paragraph of a README, as plain text. */
  about: z.object({ text: z.string(), source: Id, path: z.string() }).nullable(),
  /** By bytes of code, the largest first, eight at most. */
  languages: z.array(z.object({ name: z.string(), share: z.number() })),
  /** The contents of the index: text files at the default branches, commits, and people who contributed to them. */
  size: z.object({
    files: z.number().int().nonnegative(),
    commits: z.number().int().nonnegative(),
    people: z.number().int().nonnegative(),
  }),
  pulse: z.object({
    /** First day of each week in the company's time zone; the last one ends today. */
    weeks: z.array(z.iso.date()),
    /** The last day, which is today there. */
    until: z.iso.date(),
    /** The same time as moments: `from` the first day begins, `to` the last one is over. */
    span: z.object({ from: Timestamp, to: Timestamp }),
    /** Only kinds that the project has. */
    series: z.array(PulseSeries),
  }),
  open_issues: z.number().int().nonnegative(),
  /** Newest open issues, five at most. */
  newest: z.array(OverviewIssue),
  /** Open issues without movement, the longest first, five at most: those last updated on the day `until` or before it. */
  quiet: z.object({
    count: z.number().int().nonnegative(),
    until: z.iso.date(),
    issues: z.array(OverviewIssue),
  }),
  /** Open requests that no one but their author has reviewed, the longest first, five at most. */
  waiting: z.object({
    count: z.number().int().nonnegative(),
    requests: z.array(
      z.object({
        id: Id,
        key: z.string(),
        title: z.string(),
        url: z.string(),
        author: z.string().nullable(),
        /** As `assignee_id`. */
        author_id: z.string().nullable(),
        created_at: Timestamp,
      }),
    ),
  }),
  /** Null where the plan has no experts. `files` are all that are looked at. */
  knowledge: z
    .object({
      files: z.number().int().nonnegative(),
      islands: z.number().int().nonnegative(),
      orphans: z.number().int().nonnegative(),
      areas: z.array(OverviewArea),
    })
    .nullable(),
  /** Code that was often changed and often fixed within a year; null where the plan has no Insights. */
  hotspots: z
    .array(
      z.object({
        repository: Id,
        path: z.string(),
        changes: z.number().int().positive(),
        fixes: z.number().int().positive(),
      }),
    )
    .nullable(),
  /** Null where the plan has no document explorer, and until the pages have been compared with the code. */
  outdated: z
    .object({
      pages: z.number().int().nonnegative(),
      references: z.number().int().nonnegative(),
      worst: z.array(z.object({ source: Id, path: z.string(), references: z.number().int().positive() })),
    })
    .nullable(),
  active: z.object({
    count: z.number().int().nonnegative(),
    /** Most commits first, eight at most. */
    people: z.array(z.object({ person: Person, commits: z.number().int().positive(), last_at: Timestamp })),
  }),
  members: z.number().int().nonnegative(),
});
export type Overview = z.infer<typeof Overview>;
