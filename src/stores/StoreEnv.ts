import { getEnv, type IStateTreeNode } from "mobx-state-tree";
import type { Services } from "../services/services.ts";

/** The subset of the browser's Storage that is used; one that throws (a private window) must be wrapped before. */
export interface KeyValueStorage {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}

/** External dependencies of the stores. One object per root. */
export interface StoreEnv {
  readonly services: Services;
  readonly storage: KeyValueStorage;
  /** The browser's sessionStorage: keeps half-filled forms over a reload. Never a secret, except for the verifier of a sign-in that is in progress. */
  readonly tabStorage: KeyValueStorage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs a function later; returns a function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export const storeEnv = (node: IStateTreeNode): StoreEnv => getEnv<StoreEnv>(node);
