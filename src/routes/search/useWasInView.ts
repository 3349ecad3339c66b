import { type RefObject, useEffect, useState } from "react";

/** Returns whether the element has been visible since it was mounted; true where the browser cannot tell. */
export function useWasInView(element: RefObject<Element | null>): boolean {
  const [wasInView, setInView] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const { current: target } = element;
    if (wasInView || !target) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setInView(true);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, wasInView]);
  return wasInView;
}
