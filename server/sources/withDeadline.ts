import { message } from "../messages/messages.ts";
import { SourceError, findSourceError } from "./SourceError.ts";

/** Ends work that hangs: not everything (for example a resolver) can be aborted. */
export async function withDeadline<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const late = new SourceError("timeout", message("source.timeout", { seconds: Math.round(milliseconds / 1000) }));
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(late);
      controller.abort(late);
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), tooLate]);
  } catch (error) {
    const sourceError = findSourceError(error);
    throw sourceError?.code === "aborted" ? late : (sourceError ?? error);
  } finally {
    clearTimeout(timer);
  }
}
