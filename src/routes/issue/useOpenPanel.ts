import { useContext, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useServices } from "../appContext.tsx";
import { OpenPanels } from "./openPanels.ts";

/** Panels that each app has shown, by entry of the browser's history and id: back and forward show what was open. */
const visitedOf = new WeakMap<object, Map<string, boolean>>();

/** Panels that are remembered: the oldest ones are forgotten. */
const MAX_REMEMBERED = 500;

function visitedBy(app: object): Map<string, boolean> {
  const visited = visitedOf.get(app) ?? new Map<string, boolean>();
  visitedOf.set(app, visited);
  return visited;
}

function remember(visited: Map<string, boolean>, place: string, isOpen: boolean): void {
  visited.delete(place);
  visited.set(place, isOpen);
  const [oldest] = visited.keys();
  if (visited.size > MAX_REMEMBERED && oldest !== undefined) visited.delete(oldest);
}

/**
 * Whether a panel of the page is open: the reader opens and closes it, alone or with all others, and a jump mark to it opens it.
 * @param id of the panel, which jump marks lead to
 */
export function useOpenPanel(
  id: string,
  isInitiallyOpen: boolean,
): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { hash, key } = useLocation();
  const place = `${key} ${id}`;
  const visited = visitedBy(useServices());
  const all = useContext(OpenPanels);
  const isTarget = hash === `#${id}`;
  const [isOpen, setIsOpen] = useState<boolean | null>(() => visited.get(place) ?? (isTarget || (all?.isOpen ?? null)));
  const [wasTarget, setWasTarget] = useState(isTarget);
  if (wasTarget !== isTarget) {
    setWasTarget(isTarget);
    if (isTarget) setIsOpen(true);
  }
  const [wasAll, setWasAll] = useState(all);
  if (wasAll !== all) {
    setWasAll(all);
    if (all) setIsOpen(all.isOpen);
  }
  useEffect(() => {
    if (isOpen !== null) remember(visited, place, isOpen);
  }, [visited, place, isOpen]);
  useEffect(() => {
    // A second click on a jump mark changes nothing in the address.
    const handleClick = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest(`a[href="#${id}"]`)) setIsOpen(true);
    };
    document.addEventListener("click", handleClick);
    return () => document.removeEventListener("click", handleClick);
  }, [id]);
  return [isOpen ?? isInitiallyOpen, setIsOpen];
}
