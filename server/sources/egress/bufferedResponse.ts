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

export interface BufferedCall {
  /** The host's name in messages. */
  readonly host: string;
  readonly url: string;
  /** The kind of answer, which limits its size. */
  readonly answer: ResponseKind;
}

/**
 * Reads the body to its end before the response is returned. Otherwise a library could take a body that was cut off for an empty one, and
 * a lost connection would look like "no more issues".
 * @throws SourceError
 */
export async function fetchBuffered(
  egress: Pick<Egress, "fetch">,
  { host, url, answer }: BufferedCall,
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
