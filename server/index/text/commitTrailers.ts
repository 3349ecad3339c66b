/** The roles that a commit message credits people with. The order is part of the index format. */
export const TRAILER_KINDS = ["coAuthor", "review", "signOff", "test", "report"] as const;
export type TrailerKind = (typeof TRAILER_KINDS)[number];

export interface Trailer {
  readonly kind: TrailerKind;
  readonly name: string;
  /** Lower case; empty where the message gives a name or a login alone. */
  readonly email: string;
}

const KIND_OF: Readonly<Record<string, TrailerKind>> = {
  "co-authored-by": "coAuthor",
  "co-author": "coAuthor",
  "co-developed-by": "coAuthor",
  "reviewed-by": "review",
  "reviewed by": "review",
  reviewer: "review",
  reviewers: "review",
  "approved-by": "review",
  "acked-by": "review",
  "merged-by": "review",
  "signed-off-by": "signOff",
  "tested-by": "test",
  "reported-by": "report",
  "suggested-by": "report",
};

const LINE = new RegExp(`^[ \\t*>-]{0,6}(${Object.keys(KIND_OF).join("|")})[ \\t]{0,4}:[ \\t]*(\\S.*)$`, "i");
/** `Merge #12 … r=login a=login`: how merge bots name who approved. */
const APPROVED = /\br=([A-Za-z\d][\w-]{0,38}(?:,[A-Za-z\d][\w-]{0,38}){0,5})/;
const PLACEHOLDER = /^(me|none|n\/a|nobody|try|\?|tbd)$/i;
const MAX_TRAILERS = 16;
const MAX_NAME_LENGTH = 120;

/** Who a commit message thanks, line by line; each person once for each kind. Nothing for a message without such lines. */
export function parseTrailers(message: string): Trailer[] {
  const result = new Map<string, Trailer>();
  const add = (kind: TrailerKind, text: string): void => {
    const match = /^([^<]*)(?:<([^>\s]{1,200})>)?/.exec(text);
    const email = (match?.[2] ?? "").toLowerCase();
    const name = (match?.[1] ?? "").trim().replace(/^@/, "").replace(/[.;]$/, "").slice(0, MAX_NAME_LENGTH);
    if ((name === "" && email === "") || PLACEHOLDER.test(name) || /https?:/.test(name)) return;
    const key = `${kind}\t${name}\t${email}`;
    if (result.size < MAX_TRAILERS && !result.has(key)) result.set(key, { kind, name, email });
  };
  for (const line of message.split(/\r?\n/)) {
    const match = line.length < 2000 ? LINE.exec(line) : null;
    const kind = match && KIND_OF[match[1]?.toLowerCase() ?? ""];
    if (!kind) continue;
    // A comma is part of some names; only where every piece looks like a person is it a list.
    const text = match[2] ?? "";
    const pieces = text.split(/\s*,\s*/).filter((piece) => piece !== "");
    for (const piece of kind === "review" || pieces.every((candidate) => candidate.includes("<")) ? pieces : [text])
      add(kind, piece);
  }
  const approved = APPROVED.exec(message.slice(0, 300))?.[1];
  for (const login of approved?.split(",") ?? []) add("review", login);
  return [...result.values()];
}
