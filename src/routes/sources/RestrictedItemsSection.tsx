import { useSearchParams } from "react-router-dom";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { RestrictedItems } from "../../components/restricted/RestrictedItems.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useHistoryStep } from "../addresses/useHistoryStep.ts";

/** In the address: the query, and how many items are shown. */
const QUERY = "restricted";
const SHOWN = "restricted_shown";
const PAGE = 20;
const MOST = 200;

/** A number of whole pages; the first page for anything else. */
const readLimit = (text: string | null): number => {
  const limit = Number(text);
  return limit % PAGE === 0 && limit >= PAGE && limit <= MOST ? limit : PAGE;
};

export interface RestrictedItemsSectionProps {
  slug: string;
}

/** The restricted items of a project that the caller's role may read. */
export function RestrictedItemsSection({ slug }: RestrictedItemsSectionProps) {
  const { sources } = useServices();
  const { t } = useTranslation("restricted");
  const [search, setSearch] = useSearchParams();
  const historyKey = useHistoryStep();
  const query = (search.get(QUERY) ?? "").slice(0, TEXT_LIMITS.query);
  const limit = readLimit(search.get(SHOWN));
  const items = useQuery(
    sourceKeys.restrictedItems(slug, { q: query, limit }),
    (signal) => sources.restricted(slug, { q: query, limit }, signal),
    { isLive: true },
  );
  const show = (next: { query: string; limit: number }, replace: boolean): void =>
    setSearch(
      (now) => {
        const address = new URLSearchParams(now);
        address.delete(QUERY);
        address.delete(SHOWN);
        if (next.query !== "") address.set(QUERY, next.query);
        if (next.limit > PAGE) address.set(SHOWN, String(next.limit));
        return address;
      },
      { replace, preventScrollReset: true },
    );
  const list = (data: (typeof items)["data"]) => (
    <RestrictedItems
      key={historyKey}
      items={data?.results ?? null}
      query={query}
      isLoading={items.isLoading}
      onSearch={(next) => show({ query: next, limit: PAGE }, next === query)}
      onMore={
        data !== null && data.next !== null && limit < MOST
          ? () => show({ query, limit: limit + PAGE }, true)
          : undefined
      }
    />
  );
  return (
    <AsyncContent query={items} failed={t("failed")} loading={list(null)}>
      {list}
    </AsyncContent>
  );
}
