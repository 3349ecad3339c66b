import { expect } from "storybook/test";

/** Fails when the page scrolls sideways, or when a control, a heading or a label has an edge outside the page or more text than it shows. */
export async function expectNoOverflow(page: HTMLElement): Promise<void> {
  const { clientWidth, scrollWidth } = document.documentElement;
  await expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  const clipped = [...page.querySelectorAll<HTMLElement>("button, a, label, input, select, h1, h2, h3, h4")].filter(
    (element) => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width <= 1 || element.closest("[data-scrolls-sideways], pre, code, table, [role=region][tabindex]"))
        return false;
      return left < -1 || right > clientWidth + 1;
    },
  );
  await expect(clipped.map((element) => element.textContent || element.getAttribute("aria-label"))).toEqual([]);
}
