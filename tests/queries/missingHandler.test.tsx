/** A call of the app that no handler answers fails the test that makes it. */
import { expect, test } from "vitest";
import { createHttp } from "../../src/services/http.ts";
import { assertServed, serve, watchCalls } from "../fixtures/server.ts";

test("a call without a handler is named with its method and path, also before its answer", () => {
  serve({});
  const http = watchCalls(
    createHttp({ origin: "", token: () => null, onFailure: () => undefined, confirm: () => Promise.resolve(false) }),
  );
  void http("GET", "projects/atlas/");
  void http("POST", "notices/read/");
  expect(assertServed).toThrow(/getProject, GET projects\/atlas\/\.\n.*readNotices, POST notices\/read\/\./);
  expect(assertServed).not.toThrow();
});
