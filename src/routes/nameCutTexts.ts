/** So far above the thing that is pointed at a box may cut it off: an avatar and a name stand in one cell. */
const REACH = 3;

const isCut = (element: HTMLElement): boolean => {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return (
    (textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth) ||
    (/^\d/.test(webkitLineClamp) && element.scrollHeight > element.clientHeight)
  );
};

/**
 * A text that an ellipsis cuts off says itself in whole when it is pointed at, by one listener for the whole document. Whether it is
 * cut depends on the window, so it is asked at that moment; a title of the element's own stays. Returns what ends the listening.
 */
export function nameCutTexts(root: Document = document): () => void {
  const named = new WeakSet<HTMLElement>();
  const handlePoint = ({ target }: Event): void => {
    let element = target instanceof HTMLElement ? target : null;
    for (let step = 0; element && step < REACH; step++, element = element.parentElement) {
      if (element.title !== "" && !named.has(element)) return;
      if (isCut(element)) {
        // As it is drawn: `innerText` has no words that are for screen readers alone run together with those that are seen.
        element.title = element.innerText;
        named.add(element);
        return;
      }
      if (named.delete(element)) element.removeAttribute("title");
    }
  };
  root.addEventListener("pointerover", handlePoint, { passive: true });
  return () => root.removeEventListener("pointerover", handlePoint);
}
