import { useEffect, useRef } from "react";
import { useNavigationType, useSearchParams } from "react-router-dom";
import type { ProjectsFilterValue } from "../../components/projects/ProjectFilters.tsx";
import type { ProjectsFilterStore } from "../../stores/ProjectsFilterStore.ts";
import { readFilter, writeFilter } from "./filterUrl.ts";

/**
 * The filter of the project list, in the store and in the address. The store updates at once while the user types; the address
 * follows with a replace. A link, a typed address or a step back sets the store; the store's filter is kept only on a navigation from
 * another screen to an address without a filter.
 */
export function useProjectsFilter(
  store: ProjectsFilterStore,
): [ProjectsFilterValue, (value: ProjectsFilterValue) => void] {
  const [params, setParams] = useSearchParams();
  const arrival = useNavigationType();
  const isArriving = useRef(true);
  const address = readFilter(params);
  const text = params.toString();

  useEffect(() => {
    const isFirst = isArriving.current;
    isArriving.current = false;
    // The store is already newer than the app's own replace.
    if (!isFirst && arrival === "REPLACE") return;
    const fromAddress = readFilter(new URLSearchParams(text));
    if (isFirst && arrival !== "POP" && text === "" && store.isNarrowed) {
      setParams(writeFilter({ ...fromAddress, text: store.text, isMine: store.myProjects, role: store.myRoles }), {
        replace: true,
      });
      return;
    }
    store.setText(fromAddress.text);
    store.setMyProjects(fromAddress.isMine);
    store.setMyRoles(fromAddress.role);
  }, [text, arrival, store, setParams]);

  const change = (value: ProjectsFilterValue) => {
    store.setText(value.text);
    store.setMyProjects(value.isMine);
    store.setMyRoles(value.role);
    setParams(writeFilter(value), { replace: true });
  };
  return [{ text: store.text, isMine: store.myProjects, role: store.myRoles, sort: address.sort }, change];
}
