import { useEffect, useRef } from "react";
import { useNavigationType, useSearchParams } from "react-router-dom";
import type { ProjectsFilterValue } from "../../components/ProjectFilters/ProjectFilters.tsx";
import type { ProjectsFilterStore } from "../../stores/ProjectsFilterStore.ts";
import { readFilter, writeFilter } from "./filterUrl.ts";

/**
 * The filter of the project list, in the store and in the address at once. The store answers at once while somebody types; the address
 * follows by replacing itself. An address that somebody opens, goes back to or follows a link to decides over the store; only on coming
 * from another screen without a word about the filter is the store's kept.
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
    // Our own replacing is behind what the store knows already.
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
