import { SourceError } from "../SourceError.ts";
import type { ResponseKind } from "../responses/responseLimits.ts";
import { storableJson } from "../responses/parseJson.ts";
import { describeFailure } from "./describeFailure.ts";
import type { Egress, EgressRequest } from "./egress.ts";
import { message } from "../../messages/messages.ts";

/** What the clients read of a response. */
export interface BufferedResponse {
  readonly status: number;
  readonly url: string;
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Reads the body to its end before the answer is returned. A client that takes a body which breaks off for an empty text calls the
 * request a success, so a cut connection would look like "no more issues".
 * @param answer how large it may be
 * @throws SourceError
 */
export async function fetchBuffered(
  egress: Pick<Egress, "fetch">,
  host: string,
  url: string,
  answer: ResponseKind,
  request: EgressRequest,
): Promise<BufferedResponse> {
  const response = await egress.fetch(url, request);
  let body: Uint8Array;
  try {
    body = await response.read(answer, host, request.signal);
  } catch (error) {
    const failure = describeFailure(error, host);
    throw failure === error && !(error instanceof SourceError)
      ? new SourceError("cut", message("host.cut", { host }), { cause: error })
      : failure;
  }
  return {
    status: response.status,
    url: response.url,
    headers: response.headers,
    text: () => Promise.resolve(storableJson(new TextDecoder().decode(body))),
    arrayBuffer: () => Promise.resolve(new Uint8Array(body).buffer),
  };
}
