/** Hostile values, and values that match or nearly match a schema of the contract. */
import fc from "fast-check";
import type { z } from "zod";

/** Texts that are known to break parsers. */
export const EVIL_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\uffff",
  "\ufeff",
  "\u202eevil",
  "İıſK",
  "\u{10ffff}",
  "e\u0301".repeat(500),
  "'; drop table users; --",
  "' or 1=1 --",
  "$1 \\x00 %s %n",
  "../../../../etc/passwd",
  "..\\..\\windows",
  "%00%2e%2e%2f",
  "/etc/passwd",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e309",
  "9007199254740993",
  "99999999999999999999999999",
  "0x10",
  "2026-02-30T25:61:61Z",
  "-271821-04-20T00:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "${7*7}",
  "\r\nset-cookie: a=b",
  "(a+)+$",
  "((((((((((a*)*)*)*)*)*)*)*)*)*",
  "/(a|a)*b/",
  "/[/",
  "\\",
  '"',
  "a:b:c:",
  "path:/",
  "-",
  "--upload-pack=touch",
  "ext::sh -c id",
  "file:///etc/passwd",
  "http://127.0.0.1:1/a.git",
  "http://2130706433/a/b",
  "https://[::ffff:127.0.0.1]/a/b",
  "https://[fe80::1%25eth0]/a/b",
  "ssh://-oProxyCommand=id/a",
  "ssh://%ff@a.example/x",
  "ssh://a.example/%00x",
  "https://a.example/%ff/x.git",
  "file:///a%2fb",
  "git@127.0.0.1:a/b",
  "gopher://127.0.0.1/",
  "x".repeat(300),
  "x".repeat(10_000),
  "€".repeat(3000),
];

export const evilText = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...EVIL_TEXTS) },
    { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 300 }) },
    // Including lone surrogates.
    {
      weight: 1,
      arbitrary: fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
        .map((units) => String.fromCharCode(...units)),
    },
  );

const evilNumber = (): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53 + 2, -(2 ** 63), 1e308, Number.MIN_VALUE),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );

/** Any JSON value. */
export const evilValue = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    evilText(),
    evilNumber(),
    fc.constantFrom(null, true, false, [], {}, [[]], [null], { __proto__: null }),
    fc.array(evilText(), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom("__proto__", "constructor", "length", ""), evilText()), evilText(), {
      maxKeys: 4,
    }),
    fc.jsonValue({ maxDepth: 4 }),
  );

/**
 * A value for a schema: mostly valid or nearly valid, sometimes arbitrary.
 * @param known existing values, by the names of fields
 */
export function valueFor(
  schema: z.core.$ZodType,
  known: Readonly<Record<string, readonly string[]>>,
  name = "",
): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: fitting(schema, known, name) }, { weight: 1, arbitrary: evilValue() });
}

function fitting(
  schema: z.core.$ZodType,
  known: Readonly<Record<string, readonly string[]>>,
  name: string,
): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape).map(([key, part]): [string, fc.Arbitrary<unknown>] => [
        key,
        valueFor(part, known, key),
      ]);
      return fc.tuple(fc.record(Object.fromEntries(fields), { requiredKeys: [] }), fc.boolean(), evilValue()).map(
        // Sometimes with an unknown field.
        ([value, isMore, more]) => (isMore ? { ...value, role: "Admin", company_id: "x", is_admin: more } : value),
      );
    }
    case "array":
      return fc.array(valueFor(def.element, known, name), { maxLength: 5 });
    case "nullable":
      return fc.option(valueFor(def.innerType, known, name));
    case "optional":
    case "default":
    case "catch":
      return valueFor(def.innerType, known, name);
    case "pipe": {
      // A transformed text or a preprocessed list: the input type counts.
      const { def: first } = (def.in as z.core.$ZodTypes)._zod;
      return first.type === "transform" ? valueFor(def.out, known, name) : valueFor(def.in, known, name);
    }
    case "union":
      return fc.oneof(...def.options.map((option) => valueFor(option, known, name)));
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "literal":
      return fc.constantFrom(...def.values);
    case "number":
      return fc.oneof(fc.integer({ min: 0, max: 400 }), evilNumber(), fc.integer({ min: 1, max: 200 }).map(String));
    case "boolean":
      return fc.constantFrom(true, false, "true", "0");
    case "string":
      return fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constantFrom(...(known[name] ?? ["redirect", "README.md", "2026-01-01T00:00:00Z"])),
        },
        { weight: 3, arbitrary: evilText() },
      );
    default:
      return evilValue();
  }
}
