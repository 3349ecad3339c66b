import { DASHBOARD_CHARTS } from "../../contract/insights/dashboardRules.ts";
import type { DashboardCard, StoredCard } from "../../contract/insights/dashboardCards.ts";
import { type GridItem, nextFreePlace } from "./gridItems.ts";

export type CardKind = StoredCard["kind"];

/** In the order of the form. */
export const CARD_KINDS = [
  "metric",
  "own_metric",
  "count",
  "list",
  "map",
  ...DASHBOARD_CHARTS,
  "comparison",
  "person",
  "departure",
  "text",
] as const satisfies readonly CardKind[];

/** The size that a new card of a kind has. */
const SIZES: Readonly<Record<CardKind, { readonly w: number; readonly h: number }>> = {
  metric: { w: 6, h: 4 },
  own_metric: { w: 6, h: 5 },
  count: { w: 3, h: 2 },
  list: { w: 6, h: 5 },
  map: { w: 8, h: 5 },
  control: { w: 8, h: 5 },
  lead_times: { w: 6, h: 5 },
  coupling: { w: 8, h: 5 },
  hours: { w: 8, h: 7 },
  comparison: { w: 8, h: 7 },
  person: { w: 4, h: 3 },
  departure: { w: 6, h: 6 },
  text: { w: 4, h: 3 },
};

/** A card without a place, as a form or another page makes it. */
export type CardDraft = StoredCard extends infer Card
  ? Card extends StoredCard
    ? Omit<Card, keyof GridItem>
    : never
  : never;

/** The smallest id of the form `card-1` that is not in use. */
function freeId(cards: readonly { readonly id: string }[]): string {
  const used = new Set(cards.map(({ id }) => id));
  for (let number = 1; ; number += 1) if (!used.has(`card-${number}`)) return `card-${number}`;
}

/** The size of a new card: a value alone needs less room, and rows of two lines more. */
function sizeOf(draft: CardDraft): { readonly w: number; readonly h: number } {
  if (draft.kind === "metric" && (draft.display === "value" || draft.display === "sparkline")) return SIZES.count;
  if (draft.kind === "list" && draft.of !== "issues" && draft.of !== "requests") return { w: 6, h: 7 };
  return SIZES[draft.kind];
}

/** A new card after the others. */
export const placeCard = (draft: CardDraft, cards: readonly DashboardCard[]): StoredCard =>
  ({ ...draft, id: freeId(cards), ...nextFreePlace(cards, sizeOf(draft)) }) as StoredCard;

/** Cards without those that the reader may not see, for a copy and an export. */
export const visibleCards = (cards: readonly DashboardCard[]): StoredCard[] =>
  cards.filter((card): card is StoredCard => card.kind !== "hidden");
