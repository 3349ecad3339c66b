import { expect, test } from "vitest";
import { openerOf } from "../../../server/process/openBrowser.ts";

const url = "http://127.0.0.1:4000";

test.each([
  ["linux", ["xdg-open", [url]]],
  ["darwin", ["open", [url]]],
  // Not `start`, whose shell would read the characters of an address.
  ["win32", ["rundll32", ["url.dll,FileProtocolHandler", url]]],
] as const)("on %s the address is one argument of the system's opener", (platform, command) => {
  expect(openerOf(platform, url)).toEqual(command);
});
