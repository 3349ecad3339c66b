/** Parsers with the faults that every target is watched for. */
const kept: string[][] = [];

export function readFaulty(kind: string): string {
  if (kind === "endless") for (let at = 0; at >= 0;) at += 1;
  if (kind === "greedy") return kind.repeat(1_000_000);
  if (kind === "polluting") Object.assign(Object.prototype, { isAdmin: true });
  if (kind === "hoarding") hoard();
  return kind;
}

/** Few blocks and much memory. */
function hoard(): void {
  for (let times = 0; times < 1000; times += 1) kept.push(Array.from(kind.repeat(100_000)));
}
const kind = "hoarding";
