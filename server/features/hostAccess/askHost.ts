import type { AccessPair, AccessState } from "../../db/tables/sources/hostAccess.ts";
import { type SourceErrorCode, findSourceError } from "../../sources/SourceError.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import type { Connections } from "../connections/service.ts";
import { mayAsk } from "./mirrorAccount.ts";

export interface AskHostDeps {
  readonly sources: Pick<Sources, "proveReadable">;
  readonly connections: Pick<Connections, "token">;
}

export interface HostAnswer {
  readonly state: AccessState;
  /** Milliseconds that the host asks to wait. */
  readonly retryAfterMs: number | null;
  /** The host's id of what the account reads; null where it gives none. */
  readonly target?: string | null;
}

/** Answers about the source. Any other failure leaves open what the member may see. */
const REFUSALS: ReadonlySet<SourceErrorCode> = new Set(["unauthorized", "forbidden", "not_found", "gone"]);
const UNKNOWN: HostAnswer = { state: "unknown", retryAfterMs: null };

/**
 * Asks the host of a source, with the account of a member, whether the member may see the source. A refused token is renewed once. Another
 * repository, which has taken the former name of a mirrored one, is a refusal.
 */
export async function askHost(
  deps: AskHostDeps,
  pair: Pick<AccessPair, "kind" | "provider" | "url" | "connection_id" | "origin" | "target">,
): Promise<HostAnswer> {
  if (pair.origin === null || !mayAsk(pair, pair.origin)) return UNKNOWN;
  const first = await attempt(deps, pair, false);
  if (first.code !== "unauthorized") return first;
  return attempt(deps, pair, true);
}

async function attempt(
  { sources, connections }: AskHostDeps,
  { kind, provider, url, connection_id: connectionId, target: expected }: Parameters<typeof askHost>[1],
  isForced: boolean,
): Promise<HostAnswer & { readonly code?: SourceErrorCode }> {
  try {
    const credential = await connections.token(connectionId, isForced);
    // The provider has taken the account back, and it may see the source all the same.
    if (!credential) return UNKNOWN;
    const target = await sources.proveReadable(kind, { provider, url, credential });
    const isOther = expected !== null && target !== null && target !== expected;
    return { state: isOther ? "refused" : "allowed", retryAfterMs: null, target };
  } catch (error) {
    const sourceError = findSourceError(error);
    if (!sourceError) throw error;
    const { code, retryAfterMs } = sourceError;
    return { state: REFUSALS.has(code) ? "refused" : "unknown", retryAfterMs, code };
  }
}
