/** Addresses of private networks in every notation: no connection may be opened to one. And arbitrary addresses of repositories. */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { createEgress } from "../../server/sources/egress/egress.ts";
import { gitUrl, readGitAddress } from "../../server/sources/git/gitAddress.ts";
import { createNetworkPolicy } from "../../server/sources/egress/networkPolicy.ts";
import { SourceError } from "../../server/sources/SourceError.ts";
import { fuzz, fuzzTimeout } from "./fuzzRuns.ts";
import { evilText } from "./hostile.ts";

const policy = createNetworkPolicy([]);
const egress = createEgress({ allowed: [], lookup: () => Promise.resolve([]) });
afterAll(() => egress.close());

const byte = fc.nat(255);
const privateFour = fc
  .oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
    fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  )
  .map((bytes) => [...bytes]);

const hex = (number: number): string => number.toString(16);
/** The notations that a URL parser accepts for the same four bytes. */
const SPELLINGS: readonly ((bytes: number[]) => string)[] = [
  (bytes) => bytes.join("."),
  (bytes) => `${bytes.join(".")}.`,
  (bytes) => bytes.map((one) => `0x${hex(one)}`).join("."),
  (bytes) => bytes.map((one) => `0${one.toString(8)}`).join("."),
  ([a = 0, b = 0, c = 0, d = 0]) => String(((a * 256 + b) * 256 + c) * 256 + d),
  ([a = 0, b = 0, c = 0, d = 0]) => `0x${hex(((a * 256 + b) * 256 + c) * 256 + d)}`,
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${b}.${c * 256 + d}`,
  (bytes) =>
    Array.from(bytes.join("."))
      .map((sign) => `%${hex(sign.charCodeAt(0))}`)
      .join(""),
  (bytes) => bytes.join(".").replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
];
const six = ([a = 0, b = 0, c = 0, d = 0]: number[]): string => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
const SIXES: readonly ((bytes: number[]) => string)[] = [
  (bytes) => `::ffff:${bytes.join(".")}`,
  (bytes) => `::ffff:${six(bytes)}`,
  (bytes) => `0:0:0:0:0:ffff:${six(bytes)}`,
  (bytes) => `::${six(bytes)}`,
  (bytes) => `::ffff:0:${six(bytes)}`,
  (bytes) => `64:ff9b::${six(bytes)}`,
  (bytes) => `64:ff9b:1::${six(bytes)}`,
  (bytes) => `2002:${six(bytes)}::`,
  (bytes) => `2001:0:${six(bytes)}::1`,
  (bytes) => `fe80::${six(bytes)}`,
  (bytes) => `fd00::${six(bytes)}`,
];

const refusal = (text: string): string => {
  try {
    egress.check(new URL(text));
    return "let through";
  } catch (error) {
    return error instanceof SourceError ? error.code : "no address";
  }
};

describe("the way out", () => {
  test("is shut to a private IPv4 address in all of its spellings", { timeout: fuzzTimeout }, () => {
    fc.assert(
      fc.property(privateFour, fc.constantFrom(...SPELLINGS), fc.constantFrom("", ":8443"), (bytes, spell, port) => {
        expect(policy.permits(bytes.join("."), "a.example", 443)).toBe(false);
        expect(refusal(`https://${spell(bytes)}${port}/a/b.git`)).toBe("private_network");
      }),
      fuzz(500),
    );
  });

  test("and inside of IPv6", { timeout: fuzzTimeout }, () => {
    fc.assert(
      fc.property(privateFour, fc.constantFrom(...SIXES), fc.boolean(), (bytes, spell, isUpper) => {
        const address = isUpper ? spell(bytes).toUpperCase() : spell(bytes);
        expect(policy.permits(address, "a.example", 443)).toBe(false);
        expect(policy.permits(`${address}%eth0`, "a.example", 443)).toBe(false);
        expect(refusal(`https://[${address}]/a/b.git`)).toBe("private_network");
      }),
      fuzz(500),
    );
  });
});

test(
  "an address of a repository is one of three forms, or refused in our own words",
  { timeout: fuzzTimeout },
  async () => {
    const text = fc.oneof(
      evilText(),
      fc
        .array(
          fc.oneof(
            fc.constantFrom(
              ..."ext:: fd:: file:// git:// ssh:// https:// http:// git@ - -- -o --upload-pack= ProxyCommand= : / // @ % .. ~ ` $( ) ; & | ' \" \\ %00 %0a %2e 127.0.0.1 [::1] a.example a/b.git ?x= #f".split(
                " ",
              ),
            ),
            evilText().map((piece) => piece.slice(0, 20)),
          ),
          { maxLength: 8 },
        )
        .map((parts) => parts.join("")),
    );
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const outcome = await readGitAddress(given, { egress, allowedPaths: [] }).catch((error: unknown) => error);
        const isCrash = outcome instanceof Error && !(outcome instanceof SourceError);
        expect(isCrash ? String(outcome) : "").toBe("");
        if (outcome instanceof Error) return;
        const url = gitUrl(outcome as Parameters<typeof gitUrl>[0]);
        // Nothing that git or ssh would parse as an option, another transport or a second line.
        expect(url).toMatch(/^(?:https|ssh):\/\/[^-\s][^\s/]*\/\P{Cc}*$/u);
        expect(url).not.toMatch(/^ssh:\/\/[^/]*@-/);
      }),
      fuzz(800),
    );
  },
);
