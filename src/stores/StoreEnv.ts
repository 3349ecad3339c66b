import { getEnv, type IStateTreeNode } from "mobx-state-tree";
import type { Services } from "../services/services.ts";

/** The part of the browser's Storage that is used; one that throws (a private window) must be wrapped before. */
export interface KeyValueStorage {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}

/** Everything of the outside that the stores touch. One object per root. */
export interface StoreEnv {
  readonly services: Services;
  readonly storage: KeyValueStorage;
  /** Lives as long as the tab (the browser's sessionStorage): what a half-filled form keeps over a reload. Never a secret. */
  readonly tabStorage: KeyValueStorage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs something later; returns what calls it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export const storeEnv = (node: IStateTreeNode): StoreEnv => getEnv<StoreEnv>(node);
