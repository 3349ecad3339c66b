/** Messages about marks. */
import type { ENGLISH_MARKS } from "./marks.en.ts";

export const TURKISH_MARKS: Record<keyof typeof ENGLISH_MARKS, string> = {
  "mark.item_not_found": "Böyle bir kayıt, istek ya da sayfa yok.",
  "mark.limit": "En çok {max} işaret olabilir. Önce birini kaldırın.",
  "mark.not_found": "Böyle bir işaret yok.",
};
