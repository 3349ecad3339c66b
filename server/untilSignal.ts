/** Milliseconds in which a second signal is the same one: npm passes on what the terminal has sent to all processes. */
const SAME_SIGNAL_MS = 1000;

/** Resolves with the first signal to end; a later one ends the process at once. */
export function untilSignal(): Promise<"SIGINT" | "SIGTERM"> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const end = (signal: NodeJS.Signals): void => {
      first ??= performance.now();
      if (performance.now() - first > SAME_SIGNAL_MS) process.exit(1);
      resolve(signal === "SIGTERM" ? signal : "SIGINT");
    };
    process.on("SIGINT", end);
    process.on("SIGTERM", end);
  });
}
