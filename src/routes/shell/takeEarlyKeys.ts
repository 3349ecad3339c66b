/** Set by `public/earlyKeys.js`, which runs before the modules of the app. */
interface EarlyKeysWindow {
  readonly clewEarlyKeys?: { readonly take: () => string | null };
}

/** What was typed after Ctrl or Cmd and K before the app could open the palette; null if the shortcut was not pressed, or at a second call. */
export const takeEarlyKeys = (): string | null => (window as EarlyKeysWindow).clewEarlyKeys?.take() ?? null;
