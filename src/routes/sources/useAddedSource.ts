import { useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { SOURCE_KINDS } from "../../../contract/constants.ts";
import type { AddedKind } from "../../components/sources/AddSourceMenu.tsx";
import { returnFocus } from "../../components/ui/returnFocus.ts";

/** Which form of a new source is open. An address may open one: the links of empty lists do. */
export function useAddedSource(mayAdd: boolean) {
  const [params] = useSearchParams();
  const [adding, setAdding] = useState<AddedKind | null>(
    () => (mayAdd && ([...SOURCE_KINDS, "group"] as const).find((kind) => kind === params.get("add"))) || null,
  );
  /** What contains the button that opens the forms. */
  const head = useRef<HTMLDivElement>(null);
  const close = (): void => setAdding(null);
  return {
    adding,
    head,
    open: setAdding,
    close,
    /** Its button is mounted again, and gets the focus. */
    cancel: (): void => {
      close();
      returnFocus(() => head.current?.querySelector<HTMLElement>("[aria-haspopup]") ?? null);
    },
  };
}
