/** Registers what ends when the server stops; the last one registered ends first. */
export type OnClose = (close: () => Promise<void> | void) => void;
