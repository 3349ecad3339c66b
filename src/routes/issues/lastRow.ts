/** The row that a list stored when it was left, if it belongs to this list. */
export function rowOf(kept: string | null, dataKey: string): string | null {
  try {
    const [key, id] = JSON.parse(kept ?? "[]") as readonly unknown[];
    return key === dataKey && typeof id === "string" ? id : null;
  } catch {
    return null; // written by another program
  }
}
