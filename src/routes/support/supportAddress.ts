import type { Services } from "../../services/services.ts";

/** The address that a build may name for a host that tells none; an empty text where it does not. */
const BUILT_IN: string = import.meta.env["VITE_SUPPORT_EMAIL"] ?? "";

/** Whom people write to for help, as the operator has set it; null where nobody is named. */
export async function supportAddress(services: Services, signal: AbortSignal): Promise<string | null> {
  const installation = await services.installation.get(signal);
  return installation.data?.support_email || BUILT_IN || null;
}
