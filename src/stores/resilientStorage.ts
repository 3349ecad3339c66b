import type { KeyValueStorage } from "./StoreEnv.ts";

/**
 * A browser storage that never throws. Where it is forbidden (a strict private window) or full, values are kept in memory while the page is
 * open, so that signing in and choosing a theme still work.
 */
export function resilientStorage(take: () => KeyValueStorage): KeyValueStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(run: (storage: KeyValueStorage) => T, otherwise: () => T): T => {
    try {
      return run(take());
    } catch {
      return otherwise();
    }
  };
  return {
    getItem: (key) =>
      memory.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    setItem: (key, value) => {
      attempt(
        (storage) => {
          storage.setItem(key, value);
          memory.delete(key);
        },
        () => {
          memory.set(key, value);
          // The stored value is outdated; the next page load must not read it as current.
          attempt(
            (storage) => storage.removeItem(key),
            () => undefined,
          );
        },
      );
    },
    removeItem: (key) => {
      memory.delete(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
  };
}
