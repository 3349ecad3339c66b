import { useLocation, useSearchParams } from "react-router-dom";

/** In the address: all items are collapsed. Without a value the first item is expanded. */
const NONE = "none";

/**
 * The expanded item of a list, kept in the address. A change replaces the history entry and keeps its state.
 * @param name the parameter of the address
 * @param first the key of the first item; null for an empty list
 */
export function useOpenItem(
  name: string,
  first: string | null,
): readonly [open: string | null, setOpen: (key: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const item = search.get(name) ?? first;
  const setOpen = (key: string | null): void =>
    setSearch(
      (now) => {
        now.set(name, key ?? NONE);
        return now;
      },
      { replace: true, preventScrollReset: true, state },
    );
  return [item === NONE ? null : item, setOpen];
}
