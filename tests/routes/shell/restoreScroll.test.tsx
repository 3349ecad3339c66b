import { act, fireEvent, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RestoreScroll } from "../../../src/routes/shell/RestoreScroll.tsx";

/** jsdom has no layout: the test sets the height of the page and its scroll position. */
let height = 0;
let grow: () => void = () => undefined;
const scrollTo = vi.fn<(to: ScrollToOptions) => void>();

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(changed: () => void) {
        grow = changed;
      }
      observe = () => undefined;
      disconnect = () => {
        grow = () => undefined;
      };
    },
  );
  vi.spyOn(document.documentElement, "scrollHeight", "get").mockImplementation(() => height);
  vi.spyOn(window, "scrollTo").mockImplementation(((to: ScrollToOptions) => scrollTo(to)) as typeof window.scrollTo);
  scrollTo.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open() {
  const router = createMemoryRouter([{ path: "*", Component: RestoreScroll }], { initialEntries: ["/search"] });
  render(<RouterProvider router={router} />);
  return router;
}
const lookAt = (place: number) => {
  Object.defineProperty(window, "scrollY", { value: place, configurable: true });
  fireEvent.scroll(window);
};

test("Back waits until the page is tall enough again, and then restores the position", async () => {
  height = 3000;
  const router = open();
  lookAt(700);
  await act(() => router.navigate("/file"));
  lookAt(0);
  height = 400;
  await act(() => router.navigate(-1));
  act(() => grow());
  expect(scrollTo).not.toHaveBeenCalled();
  height = 3000;
  act(() => grow());
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 700, behavior: "instant" });
  act(() => grow());
  expect(scrollTo).toHaveBeenCalledOnce();
});

test("keeps the position after the user has scrolled, and starts a link at the top", async () => {
  height = 3000;
  const router = open();
  lookAt(700);
  await act(() => router.navigate("/file"));
  height = 400;
  await act(() => router.navigate(-1));
  fireEvent.wheel(window);
  height = 3000;
  act(() => grow());
  await act(() => router.navigate("/search"));
  act(() => grow());
  expect(scrollTo).not.toHaveBeenCalled();
});
