/** Milliseconds in which npm passes on a signal that the terminal has sent to all processes. */
const PASSED_ON_MS = 1000;

/**
 * Resolves with the first signal to end; a second one ends the process at once.
 * @param isBelowNpm npm passes on each signal once: the same one a second time, within a moment, is none
 */
export function untilSignal(isBelowNpm = process.env["npm_execpath"] !== undefined): Promise<"SIGINT" | "SIGTERM"> {
  return new Promise((resolve) => {
    let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;
    let isPassedOn = !isBelowNpm;
    const end = (signal: NodeJS.Signals): void => {
      if (first === undefined) {
        first = { signal, at: performance.now() };
        resolve(signal === "SIGTERM" ? signal : "SIGINT");
        return;
      }
      const isSame = signal === first.signal && performance.now() - first.at <= PASSED_ON_MS;
      if (isPassedOn || !isSame) process.exit(1);
      isPassedOn = true;
    };
    process.on("SIGINT", end);
    process.on("SIGTERM", end);
  });
}
