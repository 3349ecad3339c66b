import { expect, test } from "vitest";
import { toInitials, nameHue } from "../../src/components/ui/initials.ts";

test.each([
  ["Ada Kaya", "AK"],
  ["ada", "A"],
  ["Maria de la Cruz", "MC"],
  ["someone.new@partner.example", "SN"],
  ["  şule   ince ", "ŞI"],
  ["李 小龙", "李小"],
  ["…", "?"],
  ["", "?"],
])("the initials of %s are %s", (name, initials) => {
  expect(toInitials(name)).toBe(initials);
});

test("a name has one colour, and different names mostly different ones", () => {
  expect(nameHue("Ada Kaya")).toBe(nameHue(" ada kaya "));
  const hues = new Set(["Ada", "Bora", "Cem", "Deniz", "Elif", "Fırat", "Gül", "Hale"].map(nameHue));
  expect(hues.size).toBeGreaterThanOrEqual(7);
});
