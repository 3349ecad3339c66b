/** Answers as an agent reads them: what is between the marks, and a page after the other. */

/** Pages of one answer, more than any of them has. */
const MAX_PAGES = 2000;
const PLACE = /\b(offset|skip|from_line|cursor|version)=([\w-]+)/g;

interface Answer {
  readonly text: string;
  readonly data?: Record<string, unknown> | undefined;
}

/** The text from the opening mark to the closing one. */
export const insideOf = (text: string): string => text.slice(text.indexOf("<untrusted"), text.indexOf("</untrusted"));

/** The lines between the marks of an answer. */
export const insideLines = ({ text }: Pick<Answer, "text">): string[] =>
  (/<untrusted [^\n]*\n([^]*?)\n<\/untrusted/.exec(text)?.[1] ?? "").split("\n");

/** How an answer is continued; null where nothing follows. */
export const nextOf = ({ data }: Answer): string | null => (data?.["next"] ?? null) as string | null;

/** An answer and all that follow it, to where `next` names no place to continue at. @param ask with the arguments of a place */
export async function readToEnd<A extends Answer>(
  ask: (place: Record<string, string | number>) => Promise<A>,
): Promise<A[]> {
  const pages: A[] = [];
  for (let place: Record<string, string | number> = {}; pages.length < MAX_PAGES;) {
    const page = await ask(place);
    pages.push(page);
    const places = [...(nextOf(page) ?? "").matchAll(PLACE)];
    if (places.length === 0) return pages;
    const isText = (key: string): boolean => key === "cursor" || key === "version";
    place = Object.fromEntries(places.map(([, key = "", value = ""]) => [key, isText(key) ? value : Number(value)]));
  }
  throw new Error("The answer has no end.");
}
