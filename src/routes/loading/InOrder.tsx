import {
  Children,
  createContext,
  isValidElement,
  type ReactNode,
  use,
  useCallback,
  useLayoutEffect,
  useState,
} from "react";

/** Reports the part of a page that something in it has not its final height yet; the result withdraws it. */
const HoldBelow = createContext<(() => () => void) | null>(null);

/** Parts of a page from top to bottom. All are mounted, and load, at once; each is shown when those above it have what they wait for, so that nothing moves. */
export function InOrder({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children);
  const [holds, setHolds] = useState<readonly number[]>([]);
  const last = Math.min(...holds);
  useHoldBelow(holds.length > 0);
  return parts.map((part, index) => (
    <div key={isValidElement(part) ? part.key : index} hidden={index > last}>
      <Part index={index} setHolds={setHolds}>
        {part}
      </Part>
    </div>
  ));
}

interface PartProps {
  index: number;
  /** The index of a part for each thing that it waits for. */
  setHolds: (update: (holds: readonly number[]) => readonly number[]) => void;
  children: ReactNode;
}

function Part({ index, setHolds, children }: PartProps) {
  const hold = useCallback(() => {
    setHolds((now) => [...now, index]);
    return () => setHolds((now) => now.toSpliced(now.indexOf(index), 1));
  }, [index, setHolds]);
  return <HoldBelow value={hold}>{children}</HoldBelow>;
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
