import type { Plugin } from "vite";

const EMPTY_LOADER = `export class Icons {
  static setLoaderOptions() {}
  static async load() {}
  static async loadAll() {}
  static getPaths() {}
  static isValidIconName() { return true }
}`;

/**
 * Leaves out Blueprint's loader of icons by name: with it the first icon loads all of them (206 kB gzip), and its table of
 * names adds 12 kB to the first load. Lint forbids icons by name, so no code needs it.
 */
export const staticIcons = (): Plugin => ({
  name: "clew-static-icons",
  enforce: "pre",
  resolveId: (id, from) =>
    /\/iconLoader(?:\.js)?$/.test(id) && from?.includes("@blueprintjs") ? "\0clew-icon-loader" : null,
  load: (id) => (id === "\0clew-icon-loader" ? EMPTY_LOADER : null),
});
