/**
 * Replaces `qs` in superagent's browser build, which uses one function of it for form bodies (vite.config.ts, alias). Values that are
 * undefined or null are omitted; arrays become repeated keys.
 */
export function stringify(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item === undefined || item === null) continue;
      query.append(key, typeof item === "object" ? JSON.stringify(item) : String(item as string | number | boolean));
    }
  }
  return query.toString();
}
