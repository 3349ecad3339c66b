/** Loads a part of the app that a story shows and that the app itself loads on demand. */
export type LoadPart = () => Promise<unknown>;

/**
 * `loaders` of stories whose play function waits for parts that are loaded on demand. Vite compiles such a part at its first request, which
 * takes longer than the timeout of a query (`asyncUtilTimeout`) while it compiles the stories of other workers.
 */
export const preload = (...parts: readonly LoadPart[]) => [
  async () => {
    await Promise.all(parts.map((load) => load()));
    return {};
  },
];
