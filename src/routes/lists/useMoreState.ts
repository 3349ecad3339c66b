import type { MoreState } from "../../components/patterns/LoadMore.tsx";
import type { Page, PagedQuery } from "../../queries/usePagedQuery.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** The further parts of a list, as its button needs them. */
export function useMoreState({
  paging,
  pageError,
  loadMore,
}: Pick<PagedQuery<Page<unknown>>, "paging" | "pageError" | "loadMore">): MoreState {
  const formatError = useErrorMessage();
  return { paging, failure: pageError && formatError(pageError), onMore: loadMore };
}
