import { COUNTED_THINGS } from "../../contract/insights/dashboardRules.ts";
import type { CardDraft } from "./dashboardCards.ts";

/** `list`: the first rows; `number`: how many there are; `outdated`: outdated pages alone. */
export type CardForm = "list" | "number" | "outdated";

/** The forms in which what a list shows can be a card, the present one first; none where it has one form. */
export function cardForms(card: CardDraft): { readonly id: CardForm; readonly card: CardDraft }[] {
  if (card.kind !== "list") return [];
  const { of, title, project, filter } = card;
  if (of === "documents")
    return [
      { id: "list", card },
      { id: "outdated", card: { ...card, filter: { ...filter, outdated: ["true"] } } },
    ];
  const counted = COUNTED_THINGS.find((thing) => thing === of);
  if (counted === undefined) return [];
  return [
    { id: "list", card },
    { id: "number", card: { kind: "count", title, of: counted, project, filter, display: "now" } },
  ];
}
