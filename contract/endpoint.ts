import type { z } from "zod";
import type { TokenScope } from "./access/tokenScopes.ts";

/** A call of the API: one row of the table of endpoints. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** `none`: public; `user`: requires a valid token. */
  readonly auth: "none" | "user";
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** An import token of the source in its path may call it. */
  readonly imports?: true;
  /**
   * What a personal API token needs for it; left out, no such token opens it: credentials, members, companies, billing and all that asks for the
   * password again.
   */
  readonly scope?: TokenScope;
  /** Bytes of a body that may also be sent as it is, as `application/octet-stream`. */
  readonly upload?: number;
  /** Status of a success; 204 has no body. */
  readonly status: 200 | 201 | 202 | 204;
  /** Null where the success has no JSON body. */
  readonly response: z.ZodType | null;
  /** Default: `json`. `application/x-ndjson`: each element of the response, which is an array, is a line that is sent when it is there. */
  readonly type?: "text/csv" | "application/octet-stream" | "application/x-ndjson";
  /**
   * Where it is answered: on the event loop; there, behind the queue of calls with long answers; or in an engine thread, as every call
   * that opens an index. `pinned`: in the same thread for a project, which caches what git returned, unless a task of another user runs there.
   */
  readonly runs: "main" | "queue" | "engine" | "pinned";
  /** Whether an agent's token may call it. Such a call only reads and, except for the one about the token itself, is scoped to one project of the token, named in the path or as `project`. */
  readonly agents: boolean;
  /** Whether it is answered after the subscription has expired: what the screen about it needs, signing out, and the security of the caller's account. */
  readonly expired: boolean;
  /** Whether the password must have been entered recently (428 until then): calls that grant or revoke access, or delete shared data. */
  readonly confirm: boolean;
  /** Answered also while a user has not set up the second factor that the company requires: what the set-up needs, and signing out. */
  readonly beforeFactor?: true;
}
