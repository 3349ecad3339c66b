import {
  Children,
  createContext,
  isValidElement,
  type ReactNode,
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useWaitLimit } from "./useSettled.ts";

/** Reports the part of a page that something in it has not its final height yet; the result withdraws it. */
const HoldBelow = createContext<(() => () => void) | null>(null);

/**
 * Parts of a page from top to bottom. All are mounted, and load, at once; each is shown when those above it have what they wait for, so that nothing moves.
 * What has been shown is not hidden again, and after the limit of `useWaitLimit` all are shown.
 */
export function InOrder({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children);
  /** The index of a part for each thing that it waits for. */
  const holds = useRef<number[]>([]);
  const [lastShown, setLastShown] = useState(-1);
  const [isHeld, setHeld] = useState(true);
  const [changeCount, setChangeCount] = useState(0);
  const isOver = useWaitLimit(changeCount);
  const hold = useCallback((index: number) => {
    holds.current.push(index);
    setChangeCount((count) => count + 1);
    return () => {
      holds.current.splice(holds.current.indexOf(index), 1);
      setChangeCount((count) => count + 1);
    };
  }, []);
  // After the effects of the parts, which hold and withdraw in the same commit, and before the paint.
  useLayoutEffect(() => {
    const last = isOver ? parts.length - 1 : Math.min(parts.length - 1, ...holds.current);
    setLastShown((before) => Math.max(before, last));
    setHeld(holds.current.length > 0 && !isOver);
  }, [isOver, parts.length, changeCount]);
  useHoldBelow(isHeld);
  return parts.map((part, index) => (
    <div key={isValidElement(part) ? part.key : index} hidden={index > lastShown}>
      <Part index={index} hold={hold}>
        {part}
      </Part>
    </div>
  ));
}

interface PartProps {
  index: number;
  hold: (index: number) => () => void;
  children: ReactNode;
}

function Part({ index, hold, children }: PartProps) {
  const holdBelow = useCallback(() => hold(index), [hold, index]);
  return <HoldBelow value={holdBelow}>{children}</HoldBelow>;
}

/** Parts below this one (`InOrder`) are shown once `isPending` is false. Elsewhere it does nothing. */
export function useHoldBelow(isPending: boolean): void {
  const hold = use(HoldBelow);
  // Before the paint: what is below is never shown for a frame.
  useLayoutEffect(() => (isPending ? hold?.() : undefined), [isPending, hold]);
}

/** The fallback of a `Suspense`, which holds what is below. */
export function Holding({ children }: { children: ReactNode }) {
  useHoldBelow(true);
  return children;
}
