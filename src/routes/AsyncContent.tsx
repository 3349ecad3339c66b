import { type ReactNode, useDeferredValue } from "react";
import { InlineNotice } from "../components/patterns/InlineNotice.tsx";
import { Button } from "../components/ui/Button.tsx";
import { Text } from "../components/ui/Text.tsx";
import { useTranslation } from "../i18n/useTranslation.ts";
import type { Page, PagedQuery } from "../queries/usePagedQuery.ts";
import type { QueryState } from "../queries/useQuery.ts";
import { useHoldBelow } from "./loading/InOrder.tsx";
import { QueryFailure, type QueryFailureProps } from "./failures/QueryFailure.tsx";
import { useErrorMessage } from "./useErrorMessage.ts";

/** What a part of a page loads: a query, data of the loader (`useLoaderState`), or a list (`asLoadState`). */
export type LoadState<T> = Pick<QueryState<T>, "data" | "error" | "isLoading" | "refetch"> &
  Partial<Pick<QueryState<T>, "isPrevious">>;

/** A list that is loaded page by page, by its first page. */
export const asLoadState = <P extends Page<unknown>>({
  first,
  error,
  isLoading,
  refetch,
}: Pick<PagedQuery<P>, "first" | "error" | "isLoading" | "refetch">): LoadState<P> => ({
  data: first,
  error,
  isLoading,
  refetch,
});

/** Whether there is data to show: data of another key is not shown below the failure of this one. */
export const hasContent = ({ data, error, isPrevious = false }: LoadState<unknown>): boolean =>
  data !== null && !(error && isPrevious);

export interface AsyncContentProps<T> extends Pick<QueryFailureProps, "failed" | "note"> {
  query: LoadState<T>;
  /** Shown before the first data. */
  loading?: ReactNode;
  /** Shown in place of an empty list. */
  empty?: string;
  /** The data of the previous key stays below the failure of this one, as it does while this one loads. */
  keepsPrevious?: boolean;
  children: (data: T) => ReactNode;
}

const isEmptyList = (data: unknown): boolean => Array.isArray(data) && data.length === 0;

/** The states of a part of a page: loading, failed with Retry, empty, loaded. Data stays below a notice while its reload fails. */
export function AsyncContent<T>({
  query,
  failed,
  note,
  loading = null,
  empty,
  keepsPrevious = false,
  children,
}: AsyncContentProps<T>) {
  const { data, error, isLoading, refetch } = query;
  const { t } = useTranslation("states");
  const formatError = useErrorMessage();
  // The first rendering of the content can be long: deferred, React does it in slices, and `loading` stays until it is complete.
  const isReady = useDeferredValue(data !== null);
  const isMissing = data === null || !isReady || (!keepsPrevious && !hasContent(query));
  useHoldBelow(isMissing && !error);
  if (isMissing) {
    if (!error) return loading;
    return <QueryFailure query={query} failed={failed} note={note} />;
  }
  return (
    <>
      {error && (
        <InlineNotice
          title={t("notRefreshed")}
          action={<Button size="small" text={t("retry")} loading={isLoading} onClick={refetch} />}
        >
          {formatError(error).text}
        </InlineNotice>
      )}
      {empty !== undefined && isEmptyList(data) ? (
        <Text as="p" tone="muted">
          {empty}
        </Text>
      ) : (
        children(data)
      )}
    </>
  );
}
