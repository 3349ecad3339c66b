import { expect, test } from "vitest";
import { placeOf, readNotification } from "../../src/services/readNotification.ts";

const NOW = Date.parse("2026-03-02T09:00:00Z");
const read = (value: unknown) => readNotification(JSON.stringify(value), NOW);

test("a message of our host is read as it is", () => {
  const message = {
    id: "n-1",
    type: "sync.finished",
    title: "Synced",
    body: "412 issues",
    project: "atlas",
    href: "/projects/atlas",
    created_at: "2026-03-01T08:00:00Z",
    data: { items: 412 },
  };
  expect(read(message)).toEqual(message);
});

test("what is missing or of another type gets a default", () => {
  expect(read({ id: 7, type: null, message: "Hello", created_at: "soon", data: [] })).toEqual({
    id: expect.stringMatching(/^unnamed \d+$/),
    type: "message",
    title: "Hello",
    body: null,
    project: null,
    href: null,
    created_at: "2026-03-02T09:00:00.000Z",
    data: {},
  });
});

test("the text of a message is in the field that has precedence and is not blank", () => {
  expect(read({ title: " ", text: "Text", detail: "Detail" })?.title).toBe("Text");
});

test.each([
  ["a text", "Hello", "Hello"],
  ["a number", 7, "7"],
  ["null", null, "null"],
  ["a list", ["a"], '["a"]'],
  ["an object of an unknown shape", { x: 1 }, '{"x":1}'],
])("%s is a message as well", (_, value, title) => {
  expect(read(value)?.title).toBe(title);
});

test("texts are limited in length", () => {
  const long = read({ title: "x".repeat(400), body: "y".repeat(3000) });
  expect(long?.title).toHaveLength(300);
  expect(long?.body).toHaveLength(2000);
});

test("a deeply nested value is a message too", () => {
  const nested = "[".repeat(5000) + "]".repeat(5000);
  expect(readNotification(nested, NOW)?.title).toBe("[".repeat(300));
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "projects"])(
  "%s is no address inside of this app",
  (href) => {
    expect(read({ title: "x", href })?.href).toBeNull();
  },
);

test.each(["", "{", "undefined", null, new ArrayBuffer(2)])("%j is no message", (data) => {
  expect(readNotification(data, NOW)).toBeNull();
});

test("messages without an id differ, and have no position from which later ones are requested", () => {
  const [first, second] = [read({}), read({})];
  expect(first?.id).not.toBe(second?.id);
  expect(first && placeOf(first)).toBeNull();
  const named = read({ id: "n-1" });
  expect(named && placeOf(named)).toBe("n-1");
});
