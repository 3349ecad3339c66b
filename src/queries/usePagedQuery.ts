import { keepPreviousData as keepPlaceholder, useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { Paging } from "../domain/paging.ts";
import type { ApiError, Result } from "../services/result.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import type { QueryKey } from "./queryKey.ts";
import { queryClientOf } from "./queryClient.ts";
import { useRefetchOnReconnect } from "./useRefetchOnReconnect.ts";

/** A page of a list; `next` is the cursor of the page behind it. */
export interface Page<R> {
  readonly results: readonly R[];
  readonly next: string | null;
}

export interface PagedQuery<P extends Page<unknown>> {
  /** With the counts of the whole list; null before it is loaded. */
  readonly first: P | null;
  /** Rows of all loaded pages. */
  readonly rows: P["results"];
  /** Error of the first page, or of a repeated request. */
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  readonly refetch: () => void;
  readonly paging: Paging;
  /** Error of the last attempt to load a further page. */
  readonly pageError: ApiError | null;
  readonly loadMore: () => void;
}

export interface PagedQueryOptions<P extends Page<unknown>> {
  /** The first page, where a loader has it: it is not requested, and a new one keeps the pages behind it. */
  readonly firstPage?: P;
  /** Whether the list of the previous key stays until that of the new one arrives. */
  readonly keepPreviousData?: boolean;
  /** A row that moved between two pages while they were read is in both; it is shown once. */
  readonly keyOf?: (row: P["results"][number]) => string;
}

class PageError extends Error {
  override readonly name = "PageError";
  readonly failure: ApiError;
  constructor(failure: ApiError) {
    super(failure.text);
    this.failure = failure;
  }
}

/** After a reload of the first page the rows behind it are kept, so that the reader's position does not change. */
function renewed<P extends Page<unknown>>(pages: readonly P[], first: P): readonly P[] {
  const [old] = pages;
  if (!old || old === first) return pages;
  const results = pages.flatMap((page) => page.results);
  if (results.length <= first.results.length) return [first];
  return [first, { ...old, results, next: pages.at(-1)?.next ?? null }];
}

function unique<R>(rows: readonly R[], keyOf: (row: R) => string): readonly R[] {
  const byKey = new Map<string, R>();
  for (const row of rows) if (!byKey.has(keyOf(row))) byKey.set(keyOf(row), row);
  return byKey.size === rows.length ? rows : [...byKey.values()];
}

/**
 * A list that is loaded page by page with a cursor. Another key starts a new list and aborts requests for the old one.
 * @param queryKey one of `queryKeys.ts`; null sends no request
 * @param queryFn fetches the page behind a cursor; null is the first page
 */
export function usePagedQuery<P extends Page<unknown>>(
  queryKey: QueryKey | null,
  queryFn: (cursor: string | null, signal: AbortSignal) => Promise<Result<P>>,
  { firstPage, keepPreviousData = false, keyOf }: PagedQueryOptions<P> = {},
): PagedQuery<P> {
  const client = queryClientOf(useStore());
  // The same array while the key is equal.
  const text = JSON.stringify([...(queryKey ?? []), "pages"]);
  const key = useMemo(() => JSON.parse(text) as readonly unknown[], [text]);
  const query = useInfiniteQuery<P, PageError, InfiniteData<P, string | null>, readonly unknown[], string | null>(
    {
      queryKey: key,
      enabled: queryKey !== null && firstPage === undefined,
      initialPageParam: null,
      queryFn: async ({ pageParam, signal }) => {
        const result = await queryFn(pageParam, signal);
        if (!result.success) throw new PageError(result.error);
        return result.data;
      },
      getNextPageParam: ({ next }) => next,
      // The pages are compared with the loader's by identity.
      structuralSharing: false,
      ...(firstPage && { initialData: { pages: [firstPage], pageParams: [null] }, gcTime: 0 }),
      ...(keepPreviousData && { placeholderData: keepPlaceholder }),
    },
    client,
  );
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage } = query;
  const pages = useMemo(
    () => (data && firstPage ? renewed(data.pages, firstPage) : (data?.pages ?? [])),
    [data, firstPage],
  );
  useEffect(() => {
    if (!data || pages === data.pages) return;
    client.setQueryData(key, {
      pages: [...pages],
      pageParams: pages.map((_, index) => pages[index - 1]?.next ?? null),
    });
  }, [client, key, data, pages]);
  const rows = useMemo(() => {
    const all: P["results"] = pages.flatMap((page) => page.results);
    return keyOf ? unique(all, keyOf) : all;
  }, [pages, keyOf]);
  const failure = error?.failure ?? null;
  const listError = isFetchNextPageError ? null : failure;
  const { refetch } = query;
  const refetchNow = useCallback(() => void refetch(), [refetch]);
  useRefetchOnReconnect(listError !== null, refetchNow);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  const isIdle = isFetchNextPageError ? "failed" : hasNextPage ? "more" : "complete";
  return {
    first: queryKey === null ? null : (pages[0] ?? null),
    rows: queryKey === null ? [] : rows,
    error: listError,
    isLoading: isFetching && !isFetchingNextPage,
    refetch: refetchNow,
    paging: isFetchingNextPage ? "loading" : isIdle,
    pageError: isFetchNextPageError ? failure : null,
    loadMore,
  };
}
