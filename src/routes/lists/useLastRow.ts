import { useState } from "react";
import { useNavigationType } from "react-router-dom";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";

export interface LastRow {
  /** The id of the row that was active when the list was left; null for a new visit. Only Back restores it. */
  readonly startAt: string | null;
  readonly onLeave: (row: { readonly id: string }) => void;
}

/**
 * The active row of a list, kept in the storage of the browser's tab.
 * @param name of the list in the storage
 * @param dataKey identifies the rows: another filter is another list
 */
export function useLastRow(name: string, dataKey: string): LastRow {
  const navigationType = useNavigationType();
  const { tabStorage } = storeEnv(useStore());
  const [startAt] = useState(() => (navigationType === "POP" ? rowOf(tabStorage.getItem(name), dataKey) : null));
  return { startAt, onLeave: ({ id }) => tabStorage.setItem(name, JSON.stringify([dataKey, id])) };
}

/** The row that a list stored when it was left, if it belongs to this list. */
function rowOf(stored: string | null, dataKey: string): string | null {
  try {
    const [key, id] = JSON.parse(stored ?? "[]") as readonly unknown[];
    return key === dataKey && typeof id === "string" ? id : null;
  } catch {
    return null; // written by another program
  }
}
