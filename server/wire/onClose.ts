/** Registers what is closed when the server stops; the last one registered is closed first. */
export type OnClose = (close: () => Promise<void> | void) => void;

/** `closeAll` closes each once, also when another one fails to close. */
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
