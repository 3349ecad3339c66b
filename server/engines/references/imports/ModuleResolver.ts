import { isBuiltin } from "node:module";
import type { OpenedCode, OpenedIndex } from "../../../index/OpenedIndex.ts";
import { textOfFile } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";

/** A file of an index. */
export interface FilePlace {
  /** Position of the repository in `index.code`. */
  readonly repository: number;
  readonly file: number;
}

const SCRIPT_ENDINGS = ["", ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"];
const JVM_ENDINGS = [".java", ".kt", ".scala", ".groovy"];
/** Modules by the folder that names them; an index is open for days. */
const MAX_CACHED = 20_000;
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
  readonly repository: number;
  /** Its folder, without a slash at the end; empty for the root. */
  readonly folder: string;
}

function manifestsNamed(index: OpenedIndex, file: string, name: RegExp): readonly Package[] {
  return manifestTexts(index, file).flatMap(({ repository, path, text }) => {
    const moduleName = name.exec(text)?.[1];
    return moduleName === undefined ? [] : [{ name: moduleName, repository, folder: folderOf(path) }];
  });
}

const manifestTexts = (index: OpenedIndex, file: string) =>
  index.code.flatMap((code, repository) =>
    code.files
      .named(file)
      .slice(0, MAX_MANIFESTS)
      .flatMap((document) => {
        const path = code.files.path(document);
        return /(?:^|\/)node_modules\//.test(path) ? [] : [{ repository, path, text: textOfFile(code, document) }];
      }),
  );

const npmPackages = memoize((index: OpenedIndex) =>
  manifestsNamed(index, "package.json", /"name"\s*:\s*"([^"\n]{1,214})"/),
);
/** Names of the packages that the manifests of a project depend on; those that it has itself are among them. */
const npmDependencies = memoize((index: OpenedIndex): ReadonlySet<string> => {
  const result = new Set<string>();
  for (const { text } of manifestTexts(index, "package.json"))
    for (const [, list = ""] of text.matchAll(/"(?:dev|peer|optional)?[dD]ependencies"\s*:\s*\{([^{}]*)\}/g))
      for (const [, name = ""] of list.matchAll(/"([^"\n]{1,214})"\s*:\s*"/g)) result.add(name);
  return result;
});
const goModules = memoize((index: OpenedIndex) => manifestsNamed(index, "go.mod", /^module[ \t]+"?([^\s"]+)/m));
const crates = memoize((index: OpenedIndex) =>
  manifestsNamed(index, "cargo.toml", /^\[package\][^[]*?\nname[ \t]*=[ \t]*"([^"\n]+)"/ms),
);

/** Which files of a project a module name means. */
export class ModuleResolver {
  readonly #index: OpenedIndex;
  readonly #resolved = new Map<string, readonly FilePlace[]>();
  readonly #folders = new Map<string, readonly FilePlace[]>();

  constructor(index: OpenedIndex) {
    this.#index = index;
  }

  /** The files that a module name in a file means; none for a module outside of the project. */
  resolve(from: FilePlace, module: string, language: string): readonly FilePlace[] {
    const code = this.#index.code[from.repository];
    if (!code || module === "") return [];
    const folder = folderOf(code.files.path(from.file));
    const key = `${language}\n${from.repository}\n${folder}\n${language === "Rust" ? from.file : ""}\n${module}`;
    let resolved = this.#resolved.get(key);
    if (this.#resolved.size > MAX_CACHED) this.#resolved.clear();
    if (!resolved) this.#resolved.set(key, (resolved = this.#find(from, code, folder, module, language)));
    return resolved;
  }

  /** Whether a module is of Node itself or of a package that a manifest of the project depends on, and the project has no such package. */
  isDependency(module: string): boolean {
    if (isBuiltin(module)) return true;
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? "";
    return (
      npmDependencies(this.#index).has(name) && !npmPackages(this.#index).some((npmPackage) => npmPackage.name === name)
    );
  }

  #find(from: FilePlace, code: OpenedCode, folder: string, module: string, language: string): readonly FilePlace[] {
    switch (language) {
      case "TypeScript":
      case "JavaScript":
      case "Vue":
        return this.#script(from.repository, folder, module);
      case "Python":
        return this.#python(from.repository, code, folder, module);
      case "Go":
        return this.#goPackage(module);
      case "Rust":
        return this.#rust(from, code, module);
      case "Java":
      case "Kotlin":
      case "Scala":
      case "Groovy":
        return this.#filesEndingWith(
          from.repository,
          JVM_ENDINGS.map((ending) => module.replaceAll(".", "/") + ending),
        );
      case "PHP":
        return this.#filesEndingWith(from.repository, [`${module.split("\\").slice(1).join("/")}.php`]);
      case "Ruby":
        return module.startsWith("./")
          ? this.#firstAt(from.repository, [`${join(folder, module)}.rb`])
          : this.#filesEndingWith(from.repository, [`${module}.rb`]);
      default:
        return [
          ...this.#firstAt(from.repository, [join(folder, module)]),
          ...this.#filesEndingWith(from.repository, [module]),
        ];
    }
  }

