/** A repository with whatever git stores and no well-meant person commits. */
import { git } from "../sources/gitFixture.ts";
import { runProgram } from "./smallProcess.ts";

/** A path of a tree in bytes; in a text as it is decoded. */
type Path = string | Buffer;

const ESCAPES = "\u001b[31mred\u001b]8;;javascript:alert(1)\u0007link\u009b2J";
/** Markup, links that run scripts, orders to a terminal, and marks that turn the direction of the text around. */
export const MARKUP = `<img src=x onerror=alert(1)> [x](javascript:alert(1)) ${ESCAPES} \u202egnp.exe`;
export const MESSAGE = `${MARKUP}\n\n<script>alert(2)</script>\n\n![p](http://127.0.0.1:1/pixel.png)\n`;
const AUTHOR = "\u001b[2JEve\u202e =cmd|x'";
const LONG = (bytes: number): string => `long/${"d".repeat(240)}/`.repeat(20).slice(0, bytes - 4) + ".txt";

/** Names of files, each with the same text below it. */
export const NAMES = {
  newline: "names/new\nline.ts",
  escapes: `names/${ESCAPES.replaceAll("/", "")}.ts`,
  bidi: "names/\u202egnp.exe\u2066.ts",
  markup: "names/<img src=x onerror=alert(1)>.ts",
  script: "javascript:alert(1)",
  option: "--output=x",
  separators: "names/a\u2028b\u0085c.ts",
  zero: "names/a\u200bb\ufeff.ts",
  quotes: `names/"'\`$(x)&<>%00%2e.ts`,
  dots: "names/..a/.../b.ts",
  long: LONG(3900),
} as const;
/** No part of an address may be so long. */
export const TOO_LONG = LONG(4800);
/** Two files whose names are no UTF-8, and look the same where they are decoded. */
const UNDECODABLE = [Buffer.from("names/\xff.ts", "latin1"), Buffer.from("names/\xfe.ts", "latin1")];
export const DECODED = "names/\ufffd.ts";

interface Link {
  readonly text: string;
  /** Where it leads within the repository; null for one that leads out of it. */
  readonly inside?: string | null;
}
/** Symbolic links with their targets. */
export const LINKS: Readonly<Record<string, Link>> = {
  loop: { text: "loop", inside: "loop" },
  ping: { text: "pong", inside: "pong" },
  pong: { text: "ping", inside: "ping" },
  here: { text: ".", inside: "" },
  up: { text: "../../../../../etc/passwd", inside: null },
  absolute: { text: "/etc/passwd", inside: null },
  "names/hostile-target": { text: `"><script>alert(1)</script>\n${ESCAPES}\u202e` },
};
export const SUBMODULE = "vendor/module";
export const SUBMODULE_COMMIT = "b".repeat(40);

export const TEXT = `// ${MARKUP}\nexport const woven = 1;\n`;
/** Bytes of a file that is over the limit of one answer with bytes. */
export const LARGE = "large.txt";
export const LARGE_BYTES = 51 << 20;
/** Files and lines of the commit that changes most. */
export const WIDE = { files: 700, lines: 25_000 };

const quoted = (path: Path): Buffer =>
  Buffer.concat([
    Buffer.from('"'),
    Buffer.from(
      Buffer.from(path).toString("latin1").replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n"),
      "latin1",
    ),
    Buffer.from('"'),
  ]);
const data = (content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);
};
const file = (path: Path, content: string | Buffer, mode = "100644"): Buffer =>
  Buffer.concat([Buffer.from(`M ${mode} inline `), quoted(path), Buffer.from("\n"), data(content)]);

let time = 1_700_000_000;
/** A commit of a stream for `git fast-import`. */
function commit(branch: string, message: string, entries: readonly Buffer[], from = ""): Buffer {
  time += 1000;
  const author = Buffer.from(`${AUTHOR} <eve@example.org> ${time} +0000`);
  return Buffer.concat([
    Buffer.from(`commit refs/heads/${branch}\nauthor `),
    author,
    Buffer.from("\ncommitter "),
    author,
    Buffer.from("\n"),
    data(message),
    Buffer.from(from === "" ? "" : `from ${from}\n`),
    ...entries,
    Buffer.from("\n"),
  ]);
}

const importStream = (folder: string, pieces: readonly Buffer[]): void => {
  runProgram("git", ["fast-import", "--quiet", "--force"], { cwd: folder, input: Buffer.concat(pieces) });
};

/** Makes a bare repository, and returns its commits by what they are about. */
export function makeHostileRepository(folder: string) {
  runProgram("git", ["init", "--quiet", "--bare", "--initial-branch=main", folder]);
  const names = Object.values(NAMES).map((path) => file(path, TEXT));
  const lines = (suffix: string): string => Array.from({ length: WIDE.lines }, (_, at) => `${at}${suffix}\n`).join("");
  const wide = (suffix: string): Buffer[] => [
    file("wide/lines.ts", lines(suffix)),
    ...Array.from({ length: WIDE.files }, (_, at) => file(`wide/${at}.ts`, `export const w${at} = "${suffix}";\n`)),
  ];
  importStream(folder, [
    commit("main", "First", [file("README.md", `# ${MARKUP}\n\n${MESSAGE}`), file("src/app.ts", TEXT), ...wide("a")]),
    commit("main", MESSAGE, [
      ...names,
      file(TOO_LONG, TEXT),
      ...UNDECODABLE.map((path, at) => file(path, `${at}\n`)),
      file("content/invalid.ts", Buffer.from(`// caf\xe9 \xff\xfe\nexport const odd = 1;\n`, "latin1")),
      file("content/nul.ts", "a\0b\n"),
      file("content/one-line.ts", `const x = "${"y".repeat(1 << 20)}";`),
      file(LARGE, "0123456789abcde\n".repeat(LARGE_BYTES >> 4)),
      ...Object.entries(LINKS).map(([path, { text }]) => file(path, text, "120000")),
      Buffer.from(`M 160000 ${SUBMODULE_COMMIT} ${SUBMODULE}\n`),
    ]),
    commit("main", `Change everything ${MARKUP}`, wide("b")),
  ]);
  return {
    head: git(folder, "rev-parse", "main"),
    hostile: git(folder, "rev-parse", "main~1"),
    first: git(folder, "rev-parse", "main~2"),
  };
}

/** Replaces the newest commit of the branch, as `git push --force` does. */
export function forcePush(folder: string): string {
  importStream(folder, [commit("main", "Another end", [file("src/app.ts", "// rewritten\n")], "refs/heads/main~1")]);
  return git(folder, "rev-parse", "main");
}
