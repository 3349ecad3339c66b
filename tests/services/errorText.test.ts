import { describe, expect, test } from "vitest";
import { errorText } from "../../src/services/errorText.ts";

const GENERIC = "Something went wrong.";

describe("the text of a failed response (specification, section 8)", () => {
  test.each<[string, unknown, string]>([
    ["an HTML page", "<!doctype html><title>502</title>", GENERIC],
    ["an HTML page after white space", "\n  <html></html>", GENERIC],
    ["plain text", "upstream timed out", GENERIC],
    ["nothing", null, GENERIC],
    ["no body", undefined, GENERIC],
    ["an empty object", {}, GENERIC],
    ["an object without a message", { code: 7, errors: [], nested: { more: {} } }, GENERIC],
    ["an array", ["one"], GENERIC],
    ["a plain string value", { detail: "Not found." }, "Not found."],
    ["a field", { email: ["Please enter a valid email"] }, "email: Please enter a valid email"],
    ["each string of a field", { name: ["Too long", "Taken"] }, "name: Too long\nname: Taken"],
    ["several fields", { name: ["Taken"], url: ["Invalid format"] }, "name: Taken\nurl: Invalid format"],
    ["a nested field", { credential: { token: ["Refused"] } }, "credential -> token: Refused"],
    ["a deeply nested field", { a: { b: { c: ["d"] } } }, "a -> b -> c: d"],
    ["a nested plain string", { outer: { inner: "as it is" } }, "as it is"],
    ["an item of a list", { repositories: [{}, { url: ["Unreachable"] }] }, "repositories -> 1 -> url: Unreachable"],
    ["what belongs to no field", { non_field_errors: ["Wrong password"] }, "non_field_errors: Wrong password"],
    ["a mixture", { detail: "No.", name: ["Taken"], deep: { url: ["Bad"] } }, "No.\nname: Taken\ndeep -> url: Bad"],
    ["numbers and nulls next to a message", { name: [1, null, "Taken"], age: 3, x: null }, "name: Taken"],
    ["our server's failure, whose request id is no message", { detail: GENERIC, request_id: "r-1" }, GENERIC],
  ])("%s", (_name, body, text) => {
    expect(errorText(body).text).toBe(text);
  });

  test("the lines are also kept by field, for a form: each string of an array as 'field: message'", () => {
    expect(
      errorText({ email: ["Taken", "Too long"], credential: { token: ["Refused"] }, detail: "No." }).fields,
    ).toEqual({
      email: ["email: Taken", "email: Too long"],
      "credential -> token": ["credential -> token: Refused"],
      detail: ["No."],
    });
  });
});
