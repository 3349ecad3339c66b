/** As the lookup of names counts them; a number is none. */
const NAMES = /[\p{L}_$][\p{L}\p{Nd}_$]*/gu;

/**
 * Selects a name of a line as the reader would with the mouse, so that Enter looks it up.
 * @param code the element with the text of the line
 * @param index of the name in the line, from 0; beyond the ends the first or the last one
 * @returns the index and the name that is selected; null for a line without names
 */
export function selectName(code: Element, index: number): { readonly index: number; readonly name: string } | null {
  const names = [...(code.textContent ?? "").matchAll(NAMES)];
  const at = Math.max(0, Math.min(names.length - 1, index));
  const found = names[at];
  if (!found) return null;
  const start = placeAt(code, found.index, false);
  const end = placeAt(code, found.index + found[0].length, true);
  if (start && end) document.getSelection()?.setBaseAndExtent(...start, ...end);
  return { index: at, name: found[0] };
}

/** The text node at an offset of the text, and the offset inside it. @param isEnd the offset after a character belongs to that one's node */
function placeAt(code: Element, offset: number, isEnd: boolean): [node: Node, offset: number] | null {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (isEnd ? offset <= before + length : offset < before + length) return [node, offset - before];
    before += length;
  }
  return null;
}
