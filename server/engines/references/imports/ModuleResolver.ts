import { isBuiltin } from "node:module";
import type { OpenedCode, OpenedIndex } from "../../../index/OpenedIndex.ts";
import { textOfFile } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";

/** A file of an index. */
export interface FilePlace {
  /** Place of the repository in `index.code`. */
  readonly member: number;
  readonly file: number;
}

const SCRIPT_ENDINGS = ["", ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"];
const JVM_ENDINGS = [".java", ".kt", ".scala", ".groovy"];
/** Modules by the folder that names them; an index is open for days. */
const MAX_KNOWN = 20_000;
/** More manifests than a project of many packages has. */
const MAX_MANIFESTS = 5000;

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

function join(folder: string, relative: string): string {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

interface Package {
  readonly name: string;
  readonly member: number;
  /** Its folder, without a slash at the end; empty for the root. */
  readonly folder: string;
}

function manifestsNamed(index: OpenedIndex, file: string, name: RegExp): readonly Package[] {
  return manifestTexts(index, file).flatMap(({ member, path, text }) => {
    const found = name.exec(text)?.[1];
    return found === undefined ? [] : [{ name: found, member, folder: folderOf(path) }];
  });
}

const manifestTexts = (index: OpenedIndex, file: string) =>
  index.code.flatMap((code, member) =>
    code.files
      .named(file)
      .slice(0, MAX_MANIFESTS)
      .flatMap((document) => {
        const path = code.files.path(document);
        return /(?:^|\/)node_modules\//.test(path) ? [] : [{ member, path, text: textOfFile(code, document) }];
      }),
  );

const npmPackages = memoize((index: OpenedIndex) =>
  manifestsNamed(index, "package.json", /"name"\s*:\s*"([^"\n]{1,214})"/),
);
/** Names of the packages that the manifests of a project depend on; those that it has itself are among them. */
const npmDependencies = memoize((index: OpenedIndex): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { text } of manifestTexts(index, "package.json"))
    for (const [, list = ""] of text.matchAll(/"(?:dev|peer|optional)?[dD]ependencies"\s*:\s*\{([^{}]*)\}/g))
      for (const [, name = ""] of list.matchAll(/"([^"\n]{1,214})"\s*:\s*"/g)) found.add(name);
  return found;
});
const goModules = memoize((index: OpenedIndex) => manifestsNamed(index, "go.mod", /^module[ \t]+"?([^\s"]+)/m));
const crates = memoize((index: OpenedIndex) =>
  manifestsNamed(index, "cargo.toml", /^\[package\][^[]*?\nname[ \t]*=[ \t]*"([^"\n]+)"/ms),
);

/** Which files of a project a module name means. */
export class ModuleResolver {
  readonly #index: OpenedIndex;
  readonly #known = new Map<string, readonly FilePlace[]>();
  readonly #folders = new Map<string, readonly FilePlace[]>();

  constructor(index: OpenedIndex) {
    this.#index = index;
  }

