import { useTranslation as useI18next, type UseTranslationResponse } from "react-i18next";
import { formattersOf, type Formatters } from "./formatters.ts";
import type { Namespace } from "./resources.ts";
import type { Locale } from "./i18n.ts";

export interface Translation<N extends Namespace> {
  /** Typed keys: one that is missing in the English catalogue does not compile. */
  readonly t: UseTranslationResponse<N, undefined>["t"];
  readonly locale: Locale;
  /** Formats of dates, numbers, lists and collation in the reader's language. */
  readonly format: Formatters;
}

/** The texts of one area in the reader's language. Suspends until the area's catalogue is loaded. */
export function useTranslation<N extends Namespace>(namespace: N): Translation<N> {
  const { t, i18n } = useI18next<N>(namespace);
  const locale = i18n.language as Locale;
  return { t: t as Translation<N>["t"], locale, format: formattersOf(locale) };
}
