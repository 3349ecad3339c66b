/** Wrong and hostile values for the test over the table of endpoints, and the form of errors. */

/** Fields that a caller must not be able to set in a body. */
export const MASS_ASSIGNMENT = {
  role: "Admin",
  company_role: "Admin",
  company_id: "stolen",
  company: { role: "Admin" },
  plan: "Enterprise",
  subscription_status: "active",
  created_by: "stolen",
  user_id: "stolen",
  id: "stolen",
  verified_at: "2020-01-01T00:00:00Z",
  is_admin: true,
};

const LONG = "x".repeat(10_000);
/** In the place of any value. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  "",
  LONG,
  "a\u0000b",
  "\ud800",
  "'; drop table users; --",
  "%00../../etc/passwd",
  [],
  [null],
  [LONG],
  {},
  { a: { b: [1] } },
];
/** In the place of a whole body. */
export const HOSTILE_BODIES: readonly string[] = [
  "",
  "{}",
  "[]",
  "null",
  "1",
  '"text"',
  "{",
  '{"__proto__": {"role": "Admin"}}',
  '{"constructor": {"prototype": {"role": "Admin"}}}',
  '{"constructor": "\\u0000", "toString": "\\u0000", "__defineGetter__": 1}',
  `{"a": ${"[".repeat(2000)}${"]".repeat(2000)}}`,
];
/** Values for a path parameter, encoded as in an address. */
export const HOSTILE_PARAMS: readonly string[] = [
  "none",
  "%00",
  "a%00b",
  "__proto__",
  "constructor",
  "..%2f..%2f",
  "%ff",
  "%",
  encodeURIComponent("'; drop table users; --"),
  "x".repeat(290),
  // A path has two of them, and the head of a request 16 kB.
  "x".repeat(7000),
];
/** In the place of the value of a query parameter. */
export const HOSTILE_QUERY: readonly string[] = [
  "",
  "%00",
  "a%00b",
  "%ff",
  "-1",
  "1e308",
  LONG,
  encodeURIComponent("(a+)+$"),
];

/** The violation of the contract by a response; undefined if there is none. */
export function malformed(status: number, body: unknown): string | undefined {
  if (status >= 500) return `is a ${status}`;
  if (status < 400) return undefined;
  if (status === 400) return isFields(body) ? undefined : "is a 400 that is no object of fields";
  const isDetail =
    typeof body === "object" &&
    body !== null &&
    Object.keys(body).toSorted().join() === "code,detail" &&
    "detail" in body &&
    typeof body.detail === "string" &&
    body.detail !== "";
  return isDetail ? undefined : `is a ${status} that is no {detail, code}`;
}

function isFields(body: unknown): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const values: unknown[] = Object.values(body);
  return (
    values.length > 0 &&
    values.every((value) =>
      Array.isArray(value) ? value.length > 0 && value.every((one) => typeof one === "string") : isFields(value),
    )
  );
}
