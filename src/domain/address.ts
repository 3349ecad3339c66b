/** The text of a part of an address; as it is where a percent sign encodes nothing. */
export function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** `#L12`, `#L12-L20` and `#L12-20`. Null for any other hash. */
export function readLineHash(hash: string): LineRange | null {
  const match = /^#?L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash);
  if (!match) return null;
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  return first < 1 || last < 1 ? null : { from: Math.min(first, last), to: Math.max(first, last) };
}

export const lineHash = ({ from, to }: LineRange): string => (to > from ? `#L${from}-L${to}` : `#L${from}`);
