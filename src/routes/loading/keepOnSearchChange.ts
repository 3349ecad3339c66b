import type { ShouldRevalidateFunctionArgs } from "react-router-dom";

/** `shouldRevalidate` of a route whose data depends on its path alone: a filter or an open part in the address needs no new data. */
export const keepOnSearchChange = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
