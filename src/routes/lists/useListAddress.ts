import { useMemo, useState } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { useSharedValue } from "../../queries/useSharedValue.ts";

export interface ListAddress<State> {
  /** What the controls show: what was chosen, also while its rows are loaded. */
  readonly address: State;
  /** The rows on screen belong to another filter than the controls show. */
  readonly isStale: boolean;
  readonly change: (part: Partial<State>) => void;
}

export interface ListAddressOptions<State> {
  /** A function of a module: it is compared by identity. */
  readonly read: (params: URLSearchParams) => State;
  /** What the rows of an address depend on. */
  readonly dataKey: (params: URLSearchParams) => string;
  readonly hrefOf: (state: State) => string;
}

/** The address of a navigation that has not ended, and whether it adds a history entry. */
interface PendingAddress {
  readonly search: string;
  readonly isEntry: boolean;
}

/** Marks a navigation by a control of the list. */
const OWN = "list-controls";

/**
 * The state of a list in the address. The address changes when its answer arrives. Until then the controls already show the pending state,
 * and the next change adds to it; a step Back or a link drops it.
 */
export function useListAddress<State>({ read, dataKey, hrefOf }: ListAddressOptions<State>): ListAddress<State> {
  const location = useLocation();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const [pending, setPending] = useState<PendingAddress | null>(null);
  const [lastKey, setLastKey] = useState(location.key);
  if (lastKey !== location.key) {
    setLastKey(location.key);
    if (location.search === pending?.search || navigationType === "POP" || location.state !== OWN) setPending(null);
  }
  const search = pending?.search ?? location.search;
  // Parts that a change does not concern keep their identity.
  const address = useSharedValue(useMemo(() => read(new URLSearchParams(search)), [read, search]));
  return {
    address,
    isStale:
      pending !== null &&
      dataKey(new URLSearchParams(pending.search)) !== dataKey(new URLSearchParams(location.search)),
    change: (part) => {
      const href = hrefOf({ ...address, ...part });
      // A filter is a separate history entry; a preview or a selection is not. A change during the navigation of a filter cancels that
      // navigation and includes its filter: it adds the entry in its place.
      const isEntry = "filter" in part || "sort" in part || pending?.isEntry === true;
      setPending({ search: href.includes("?") ? href.slice(href.indexOf("?")) : "", isEntry });
      void navigate(href, { replace: !isEntry, preventScrollReset: true, state: OWN });
    },
  };
}
