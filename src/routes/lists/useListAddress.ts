import { useMemo, useState } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router-dom";

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
  const [wanted, setWanted] = useState<string | null>(null);
  const [lastKey, setLastKey] = useState(location.key);
  if (lastKey !== location.key) {
    setLastKey(location.key);
    if (location.search === wanted || navigationType === "POP" || location.state !== OWN) setWanted(null);
  }
  const search = wanted ?? location.search;
  const address = useMemo(() => read(new URLSearchParams(search)), [read, search]);
  return {
    address,
    isStale: wanted !== null && dataKey(new URLSearchParams(wanted)) !== dataKey(new URLSearchParams(location.search)),
    change: (part) => {
      const href = hrefOf({ ...address, ...part });
      setWanted(href.includes("?") ? href.slice(href.indexOf("?")) : "");
      // A filter is a separate history entry; a preview or a selection is not.
      void navigate(href, { replace: !("filter" in part || "sort" in part), preventScrollReset: true, state: OWN });
    },
  };
}
