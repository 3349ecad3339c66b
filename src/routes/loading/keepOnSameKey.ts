import type { ShouldRevalidateFunctionArgs } from "react-router-dom";

/**
 * `shouldRevalidate` of a route whose data depend on a part of its search parameters, the key. A change of the others (a preview, a selection,
 * columns) needs no new data.
 */
export const keepOnSameKey =
  (dataKey: (params: URLSearchParams) => string) =>
  ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean => {
    const hasSameData =
      currentUrl.pathname === nextUrl.pathname &&
      currentUrl.search !== nextUrl.search &&
      dataKey(currentUrl.searchParams) === dataKey(nextUrl.searchParams);
    return !hasSameData && defaultShouldRevalidate;
  };
