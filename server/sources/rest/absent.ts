import { SourceError, type SourceErrorCode } from "../SourceError.ts";

const ABSENT: ReadonlySet<SourceErrorCode> = new Set(["not_found", "gone", "forbidden"]);

/** `otherwise` where the host has no such list, or the token may not read it; every other failure is thrown. */
export async function orAbsent<T, Other>(read: Promise<T>, otherwise: Other): Promise<T | Other> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof SourceError && ABSENT.has(error.code)) return otherwise;
    throw error;
  }
}

const MISSING: ReadonlySet<SourceErrorCode> = new Set(["not_found", "gone"]);

/** Null where the host does not have it; every other failure is thrown. */
export async function orMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SourceError && MISSING.has(error.code)) return null;
    throw error;
  }
}
