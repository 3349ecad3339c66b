import { describe, expect, test } from "vitest";
import { judge } from "../../scripts/auditDependencies.ts";
import { isAllowed, readLock, writePage } from "../../scripts/checkLicences.ts";

test.for([
  ["MIT", false, true],
  ["(MIT OR GPL-3.0)", false, true],
  ["MIT AND GPL-3.0", false, false],
  ["GPL-3.0-only", true, false],
  ["MPL-2.0", false, false],
  ["MPL-2.0", true, true],
  ["", false, false],
  ["SEE LICENSE IN LICENSE", false, false],
] as const)("%j (tool: %j) is allowed: %j", ([licence, isTool, expected]) => {
  expect(isAllowed(licence, isTool)).toBe(expected);
});

test("a package that both the product and a tool need belongs to the product", () => {
  const lock = {
    packages: {
      "": { name: "clew" },
      "node_modules/b": { version: "2.0.0", license: "ISC" },
      "node_modules/a/node_modules/b": { version: "2.0.0", license: "ISC", dev: true },
      "node_modules/a": { version: "1.0.0", license: "MIT", dev: true },
      "node_modules/linked": { link: true },
      "node_modules/@x/none": { version: "1.0.0" },
    },
  };
  const locked = readLock(JSON.stringify(lock));
  expect(locked.map(({ name, licence, isTool }) => [name, licence, isTool])).toEqual([
    ["@x/none", "", false],
    ["a", "MIT", true],
    ["b", "ISC", false],
  ]);
  expect(writePage(locked)).toContain("### ISC (1)\n\n- b 2.0.0\n");
});

describe("the audit", () => {
  test.for([
    ["nonsense", { kind: "unasked" }],
    [
      JSON.stringify({ message: "405 Method Not Allowed", error: { code: "E405", summary: "" } }),
      { kind: "unasked", why: "E405" },
    ],
    [
      JSON.stringify({
        metadata: { vulnerabilities: { total: 2 } },
        vulnerabilities: { a: { severity: "low", range: "*" } },
      }),
      { kind: "clean", lesser: 2 },
    ],
    [
      JSON.stringify({
        metadata: { vulnerabilities: { total: 1 } },
        vulnerabilities: { a: { severity: "critical", range: "<2" } },
      }),
      { kind: "found", packages: ["a <2 (critical)"] },
    ],
  ] as const)("of %s", ([output, expected]) => {
    expect(judge(output)).toMatchObject(expected);
  });
});
