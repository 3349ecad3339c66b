import { SourceError } from "./SourceError.ts";
import { type Outbound, describeFailure } from "./outbound.ts";

const MOST_BYTES = 64 << 20;

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** What the clients read of a response. */
export interface WholeResponse {
  readonly status: number;
  readonly url: string;
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Reads the body to its end before anybody sees the answer. A client that takes a body which breaks off for an empty text calls the
 * request a success, so a cut connection would look like "no more issues".
 * @throws SourceError
 */
export async function fetchWhole(
  outbound: Pick<Outbound, "fetch">,
  host: string,
  url: string,
  init: RequestOptions,
): Promise<WholeResponse> {
  const response = await outbound.fetch(url, {
    method: init.method ?? "GET",
    headers: init.headers ?? {},
    ...(init.body !== undefined && { body: init.body }),
    ...(init.signal && { signal: init.signal }),
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES)
        throw new SourceError("too_large", `An answer of ${host} is larger than this server reads.`);
      chunks.push(chunk);
    }
  } catch (error) {
    const failure = describeFailure(error, host);
    throw failure === error
      ? new SourceError("cut", `${host} cut the connection. Try again later.`, { cause: error })
      : failure;
  }
  const body = Buffer.concat(chunks);
  return {
    status: response.status,
    url: response.url,
    headers: response.headers,
    text: () => Promise.resolve(body.toString("utf8")),
    arrayBuffer: () => Promise.resolve(new Uint8Array(body).buffer),
  };
}
