import type { KeyValueStorage } from "../../stores/StoreEnv.ts";

const KEY = "clew.recentUse";
/** The most projects that "recent" covers. */
const LIMIT = 100;

/** When each project was last opened in this browser: milliseconds since 1970 by slug. Damaged storage reads as never. */
export function readRecentUse(storage: KeyValueStorage): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, at]) => typeof at === "number")) as Record<
      string,
      number
    >;
  } catch {
    return {};
  }
}

export function noteUse(storage: KeyValueStorage, slug: string, now: number): void {
  const others = Object.entries(readRecentUse(storage)).filter(([other]) => other !== slug);
  const kept = others.toSorted(([, a], [, b]) => b - a).slice(0, LIMIT - 1);
  storage.setItem(KEY, JSON.stringify(Object.fromEntries([[slug, now], ...kept])));
}

/** When the user last opened it; for a project that was never opened in this browser, when it last changed. */
export const lastUse = (
  recent: Readonly<Record<string, number>>,
  project: { slug: string; updated_at: string },
): number => recent[project.slug] ?? Date.parse(project.updated_at);
