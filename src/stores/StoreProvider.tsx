import { createContext, use, type ReactNode } from "react";
import type { RootStore } from "./RootStore.ts";

const StoreContext = createContext<RootStore | null>(null);

export function StoreProvider({ store, children }: { store: RootStore; children: ReactNode }) {
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** The root store. A component that reads it must be an `observer`. */
export function useStore(): RootStore {
  const store = use(StoreContext);
  if (!store) throw new Error("useStore needs a StoreProvider above it.");
  return store;
}
