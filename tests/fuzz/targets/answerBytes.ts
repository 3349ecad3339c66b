import { Response } from "undici";
import { JsonScanner } from "../../../server/JsonScanner.ts";
import { unread } from "../../../server/sources/responses/UnreadResponse.ts";
import { RESPONSE_LIMITS } from "../../../server/sources/responses/responseLimits.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { type Target, promise } from "../engine/Target.ts";

const CODINGS = ["", "gzip", "br", "zstd", "deflate", "gzip, br", "x-gzip,deflate", "identity"];
const { account: LIMITS } = RESPONSE_LIMITS;

export const target: Target = {
  promise:
    "The body of an answer, in any coding, is read within its limits or refused with a SourceError; the scanner of JSON counts the same however the bytes are cut, and never less than the parser makes.",
  shape: "bytes",
  run: async (input) => {
    const [first = 0, ...rest] = input;
    const body = Uint8Array.from(rest);
    const headers = { "content-encoding": CODINGS[first % CODINGS.length] ?? "" };
    // An answer without a coding has no such header.
    const response = new Response(body, first % CODINGS.length === 0 ? {} : { headers });
    let read: Uint8Array | undefined;
    try {
      read = await unread(response).read("account", "host.example");
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
    }
    promise(read === undefined || read.byteLength <= LIMITS.bytes, "More bytes were read than the limit.");
    const whole = new JsonScanner(LIMITS).push(body);
    const pieces = new JsonScanner(LIMITS);
    for (let at = 0; at < body.length; at += 3) pieces.push(body.subarray(at, at + 3));
    promise(pieces.push(new Uint8Array()) === whole, "Pieces are counted differently.");
    const value = whole === null ? parsed(body) : undefined;
    promise(depthOf(value) <= LIMITS.depth, "The parser makes a deeper value than the scanner counted.");
    return undefined;
  },
};

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString()) as unknown;
  } catch {
    return undefined;
  }
}

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? 1 + Object.values(value).reduce((most: number, child) => Math.max(most, depthOf(child)), 0)
    : 0;
