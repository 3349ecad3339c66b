import { basename, join } from "node:path";
import { type Plugin, rolldown } from "rolldown";

/** Modules that the commands of the package start with. */
const COMMANDS = { clew: "server/cli/clew.ts", "clew-mcp": "server/cli/clewMcp.ts" };
/** `new URL("./rowWorker.ts", import.meta.url)`: the module of a thread or of a process. */
const OWN_MODULE = /new URL\("([^"]+)\.ts", import\.meta\.url\)/g;

/** Modules of threads become files next to all others, because a chunk that starts a thread is not where its source was. */
function threadModules(): Plugin {
  return {
    name: "thread-modules",
    transform: {
      filter: { code: OWN_MODULE },
      async handler(code, importer) {
        for (const [, path = ""] of code.matchAll(OWN_MODULE)) {
          const module = await this.resolve(`${path}.ts`, importer);
          if (!module) throw new Error(`${importer} starts ${path}.ts, which is not there.`);
          this.emitFile({ type: "chunk", id: module.id, fileName: `${basename(path)}.js` });
        }
        return code.replaceAll(OWN_MODULE, (_, path: string) => `new URL("./${basename(path)}.js", import.meta.url)`);
      },
    },
  };
}

export interface BundleOptions {
  /** Packages that stay outside. */
  readonly external: readonly string[];
  /** Modules to start with, by the names of their files. Default: the commands of the package. */
  readonly entries?: Readonly<Record<string, string>>;
  readonly plugins?: readonly Plugin[];
}

/**
 * Bundles the server and the command line as JavaScript for Node.
 * @param root of the clone
 * @param folder for the modules, all in it and none below it: `server/productFiles.ts` relies on that
 */
export async function bundleServer(
  root: string,
  folder: string,
  { external, entries = COMMANDS, plugins = [] }: BundleOptions,
): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
    platform: "node",
    // pg uses its native client only where that is installed.
    external: [...external, "pg-native"],
    plugins: [threadModules(), ...plugins],
    onLog(level, log) {
      if (level === "warn") throw new Error(`The server cannot be bundled: ${log.message}`);
    },
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // Names stay, so that a stack trace can be read.
    minify: { compress: true, mangle: false, codegen: true },
    comments: { legal: true },
  });
  await bundle.close();
}
