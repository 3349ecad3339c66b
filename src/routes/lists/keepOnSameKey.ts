import type { ShouldRevalidateFunctionArgs } from "react-router-dom";

/** `shouldRevalidate` of a list: what does not change the key of its rows (a preview, a selection, columns) needs no new data. */
export const keepOnSameKey =
  (dataKey: (params: URLSearchParams) => string) =>
  ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean => {
    const hasSameRows =
      currentUrl.pathname === nextUrl.pathname &&
      currentUrl.search !== nextUrl.search &&
      dataKey(currentUrl.searchParams) === dataKey(nextUrl.searchParams);
    return !hasSameRows && defaultShouldRevalidate;
  };
