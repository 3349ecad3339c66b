/**
 * Headers that a caller of the egress may set. No header of the list holds a secret; a secret is sent only as an
 * `Authorization`, which has its origins.
 */
const PLAIN_HEADERS = [
  "accept",
  "content-type",
  "if-none-match",
  "prefer",
  "user-agent",
  "webhook-id",
  "webhook-signature",
  "webhook-timestamp",
  "x-github-api-version",
] as const;

export type PlainHeaders = Readonly<Partial<Record<(typeof PLAIN_HEADERS)[number], string>>>;

const isPlain = (name: string): name is keyof PlainHeaders => PLAIN_HEADERS.some((plain) => plain === name);

/**
 * Headers that a library made, checked one by one.
 * @throws TypeError naming a header that is not on the list; its value is not part of the message
 */
export function plainHeaders(headers: Readonly<Record<string, string | undefined>>): PlainHeaders {
  const result: Partial<Record<keyof PlainHeaders, string>> = {};
  for (const [name, value] of Object.entries(headers)) {
    const plain = name.toLowerCase();
    if (!isPlain(plain)) throw new TypeError(`not a plain header: ${plain}`);
    if (value !== undefined) result[plain] = value;
  }
  return result;
}
