// One file for the editor, which loads it when a user opens a view of Clew or runs a command.
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
/** Reduces the app's catalogues to the words of reasons: the extension uses no others (src/words.ts). */
const reasonsOnly = {
  name: "reasons-only",
  setup: ({ onLoad }) =>
    onLoad({ filter: /i18n[\\/]locales[\\/]\w+[\\/]\w+\.json$/ }, async ({ path }) => {
      const { reason } = JSON.parse(await readFile(path, "utf8"));
      return { contents: JSON.stringify({ reason }), loader: "json" };
    }),
};
await build({
  entryPoints: [join(root, "src/extension.ts")],
  outfile: join(root, "dist/extension.cjs"),
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  external: ["vscode"],
  minify: true,
  charset: "utf8",
  legalComments: "none",
  plugins: [reasonsOnly],
  logLevel: "warning",
});
