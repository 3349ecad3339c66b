/** The filters of cards that count or list: the parameters of the call that a card is computed by. */
import { z } from "zod";
import { TEXT_LIMITS } from "../constants.ts";
import { Id, SourcePath } from "../fieldSchemas.ts";
import { IssuesQuery } from "../issues/issues.ts";
import { RequestsQuery } from "../requests/requests.ts";
import { SearchAllQuery } from "../search/search.ts";
import type { LISTED_THINGS } from "./dashboardRules.ts";

/** The parameters of a list or a search, as its call takes them. */
export const CardFilter = z.record(z.string().max(40), z.array(z.string().max(TEXT_LIMITS.query)).min(1).max(100));
export type CardFilter = z.output<typeof CardFilter>;

/** Numbers of lines as an address has them. */
const LineNumber = z.string().regex(/^[1-9]\d{0,7}$/, "field.format");

const FILTERS = {
  issues: IssuesQuery.omit({ cursor: true, limit: true }).strict(),
  requests: RequestsQuery.omit({ cursor: true, limit: true }).strict(),
  /** `project`: those that are searched, where the card has none. */
  search: SearchAllQuery.omit({ limit: true, scope: true, first: true, in_project: true }).strict(),
  /** `source`: a wiki; `outdated`: only pages with names that the code no longer has. */
  documents: z.object({ source: Id.optional(), outdated: z.literal("true").optional() }).strict(),
  /** `path`: a file of the repository, and `from` and `to` its lines. */
  commits: z
    .object({
      repository: Id.optional(),
      path: SourcePath.min(1).optional(),
      revision: z.string().min(1).max(250).optional(),
      from: LineNumber.optional(),
      to: LineNumber.optional(),
    })
    .strict(),
} as const satisfies Record<(typeof LISTED_THINGS)[number], z.ZodType>;

/** One value of a parameter that may be repeated is sent as the value. */
export const filterParameters = (filter: CardFilter): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(filter).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );

interface FilteredCard {
  readonly of: keyof typeof FILTERS;
  readonly project: string | null;
  readonly filter: CardFilter;
}

/** The filter has only parameters that the list has, with values that it takes. */
export const withFilter = <T extends z.ZodType<FilteredCard>>(schema: T): T =>
  schema.superRefine(({ of, project, filter }, context) => {
    const refuse = (name: string, message: string): void =>
      context.addIssue({ code: "custom", path: ["filter", ...(name ? [name] : [])], message });
    const parsed = FILTERS[of].safeParse(filterParameters(filter));
    for (const { path, code } of parsed.error?.issues ?? [])
      refuse(code === "unrecognized_keys" ? "" : String(path[0] ?? ""), "dashboard.filter");
    if (of === "search" && !filter["q"]?.some((text) => text.trim() !== "")) refuse("q", "field.required");
    // The project of the card is the one that is searched.
    if (of === "search" && project !== null && "project" in filter) refuse("project", "dashboard.filter");
    const needs = { from: "path", to: "from", revision: "path", path: "repository" } as const;
    if (of === "commits")
      for (const [name, needed] of Object.entries(needs))
        if (name in filter && !(needed in filter)) refuse(needed, "field.required");
  });
