import { useLocation, useNavigate } from "react-router-dom";
import type { RowGridTableProps } from "../../components/patterns/RowGrid.tsx";
import type { QueryKey } from "../../queries/queryKey.ts";
import type { Page } from "../../queries/usePagedQuery.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import type { QueryDefinition } from "../../queries/useQueries.ts";
import type { Result } from "../../services/result.ts";
import { useOpenShortcuts, usePageShortcuts } from "../shell/openShortcuts.ts";
import { useHistoryStep } from "../addresses/useHistoryStep.ts";
import { type PreviewState, usePreviewQuery } from "./usePreviewQuery.ts";
import { type ListAddress, type ListAddressOptions, useListAddress } from "./useListAddress.ts";
import { useLastRow } from "./useLastRow.ts";
import { usePreviewedRow } from "./usePreviewedRow.ts";

/** Rows of a further page; the first has the number that the host chooses. */
const PAGE_SIZE = 200;

const idOf = ({ id }: { readonly id: string }): string => id;

/** The state of a list in the address, as far as every list has it. */
export interface ListState {
  /** The id of the row in the preview. */
  readonly preview: string | null;
}

/** A first page with the number of all rows. */
export type CountedPage<Row> = Page<Row> & { readonly count: number };

export interface ListPageOptions<State extends ListState, Row, Item> extends ListAddressOptions<State> {
  /** In the tab's storage: the last list, and its active row. */
  readonly storageKey: string;
  /** Key of the loader: what the rows of `first` depend on. */
  readonly loadedKey: string;
  readonly first: CountedPage<Row>;
  readonly queryKey: QueryKey;
  readonly loadPage: (
    state: State,
    page: { readonly limit: number; readonly cursor?: string },
    signal: AbortSignal,
  ) => Promise<Result<CountedPage<Row>>>;
  /** The request for what the preview shows and the row does not have. */
  readonly previewQuery: (id: string) => QueryDefinition<Item>;
  /** The page of a row. A stable function: a new one renders all rows again. */
  readonly rowHref: (row: Row) => string;
}

/** The previewed row, as the components of previews take it. */
export interface RowPreview<Row, Item> {
  readonly row: Row;
  readonly props: {
    readonly text: PreviewState<Item>;
    readonly href: string;
    readonly onRetry: () => void;
    readonly onClose: () => void;
  };
}

export interface ListPage<State, Row extends { readonly id: string }, Item> extends ListAddress<State> {
  /** Changes on a step back or forward, for the typed text of the filter. */
  readonly historyKey: string;
  readonly rows: readonly Row[];
  readonly preview: RowPreview<Row, Item> | null;
  readonly tableProps: RowGridTableProps<Row>;
  readonly openShortcuts: () => void;
}

/**
 * A list over the rest of the page, as issues and requests have it: filter, order and preview in the address, pages loaded while the reader
 * scrolls, and the active row restored by Back.
 */
export function useListPage<State extends ListState, Row extends { readonly id: string }, Item>({
  storageKey,
  loadedKey,
  first,
  queryKey,
  loadPage,
  previewQuery,
  rowHref,
  ...url
}: ListPageOptions<State, Row, Item>): ListPage<State, Row, Item> {
  const { search } = useLocation();
  const navigate = useNavigate();
  const historyKey = useHistoryStep();
  const openShortcuts = useOpenShortcuts();
  usePageShortcuts("searchField", "rows");
  const { startAt, onLeave } = useLastRow(storageKey, loadedKey);
  const { address, isStale, change } = useListAddress(url);
  const { rows, paging, loadMore } = usePagedQuery<CountedPage<Row>>(
    queryKey,
    // The rows on screen are those of the address, and not of the controls, which may be ahead of it.
    (cursor, signal) =>
      loadPage(url.read(new URLSearchParams(search)), { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) }, signal),
    { firstPage: first, keyOf: idOf },
  );
  const [previewedId, setPreviewedId] = usePreviewedRow(
    address.preview,
    // Every state has a preview; TypeScript cannot derive that from the bound of a parameter.
    (preview) => change({ preview } as Partial<State>),
    { key: loadedKey, isStale },
  );
  const row = previewedId === null ? undefined : rows.find(({ id }) => id === previewedId);
  const text = usePreviewQuery(row?.id ?? null, (id) => (id === null ? null : previewQuery(id)));
  return {
    address,
    isStale,
    change,
    historyKey,
    rows,
    openShortcuts,
    preview: row
      ? {
          row,
          props: {
            text: text.state,
            href: rowHref(row),
            onRetry: text.retry,
            onClose: () => setPreviewedId(null),
          },
        }
      : null,
    tableProps: {
      listKey: loadedKey,
      startAt,
      onLeave,
      rows,
      total: first.count,
      previewedId: row?.id,
      paging,
      hrefOf: rowHref,
      onOpen: (opened) => void navigate(rowHref(opened)),
      onPreview: (previewed) => setPreviewedId(previewed?.id ?? null),
      onHelp: openShortcuts,
      onLoadMore: loadMore,
    },
  };
}