  /** The files that a module name in a file means; none for a module outside of the project. */
  resolve(from: FilePlace, module: string, language: string): readonly FilePlace[] {
    const code = this.#index.code[from.member];
    if (!code || module === "") return [];
    const folder = folderOf(code.files.path(from.file));
    const key = `${language}\n${from.member}\n${folder}\n${language === "Rust" ? from.file : ""}\n${module}`;
    let found = this.#known.get(key);
    if (this.#known.size > MAX_KNOWN) this.#known.clear();
    if (!found) this.#known.set(key, (found = this.#find(from, code, folder, module, language)));
    return found;
  }

  /** Whether a module is of Node itself or of a package that a manifest of the project depends on, and the project has no such package. */
  isDependency(module: string): boolean {
    if (isBuiltin(module)) return true;
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? "";
    return npmDependencies(this.#index).has(name) && !npmPackages(this.#index).some((one) => one.name === name);
  }

  #find(from: FilePlace, code: OpenedCode, folder: string, module: string, language: string): readonly FilePlace[] {
    switch (language) {
      case "TypeScript":
      case "JavaScript":
      case "Vue":
        return this.#script(from.member, folder, module);
      case "Python":
        return this.#python(from.member, code, folder, module);
      case "Go":
        return this.#goPackage(module);
      case "Rust":
        return this.#rust(from, code, module);
      case "Java":
      case "Kotlin":
      case "Scala":
      case "Groovy":
        return this.#ending(
          from.member,
          JVM_ENDINGS.map((ending) => module.replaceAll(".", "/") + ending),
        );
      case "PHP":
        return this.#ending(from.member, [`${module.split("\\").slice(1).join("/")}.php`]);
      case "Ruby":
        return module.startsWith("./")
          ? this.#at(from.member, [`${join(folder, module)}.rb`])
          : this.#ending(from.member, [`${module}.rb`]);
      default:
        return [...this.#at(from.member, [join(folder, module)]), ...this.#ending(from.member, [module])];
    }
  }

  #at(member: number, paths: readonly string[]): FilePlace[] {
    const files = this.#index.code[member]?.files;
    for (const path of paths) {
      const file = files?.find(path) ?? -1;
      if (file >= 0) return [{ member, file }];
    }
    return [];
  }

