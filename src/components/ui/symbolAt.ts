/** A place in a code view that the reader points at: line and column from 1, the column in UTF-16 units. */
export interface SymbolAt {
  readonly line: number;
  readonly column: number;
  /** The name itself on the screen. */
  readonly rect: DOMRect;
}

/** What the reader wants of a name: its card, to stay or while the pointer is there; the page of its definition; its references. */
export type SymbolAction = "card" | "hover" | "definition" | "references";

const NAME = /[\p{L}\p{Nd}_$]/u;

/** The name at a place of the document; null where there is none. */
export function symbolAt(box: HTMLElement, node: Node, offset: number): SymbolAt | null {
  const code = (node instanceof Element ? node : node.parentElement)?.closest("code");
  const number = code?.parentElement?.querySelector<HTMLElement>("[data-line]")?.dataset["line"];
  if (!code || number === undefined || !box.contains(code) || node.nodeType !== Node.TEXT_NODE) return null;
  const before = document.createRange();
  before.selectNodeContents(code);
  before.setEnd(node, offset);
  const column = before.toString().length;
  const text = node.textContent ?? "";
  let from = offset;
  let to = offset;
  while (from > 0 && NAME.test(text[from - 1] ?? "")) from--;
  while (to < text.length && NAME.test(text[to] ?? "")) to++;
  if (from === to || /\d/.test(text[from] ?? "")) return null;
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return { line: Number(number), column: column - (offset - from) + 1, rect: range.getBoundingClientRect() };
}

/** Whether a point of the window is on a name, or within a pixel of it. */
export const isInRect = (
  { left, right, top, bottom }: DOMRect,
  { clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">,
): boolean => clientX >= left - 1 && clientX <= right + 1 && clientY >= top - 1 && clientY <= bottom + 1;
