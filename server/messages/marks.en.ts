/** Messages about marks. */
export const ENGLISH_MARKS = {
  "mark.item_not_found": "There is no such issue, request or page.",
  "mark.limit": "There can be {max} marks. Remove one first.",
  "mark.not_found": "There is no such mark.",
} as const;
