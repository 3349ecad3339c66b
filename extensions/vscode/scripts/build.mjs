// One file for the editor: it is loaded when somebody opens a view of Clew or runs a command, and has to be quick then.
import { build } from "esbuild";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
await build({
  entryPoints: [join(root, "src/extension.ts")],
  outfile: join(root, "dist/extension.cjs"),
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  external: ["vscode"],
  minify: true,
  legalComments: "none",
  logLevel: "warning",
});
