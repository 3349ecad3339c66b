/** Dashboards: pages of cards that a person arranges, shares with the company and exports. What a card shows is computed for its reader. */
import { z } from "zod";
import { Id, Name, Slug, Timestamp } from "../fieldSchemas.ts";
import { DashboardCard, DataCard, StoredCard } from "./dashboardCards.ts";
import {
  DASHBOARD_FILE,
  DASHBOARD_GRID,
  DASHBOARD_LIMITS,
  DASHBOARD_SHARING,
  type GridPlace,
  isOverlapping,
} from "./dashboardRules.ts";
import { Granularity, InsightPeriod, withAllowedPair } from "./insights.ts";

const { columns } = DASHBOARD_GRID;

/** Cards are within the grid, have different ids and no common cell. */
const arranged = <T extends z.ZodType<readonly (GridPlace & { readonly id: string })[]>>(cards: T): T =>
  cards.superRefine((all, context) => {
    for (const [at, card] of all.entries()) {
      if (card.x + card.w > columns)
        context.addIssue({
          code: "custom",
          path: [at, "w"],
          message: "dashboard.beyond_grid",
          params: { columns: String(columns) },
        });
      const before = all.slice(0, at);
      if (before.some(({ id }) => id === card.id))
        context.addIssue({ code: "custom", path: [at, "id"], message: "dashboard.same_id" });
      if (before.some((other) => isOverlapping(other, card)))
        context.addIssue({ code: "custom", path: [at], message: "dashboard.overlap" });
    }
  });

/** What the page has where its address says nothing else. */
const view = { period: InsightPeriod, granularity: Granularity };

const Cards = z.array(DashboardCard).max(DASHBOARD_LIMITS.cards);
/** As it is answered: what was stored was arranged. */
export const DashboardLayout = z.object({ ...view, cards: Cards });
export type DashboardLayout = z.infer<typeof DashboardLayout>;
const ChangedLayout = withAllowedPair(z.object({ ...view, cards: arranged(Cards) }));
const NewLayout = withAllowedPair(
  z.object({ ...view, cards: arranged(z.array(StoredCard).max(DASHBOARD_LIMITS.cards)) }),
);
/** The layout as it is stored, with all of its cards. */
export type StoredLayout = z.infer<typeof NewLayout>;

export const DashboardSharingName = z.enum(DASHBOARD_SHARING);

export const DashboardEntry = z.object({
  id: Id,
  name: z.string(),
  sharing: DashboardSharingName,
  /** Name of the user whose dashboard it is; null for the caller's own, and where the account is gone. */
  owner: z.string().nullable(),
  is_mine: z.boolean(),
  /** The caller may change its cards and its name. */
  can_edit: z.boolean(),
  /** The caller may share and delete it. */
  can_manage: z.boolean(),
  /** Counts its changes: a change names the version that it is made of. */
  version: z.number().int().positive(),
  updated_at: Timestamp,
  /** Name of the user who changed it last; null where the account is gone. */
  updated_by: z.string().nullable(),
});
export type DashboardEntry = z.infer<typeof DashboardEntry>;
export const DashboardPage = DashboardEntry.extend({ layout: DashboardLayout });
export type DashboardPage = z.infer<typeof DashboardPage>;

export const NewDashboardBody = z.object({ name: Name, sharing: DashboardSharingName, layout: NewLayout });
/** What is left out keeps its value. */
export const DashboardUpdate = z.object({
  version: z.number().int().positive(),
  name: Name.optional(),
  sharing: DashboardSharingName.optional(),
  layout: ChangedLayout.optional(),
});
/** An exported dashboard. What is created of it belongs to the importer, and no other user sees it. */
export const DashboardFile = z.object({
  format: z.literal(DASHBOARD_FILE.format, "dashboard.not_a_file"),
  version: z.literal(DASHBOARD_FILE.version, "dashboard.file_version"),
  name: Name,
  layout: NewLayout,
});
export type DashboardFile = z.infer<typeof DashboardFile>;

/** Cards to compute, with the filters of the page. `project` and `repository` are for cards without a project of their own. */
export const DashboardCardsBody = withAllowedPair(
  z.object({
    ...view,
    project: z.array(Slug).max(100),
    repository: z.array(Id).max(100),
    cards: z.array(DataCard).max(DASHBOARD_LIMITS.cards),
  }),
);
export type DashboardCardsBody = z.infer<typeof DashboardCardsBody>;
