import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterEach } from "vitest";
// Loaded before a test replaces the clock.
import "virtual:guards";

/** jsdom has no layout: nothing in it scrolls, changes its size or is above the page. */
class NoResizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = NoResizes;
Object.assign(Element.prototype, { scrollIntoView: () => undefined, scrollTo: () => undefined });
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });

const { getElementError, asyncWrapper, eventWrapper } = getConfig();
/** Actions of a user that are in progress: they dispatch their events themselves and wait for what follows. */
let actions = 0;

configure({
  // What is waited for comes when it comes: a second is short where two cores are shared.
  asyncUtilTimeout: 10_000,
  asyncWrapper: async (action) => {
    actions += 1;
    return asyncWrapper(action).finally(() => {
      actions -= 1;
    });
  },
  // React never retries a part that suspends inside a synchronous `act`, and a user's action waits anyway. `fireEvent` keeps its `act`.
  eventWrapper: (dispatch) => (actions > 0 ? dispatch() : eventWrapper(dispatch)),
  // The library polls for an element and writes the whole page into the error of each failed attempt: more than
  // half of the time of a test with large screens. Only the last error, after the timeout, has the page.
  getElementError: (message, container) => {
    if (!isTrying()) return getElementError(message, container);
    const error = new Error(message ?? "");
    error.name = "TestingLibraryElementError";
    return error;
  },
});

/** Whether the library is in the middle of waiting; it notes so for its own expensive messages. */
function isTrying(): boolean {
  const config = getConfig();
  return "_disableExpensiveErrorDiagnostics" in config && config._disableExpensiveErrorDiagnostics === true;
}

afterEach(cleanup);
