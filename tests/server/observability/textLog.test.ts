import { expect, test } from "vitest";
import { logLineAsText } from "../../../server/observability/textLog.ts";

const time = new Date(2026, 10, 26, 14, 3, 11).getTime();
const line = (fields: object): string => `${JSON.stringify({ time, pid: 1, hostname: "h", ...fields })}\n`;

test("a line has the time, the level, the message and the reason", () => {
  expect(logLineAsText(line({ level: 40, msg: "the mail server did not answer", err: { message: "timeout" } }))).toBe(
    "14:03:11 warning  the mail server did not answer: timeout",
  );
  expect(logLineAsText(line({ level: 50, msg: "timeout", err: { message: "timeout" } }))).toBe(
    "14:03:11 error    timeout",
  );
  expect(logLineAsText(line({ level: 30, msg: "starting", settings: { port: 4000 } }))).toBe(
    "14:03:11 info     starting",
  );
});

test("a line names what it is about", () => {
  const req = { method: "GET", url: "/api/v1/projects/", address: "10.0.0.1" };
  expect(logLineAsText(line({ level: 40, requestId: "r-1", req, status: 503, ms: 4.2, msg: "request" }))).toBe(
    "14:03:11 warning  request: GET /api/v1/projects/ (status=503 ms=4.2)",
  );
  const settings = { port: 4000 };
  expect(logLineAsText(line({ level: 40, projectId: "p-1", settings, msg: "unread", err: { message: "cut" } }))).toBe(
    "14:03:11 warning  unread: cut (projectId=p-1)",
  );
});

test("an error has its stack, a warning has not", () => {
  const err = { message: "no id\u001B[2J", stack: "TypeError: no id\n    at read (server/a.ts:1:2)\n    at \u001B[2J" };
  expect(logLineAsText(line({ level: 50, msg: "failed", err }))).toBe(
    "14:03:11 error    failed: no id [2J\n    at read (server/a.ts:1:2)\n    at  [2J",
  );
  expect(logLineAsText(line({ level: 40, msg: "failed", err }))).toBe("14:03:11 warning  failed: no id [2J");
});

test("text of a foreign host cannot move the cursor of the terminal, nor begin a new line", () => {
  const text = logLineAsText(line({ level: 40, msg: "\u001B]0;owned\u0007 a\n12:00:00 error\u009B2J" }));
  expect(text).not.toMatch(/[^\P{Cc}]/u);
  expect(text).toContain("owned");
});

test("what is no line of the log is printed as it is", () => {
  expect(logLineAsText("(node:1) Warning: something\n")).toBe("(node:1) Warning: something");
  expect(logLineAsText("null\n")).toBe("null");
});