  /** The files whose paths end so, those of the same repository first. */
  #ending(member: number, endings: readonly string[]): FilePlace[] {
    const members = [member, ...this.#index.code.keys().filter((other) => other !== member)];
    return members.flatMap((one) =>
      endings
        .filter((ending) => ending !== "" && !ending.startsWith("."))
        .flatMap((ending) =>
          (this.#index.code[one]?.files.endingWith(ending) ?? []).map((file) => ({ member: one, file })),
        ),
    );
  }

  #script(member: number, folder: string, module: string): FilePlace[] {
    if (module.startsWith(".")) return this.#at(member, scriptPaths(join(folder, module)));
    const own = npmPackages(this.#index)
      .filter(({ name }) => module === name || module.startsWith(`${name}/`))
      .sort((a, b) => b.name.length - a.name.length)
      .flatMap(({ name, member: of, folder: root }) => {
        const inner = module.slice(name.length + 1);
        const bases = inner === "" ? ["src/index", "index", "lib/index", "src/main", "main"] : [inner, `src/${inner}`];
        return this.#at(
          of,
          bases.flatMap((base) => scriptPaths(join(root, base))),
        );
      });
    if (own.length > 0) return own;
    // An alias of the build (`@/a/b`, `~/a/b`, `src/a/b`): the nearest file of this path.
    const path = module.replace(/^[@~#]?\//, "");
    if (path === module && !/^(?:src|app|lib)\//.test(module)) return [];
    for (let up = folder; ; up = folderOf(up)) {
      const found = this.#at(member, [...scriptPaths(join(up, path)), ...scriptPaths(join(up, `src/${path}`))]);
      if (found.length > 0 || up === "") return found;
    }
  }

  #python(member: number, code: OpenedCode, folder: string, module: string): FilePlace[] {
    const dots = /^\.+/.exec(module)?.[0].length ?? 0;
    const path = module.slice(dots).replaceAll(".", "/");
    if (dots > 0) {
      let base = folder;
      for (let up = 1; up < dots; up++) base = folderOf(base);
      const at = join(base, path);
      return this.#at(
        member,
        path === "" ? [join(base, "__init__.py")] : [`${at}.py`, `${at}/__init__.py`, `${at}.pyi`],
      );
    }
    const endings = [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`];
    // The root of the imports is a folder above, or one next to it, such as src.
    for (let up = folder; ; up = folderOf(up)) {
      const found = this.#at(
        member,
        endings.map((ending) => join(up, ending)),
      );
      if (found.length > 0) return found;
      if (up === "") break;
    }
    return this.#ending(member, path.includes("/") ? endings : endings.map((ending) => `src/${ending}`))
      .concat(path.includes("/") ? [] : this.#at(member, endings))
      .filter(({ file }) => code.files.kind(file) !== "vendored");
  }

  #goPackage(module: string): readonly FilePlace[] {
    const home = goModules(this.#index)
      .filter(({ name }) => module === name || module.startsWith(`${name}/`))
      .sort((a, b) => b.name.length - a.name.length)[0];
    return home ? this.filesIn(home.member, join(home.folder, module.slice(home.name.length + 1)), ".go") : [];
  }

  #rust(from: FilePlace, code: OpenedCode, module: string): FilePlace[] {
    const path = code.files.path(from.file);
    const parts = module.split("::");
    let base = moduleFolder(path);
    const [first = ""] = parts;
    const root = rootOf(crates(this.#index), from.member, path);
    if (first === "crate") base = join(root, "src");
    else if (first === "super") {
      for (const part of parts) if (part === "super") base = folderOf(base);
    } else if (first !== "self") {
      const other = crates(this.#index).find(({ name }) => name.replaceAll("-", "_") === first);
      if (!other) return this.#rustFile(from.member, join(base, parts.join("/")));
      return this.#rustFile(other.member, join(join(other.folder, "src"), parts.slice(1).join("/")));
    }
    const inner = parts.filter((part) => !["crate", "super", "self"].includes(part));
    return this.#rustFile(from.member, join(base, inner.join("/")));
  }

  #rustFile(member: number, at: string): FilePlace[] {
    const up = folderOf(at);
    return this.#at(member, [
      `${at}.rs`,
      `${at}/mod.rs`,
      `${at}/lib.rs`,
      `${at}/main.rs`,
      `${up}.rs`,
      `${up}/mod.rs`,
      `${up}/lib.rs`,
    ]);
  }

  /** The files directly in a folder. */
  filesIn(member: number, folder: string, ending: string): readonly FilePlace[] {
    const key = `${member}\n${folder}\n${ending}`;
    let found = this.#folders.get(key);
    if (this.#folders.size > MAX_KNOWN) this.#folders.clear();
    if (!found) this.#folders.set(key, (found = this.#listFolder(member, folder, ending)));
    return found;
  }

  #listFolder(member: number, folder: string, ending: string): FilePlace[] {
    const files = this.#index.code[member]?.files;
    if (!files) return [];
    const prefix = folder === "" ? "" : `${folder}/`;
    const found: FilePlace[] = [];
    const placeOf = (path: string): number => {
      const at = files.paths.search(path);
      return at < 0 ? ~at : at;
    };
    for (let file = placeOf(prefix); file < files.length;) {
      const path = files.path(file);
      if (!path.startsWith(prefix)) break;
      const inner = path.indexOf("/", prefix.length);
      if (inner < 0 && path.endsWith(ending)) found.push({ member, file });
      // Behind everything in the folder: `0` follows the slash.
      file = inner < 0 ? file + 1 : placeOf(`${path.slice(0, inner)}0`);
    }
    return found;
  }
}

const scriptPaths = (base: string): string[] => {
  const bare = base.replace(/\.(?:js|mjs|cjs|jsx)$/, "");
  const paths = SCRIPT_ENDINGS.flatMap((ending) => (bare === base ? [base + ending] : [base, bare + ending]));
  return [...new Set([...paths, ...SCRIPT_ENDINGS.slice(1).map((ending) => `${base}/index${ending}`)])];
};

/** The folder of the modules inside of a file. */
const moduleFolder = (path: string): string =>
  /(?:^|\/)(?:mod|lib|main)\.rs$/.test(path) ? folderOf(path) : path.replace(/\.rs$/, "");

const rootOf = (packages: readonly Package[], member: number, path: string): string =>
  packages
    .filter((one) => one.member === member && (one.folder === "" || path.startsWith(`${one.folder}/`)))
    .sort((a, b) => b.folder.length - a.folder.length)[0]?.folder ?? "";
