import type { LoadedServer } from "./loadedServer.ts";
import type { Visitor } from "./seedLoadData.ts";

/** A call of the API as this user. @param path below `/api/v1/` */
export function sendRequest(
  { url }: Pick<LoadedServer, "url">,
  { token }: Pick<Visitor, "token">,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Token ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** The answer of such a call, as the type that the caller names. @throws Error for a status that is no success */
export async function callApi<T>(...call: Parameters<typeof sendRequest>): Promise<T> {
  const answer = await sendRequest(...call);
  const [, , method, path] = call;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
