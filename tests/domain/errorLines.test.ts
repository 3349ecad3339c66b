import { expect, test } from "vitest";
import { withLabel, withoutNoField } from "../../src/domain/errorLines.ts";

test("a message of no field is shown without the key of the wire, and a message of a field with its name", () => {
  expect(withoutNoField("non_field_errors: Start again.")).toBe("Start again.");
  expect(withoutNoField("email: Invalid format")).toBe("email: Invalid format");
  expect(withoutNoField("A text: non_field_errors: x")).toBe("A text: non_field_errors: x");
});

test.each([
  ["old_password: This is not your password", "Old password", "Old password: This is not your password"],
  ["filter -> topics -> 0: Too long", "Topics", "Topics: Too long"],
  ["url: Use https: it is required", "Address (optional)", "Address: Use https: it is required"],
  ["email: Geçersiz", "E-posta $&", "E-posta $&: Geçersiz"],
  // Sentences without a name stay.
  ["This field is required", "Name", "This field is required"],
  ["Two values: one of them is none", "Name", "Two values: one of them is none"],
  ["https://example.org is none", "Address", "https://example.org is none"],
])("%s at the label %s", (line, label, shown) => {
  expect(withLabel(line, label)).toBe(shown);
});
