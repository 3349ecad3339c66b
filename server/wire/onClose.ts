/** Registers what ends when the server stops; the last one registered ends first. */
export type OnClose = (close: () => Promise<void> | void) => void;

/** What has been opened. `closeAll` closes it in the opposite order, each once, also when another one failed to close. */
export function createClosers(onError: (error: unknown) => void): {
  readonly onClose: OnClose;
  readonly closeAll: () => Promise<void>;
} {
  const closers: (() => Promise<void> | void)[] = [];
  return {
    onClose: (close) => void closers.push(close),
    async closeAll() {
      for (let close = closers.pop(); close; close = closers.pop()) {
        try {
          await close();
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
