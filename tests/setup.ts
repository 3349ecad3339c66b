import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterEach } from "vitest";
// Loaded before a test replaces the clock.
import "virtual:guards";

const { getElementError } = getConfig();

configure({
  // What is waited for comes when it comes: a second is short where two cores are shared.
  asyncUtilTimeout: 10_000,
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