  #firstAt(repository: number, paths: readonly string[]): FilePlace[] {
    const files = this.#index.code[repository]?.files;
    for (const path of paths) {
      const file = files?.find(path) ?? -1;
      if (file >= 0) return [{ repository, file }];
    }
    return [];
  }

  /** The files whose paths end so, those of the same repository first. */
  #filesEndingWith(repository: number, endings: readonly string[]): FilePlace[] {
    const repositories = [repository, ...this.#index.code.keys().filter((other) => other !== repository)];
    return repositories.flatMap((number) =>
      endings
        .filter((ending) => ending !== "" && !ending.startsWith("."))
        .flatMap((ending) =>
          (this.#index.code[number]?.files.endingWith(ending) ?? []).map((file) => ({ repository: number, file })),
        ),
    );
  }

  #script(repository: number, folder: string, module: string): FilePlace[] {
    if (module.startsWith(".")) return this.#firstAt(repository, scriptPaths(join(folder, module)));
    const ofPackages = npmPackages(this.#index)
      .filter(({ name }) => module === name || module.startsWith(`${name}/`))
      .sort((a, b) => b.name.length - a.name.length)
      .flatMap(({ name, repository: packageRepository, folder: root }) => {
        const inner = module.slice(name.length + 1);
        const bases = inner === "" ? ["src/index", "index", "lib/index", "src/main", "main"] : [inner, `src/${inner}`];
        return this.#firstAt(
          packageRepository,
          bases.flatMap((base) => scriptPaths(join(root, base))),
        );
      });
    if (ofPackages.length > 0) return ofPackages;
    // An alias of the build (`@/a/b`, `~/a/b`, `src/a/b`): the nearest file of this path.
    const path = module.replace(/^[@~#]?\//, "");
    if (path === module && !/^(?:src|app|lib)\//.test(module)) return [];
    for (let up = folder; ; up = folderOf(up)) {
      const file = this.#firstAt(repository, [...scriptPaths(join(up, path)), ...scriptPaths(join(up, `src/${path}`))]);
      if (file.length > 0 || up === "") return file;
    }
  }

  #python(repository: number, code: OpenedCode, folder: string, module: string): FilePlace[] {
    const dots = /^\.+/.exec(module)?.[0].length ?? 0;
    const path = module.slice(dots).replaceAll(".", "/");
    if (dots > 0) {
      let base = folder;
      for (let up = 1; up < dots; up++) base = folderOf(base);
      const at = join(base, path);
      return this.#firstAt(
        repository,
        path === "" ? [join(base, "__init__.py")] : [`${at}.py`, `${at}/__init__.py`, `${at}.pyi`],
      );
    }
    const endings = [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`];
    // The root of the imports is a folder above, or one next to it, such as src.
    for (let up = folder; ; up = folderOf(up)) {
      const file = this.#firstAt(
        repository,
        endings.map((ending) => join(up, ending)),
      );
      if (file.length > 0) return file;
      if (up === "") break;
    }
    return this.#filesEndingWith(repository, path.includes("/") ? endings : endings.map((ending) => `src/${ending}`))
      .concat(path.includes("/") ? [] : this.#firstAt(repository, endings))
      .filter(({ file }) => code.files.kind(file) !== "vendored");
  }

  #goPackage(module: string): readonly FilePlace[] {
    const home = goModules(this.#index)
      .filter(({ name }) => module === name || module.startsWith(`${name}/`))
      .sort((a, b) => b.name.length - a.name.length)[0];
    return home ? this.filesIn(home.repository, join(home.folder, module.slice(home.name.length + 1)), ".go") : [];
  }

  #rust(from: FilePlace, code: OpenedCode, module: string): FilePlace[] {
    const path = code.files.path(from.file);
    const parts = module.split("::");
    let base = moduleFolder(path);
    const [first = ""] = parts;
    const root = rootOf(crates(this.#index), from.repository, path);
    if (first === "crate") base = join(root, "src");
    else if (first === "super") {
      for (const part of parts) if (part === "super") base = folderOf(base);
    } else if (first !== "self") {
      const other = crates(this.#index).find(({ name }) => name.replaceAll("-", "_") === first);
      if (!other) return this.#rustFile(from.repository, join(base, parts.join("/")));
      return this.#rustFile(other.repository, join(join(other.folder, "src"), parts.slice(1).join("/")));
    }
    const inner = parts.filter((part) => !["crate", "super", "self"].includes(part));
    return this.#rustFile(from.repository, join(base, inner.join("/")));
  }

  #rustFile(repository: number, at: string): FilePlace[] {
    const up = folderOf(at);
    return this.#firstAt(repository, [
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
  filesIn(repository: number, folder: string, ending: string): readonly FilePlace[] {
    const key = `${repository}\n${folder}\n${ending}`;
    let files = this.#folders.get(key);
    if (this.#folders.size > MAX_CACHED) this.#folders.clear();
    if (!files) this.#folders.set(key, (files = this.#listFolder(repository, folder, ending)));
    return files;
  }

  #listFolder(repository: number, folder: string, ending: string): FilePlace[] {
    const files = this.#index.code[repository]?.files;
    if (!files) return [];
    const prefix = folder === "" ? "" : `${folder}/`;
    const filePlaces: FilePlace[] = [];
    const placeOf = (path: string): number => {
      const at = files.paths.search(path);
      return at < 0 ? ~at : at;
    };
    for (let file = placeOf(prefix); file < files.length;) {
      const path = files.path(file);
      if (!path.startsWith(prefix)) break;
      const inner = path.indexOf("/", prefix.length);
      if (inner < 0 && path.endsWith(ending)) filePlaces.push({ repository, file });
      // Behind everything in the folder: `0` follows the slash.
      file = inner < 0 ? file + 1 : placeOf(`${path.slice(0, inner)}0`);
    }
    return filePlaces;
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

const rootOf = (packages: readonly Package[], repository: number, path: string): string =>
  packages
    .filter(
      (candidate) =>
        candidate.repository === repository && (candidate.folder === "" || path.startsWith(`${candidate.folder}/`)),
    )
    .sort((a, b) => b.folder.length - a.folder.length)[0]?.folder ?? "";
