import { expect, test } from "vitest";
import { withoutNoField } from "../../src/domain/errorLines.ts";

test("a message of no field is shown without the key of the wire, and a message of a field with its name", () => {
  expect(withoutNoField("non_field_errors: Start again.")).toBe("Start again.");
  expect(withoutNoField("email: Invalid format")).toBe("email: Invalid format");
  expect(withoutNoField("A text: non_field_errors: x")).toBe("A text: non_field_errors: x");
});
