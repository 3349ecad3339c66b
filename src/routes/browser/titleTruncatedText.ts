/** Ancestors to check for truncation: an avatar and a name share one cell. */
const REACH = 3;

const isTruncated = (element: HTMLElement): boolean => {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return (
    (textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth) ||
    (/^\d/.test(webkitLineClamp) && element.scrollHeight > element.clientHeight)
  );
};

/**
 * Shows the full text of a truncated element as its tooltip, by one listener on the document. Truncation depends on the window, so it is
 * checked on hover; an existing title is kept. Returns a function that removes the listener.
 */
export function titleTruncatedText(root: Document = document): () => void {
  const named = new WeakSet<HTMLElement>();
  const handlePoint = ({ target }: Event): void => {
    let element = target instanceof HTMLElement ? target : null;
    for (let step = 0; element && step < REACH; step++, element = element.parentElement) {
      if (element.title !== "" && !named.has(element)) return;
      if (isTruncated(element)) {
        // As rendered: in `innerText` visible words do not run together with those for screen readers only.
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
