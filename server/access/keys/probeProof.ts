/**
 * The proof with which `clew doctor` asks a server of its own installation what reached it: made with a key of the master key, so that
 * no other caller learns how a proxy is set up.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { deriveKey, type KeyRing } from "./KeyRing.ts";

export const PROBE_PATH = "health/probe/";
export const PROBE_HEADER = "x-clew-probe";
/** Clocks of two machines may differ by that; a recorded proof is of no use later. */
const LIFETIME_MS = 10 * MINUTE_MS;

/** What a server saw of a request. */
export const ProbeAnswer = z.object({
  /** The header Host. */
  host: z.string(),
  protocol: z.string(),
  /** Where the connection came from: the nearest proxy, if there is one. */
  peer: z.string(),
  /** Whether X-Forwarded-For was there, and whether it was believed. */
  is_forwarded: z.boolean(),
  is_trusted: z.boolean(),
});
export type ProbeAnswer = z.output<typeof ProbeAnswer>;

const signature = (key: Buffer, at: number): string =>
  createHmac("sha256", deriveKey(key, "probe")).update(String(at)).digest("hex");

export const probeProof = (keys: KeyRing, now: number = Date.now()): string => `${now}.${signature(keys.current, now)}`;

/** Whether a proof was made with a key of the ring, not long ago. */
export function isProbeProof(keys: KeyRing, header: string | string[] | undefined, now: number = Date.now()): boolean {
  const [, at = "", digest = ""] = /^(\d{13})\.([0-9a-f]{64})$/.exec(String(header ?? "")) ?? [];
  if (at === "" || Math.abs(now - Number(at)) > LIFETIME_MS) return false;
  return keys.keys.some((key) => timingSafeEqual(Buffer.from(signature(key, Number(at))), Buffer.from(digest)));
}
