/** How one runtime or test runner prints a frame. All quantifiers are bounded, because a trace is untrusted text. */
export interface FrameForm {
  /** A text without any of them has no such frame. */
  readonly hints: readonly string[];
  /** With the groups `path`, `line`, `name` and `owner`, as far as the form has them. */
  readonly pattern: RegExp;
  /** Whether the place of the error is printed last. */
  readonly endsLast?: (text: string) => boolean;
  /** What is below the last "Caused by" is the root cause. */
  readonly hasCauses?: boolean;
  /** The source of the function is above its frame. */
  readonly showsSource?: boolean;
  /** The frames of its group are places with the function that is called there, not the one that contains them. */
  readonly namesCallee?: boolean;
  /** The path where it is not printed as one. */
  readonly pathOf?: (groups: Readonly<Record<string, string | undefined>>) => string;
}

const always = (): boolean => true;

const PYTHON: readonly FrameForm[] = [
  {
    hints: ['File "'],
    pattern: /File "(?<path>[^"\n]{1,400})", line (?<line>\d{1,7})(?:, in (?<name>[\w<>.]{1,120}))?(?!\d| in )/g,
    endsLast: always,
  },
  // pytest in its short form: `src/a.py:12: in read`.
  { hints: [".py:"], pattern: /^\s{0,4}(?<path>\S{1,300}\.py):(?<line>\d{1,7}): in (?<name>[\w<>.]{1,120})/gm },
  // pytest in its long form: the source of the function, then `src/a.py:12: ValueError`.
  {
    hints: [".py:"],
    pattern: /^(?<path>[^\s:]{1,300}\.py):(?<line>\d{1,7}):(?: [A-Z][\w.]{0,100})?[ \t]*$/gm,
    showsSource: true,
  },
  // IPython 8: `File ~/jar/lid.py:265, in Lid.close(self)`.
  {
    hints: [", in "],
    pattern: /^\s{0,4}File (?<path>[^\s<"][^\n"]{0,398}\.pyx?)c?:(?<line>\d{1,7}), in (?<name>[\w<>.]{1,120})/gm,
  },
  // Earlier IPython: the path and the function, some lines, and an arrow at the line.
  {
    hints: [" in "],
    pattern:
      /^\s{0,4}(?:File )?(?<path>\S{1,300}\.py)c? in (?<name>[\w<>.]{1,120})\([^\n]{0,300}\n(?:(?!\s{0,8}-{2,}>)[^\n]{0,400}\n){0,8}(?:\s{0,8}-{2,}>\s*(?<line>\d{1,7}))?/gm,
  },
];

/** `faulthandler` of Python prints the place of the error first. */
const PYTHON_FAULT: FrameForm = {
  hints: ['File "'],
  pattern: /File "(?<path>[^"\n]{1,400})", line (?<line>\d{1,7}) in (?<name>[\w<>.]{1,120})/g,
};

const JVM: readonly FrameForm[] = [
  {
    hints: [".java", ".kt", ".scala", ".groovy"],
    pattern:
      /(?:\bat |^[ \t]{1,40})(?:[\w$.@-]{0,60}\/){0,2}(?<owner>(?:[\w$]{1,100}\.){1,15})(?<name>[\w$<>-]{1,100})\((?<path>[\w$]{1,100}\.(?:java|kt|scala|groovy))(?::(?<line>\d{1,7}))?\)/gm,
    hasCauses: true,
    pathOf: ({ owner = "", path = "" }) => [...owner.split(".").slice(0, -2), path].join("/"),
  },
  // Gradle: `AssertionError at JarTest.java:12`.
  { hints: [".java:", ".kt:"], pattern: /\bat (?<path>[\w$]{1,100}\.(?:java|kt|groovy)):(?<line>\d{1,7})\b/g },
];

const SCRIPT: readonly FrameForm[] = [
  // V8, also of Jest, Mocha, Deno and Bun; a browser's path has a host, a bundler's a scheme and a query.
  {
    hints: ["at "],
    pattern:
      /\bat (?:async )?(?:(?<name>[\w$.<>[\] ]{1,120}) \()?(?:(?:file|https?|webpack(?:-internal)?|app|ng):\/\/[^\s():/]{0,100}(?::\d{1,5})?(?=\/))?(?<path>(?:[A-Za-z]:)?[^\s()?]{1,300}\.(?:[cm]?[jt]sx?|vue|svelte))(?:\?[^\s():]{0,120})?:(?<line>\d{1,7}):\d{1,7}\)?/g,
  },
  // Firefox and Safari: `send@https://host/src/a.js:10:5`.
  {
    hints: ["@"],
    pattern:
      /^[ \t]{0,20}(?<name>[\w$.<>/*]{0,120})@(?:(?:file|https?|webpack(?:-internal)?):\/\/[^\s():/]{0,100}(?::\d{1,5})?(?=\/))(?<path>[^\s()?]{1,300}\.(?:[cm]?[jt]sx?|vue|svelte))(?:\?[^\s():]{0,120})?:(?<line>\d{1,7})(?::\d{1,7})?[ \t]*$/gm,
  },
  // Vitest: ` ❯ send src/a.ts:10:5`.
  {
    hints: ["❯"],
    pattern:
      /^\s{0,8}❯ (?:(?<name>[\w$.<>[\] ]{1,120}) )?(?<path>[^\s():?]{1,300}\.(?:[cm]?[jt]sx?|vue|svelte)):(?<line>\d{1,7}):\d{1,7}/gm,
  },
];

const SHARP: FrameForm = {
  hints: [":line "],
  pattern:
    /\bat (?<name>(?:[\w`<>+|[\],]{1,100}\.{1,2}){1,15}[\w`<>|]{1,100}(?:\[[^\]\n]{0,100}\])?)\([^)\n]{0,400}\) in (?<path>[^\n]{1,300}\.(?:cs|fs|vb)):line (?<line>\d{1,7})/g,
};

const GO: FrameForm = {
  hints: [".go:"],
  pattern:
    /^[ \t]{0,20}(?:created by )?[\w.@-]{1,80}(?:\/[\w.@%-]{1,80}){0,12}\.(?:\(\*?\w{1,100}(?:\[[^\]\n]{0,80}\])?\)\.)?(?<name>\w{1,100})(?:\.func\d{1,4}|\.\d{1,4}){0,5}(?:\([^\n]{0,400}\)|[ \t]in goroutine \d{1,9})?[ \t]*\n[ \t]{1,20}(?<path>[^\s:]{1,300}\.go):(?<line>\d{1,7})/gm,
};

const RUST: readonly FrameForm[] = [
  // Where it panicked: `panicked at src/jar.rs:12:5:`, before Rust 1.73 after the message.
  {
    hints: ["panicked at "],
    pattern: /\bpanicked at (?:'[^'\n]{0,400}', )?(?<path>[^\s:'"]{1,300}\.rs):(?<line>\d{1,7})(?::\d{1,7})?/g,
  },
  {
    hints: [".rs:"],
    pattern:
      /^[ \t]{0,12}\d{1,4}:[ \t]{1,8}(?:0x[\da-f]{1,16} - )?(?<name>[^\n]{1,400})\n[ \t]{1,40}at (?<path>[^\s:]{1,300}\.rs):(?<line>\d{1,7})/gm,
  },
];

const RUBY: readonly FrameForm[] = [
  {
    hints: [".rb:"],
    pattern: /(?<path>[^\s:()]{1,300}\.rb):(?<line>\d{1,7}):in [`'](?<name>[^'\n]{1,120})'/g,
    // Ruby 2.5 to 2.7 in a terminal.
    endsLast: (text) => /^\s{0,8}\d{1,4}: from /m.test(text),
  },
  // Minitest: `JarTest#test_close [test/jar_test.rb:12]:`.
  {
    hints: [".rb:"],
    pattern: /\b(?<name>[\w:]{1,100}#\w{1,100}[?!]?) \[(?<path>[^\s:[\]]{1,300}\.rb):(?<line>\d{1,7})\]/g,
  },
];

const PHP: readonly FrameForm[] = [
  // Where it was thrown: `in /srv/Jar.php:7`, `in /srv/Jar.php on line 7`.
  {
    hints: [".php"],
    pattern: /\b(?:in|at) (?<path>[^\s:()"']{1,300}\.php)(?::| on line )(?<line>\d{1,7})/g,
    namesCallee: true,
  },
  // Who called what: `#0 /srv/main.php(12): Acme\\Jar->close()`.
  {
    hints: [".php("],
    pattern:
      /#\d{1,4} (?<path>[^\s:()]{1,300}\.php)\((?<line>\d{1,7})\): (?<name>(?:[\w\\{}]{1,200}(?:->|::))?[\w{}\\]{1,100})\(/g,
  },
];

const NATIVE: readonly FrameForm[] = [
  // gdb: `#1  0x00007f in acme::Jar::close (this=0x0) at src/jar.cpp:12`.
  {
    hints: [") at ", "\n    at "],
    pattern:
      /^[ \t]{0,8}#\d{1,4}[ \t]{1,4}(?:0x[\da-f]{1,16} in )?(?<name>[\w:~<>, *&$.]{1,200}?) ?\([^\n]{0,600}\)\s{1,8}at (?<path>[^\s:]{1,300}\.[A-Za-z]{1,5}):(?<line>\d{1,7})/gm,
  },
  // Sanitizers: `#0 0x4f in acme::Jar::close() /src/jar.cpp:12:5`.
  {
    hints: [" in "],
    pattern:
      /^[ \t]{0,8}#\d{1,4}[ \t]{1,4}0x[\da-f]{1,16} in (?<name>[^\n]{1,300}?) (?<path>[^\s:()]{1,300}\.(?:c|cc|cpp|cxx|h|hh|hpp|m|mm|rs|swift|go)):(?<line>\d{1,7})/gm,
  },
  // Valgrind: `==1==    at 0x4C2: close_jar (jar.c:12)`.
  {
    hints: ["=="],
    pattern:
      /^==\d{1,9}==[ \t]{1,8}(?:at|by) 0x[\dA-Fa-f]{1,16}: (?<name>[^\n]{1,300}?) \((?<path>[^\s:()]{1,300}):(?<line>\d{1,7})\)/gm,
  },
  // lldb: "frame #0: 0x0001 acme`Jar.close(self=…) at Jar.swift:12:9".
  {
    hints: ["frame #"],
    pattern:
      /\bframe #\d{1,4}: 0x[\da-f]{1,16} [^`\n]{1,100}`(?<name>[^\n]{1,400}?) at (?<path>[^\s:]{1,300}\.[A-Za-z]{1,5}):(?<line>\d{1,7})/g,
  },
  // Swift: `0 [ra] 0x0001 Jar.close() + 24 in acme at /src/Jar.swift:12:9`.
  {
    hints: [".swift:"],
    pattern:
      /^\d{1,4} (?:\[\w{1,10}\] )*0x[\da-f]{1,16} (?<name>[^\n]{1,300}?)(?: \+ \d{1,9})? in \S{1,100} at (?<path>[^\s:]{1,300}\.swift):(?<line>\d{1,7})/gm,
  },
  // A failed assertion of C: "acme: src/jar.c:12: close_jar: Assertion `lid' failed."
  {
    hints: ["Assertion"],
    pattern: /(?<path>[^\s:()]{1,300}\.[A-Za-z]{1,5}):(?<line>\d{1,7}): (?<name>[^\n]{1,200}?): Assertion\b/g,
  },
];

/** A package of Dart has its sources in `lib`. */
const inLib = ({ path = "", package: name }: Readonly<Record<string, string | undefined>>): string =>
  name === undefined ? path : `${name}/lib/${path}`;
const DART: readonly FrameForm[] = [
  // `#0      Jar.close (package:acme/src/jar.dart:12:5)`.
  {
    hints: [".dart:"],
    pattern:
      /^[ \t]{0,8}#\d{1,4}[ \t]{1,8}(?<name>[^\n(]{1,200}?) \((?:package:(?<package>\w{1,100})\/|file:\/\/)?(?<path>[^\s():]{1,300}\.dart):(?<line>\d{1,7})/gm,
    pathOf: inLib,
  },
  // Its test runner: `package:acme/src/jar.dart 12:5  Jar.close`.
  {
    hints: [".dart "],
    pattern:
      /^[ \t]{0,8}(?:package:(?<package>\w{1,100})\/)?(?<path>[^\s():]{1,300}\.dart) (?<line>\d{1,7}):\d{1,7}[ \t]{1,20}(?<name>[^\n]{1,200})$/gm,
    pathOf: inLib,
  },
];

const BEAM: readonly FrameForm[] = [
  // Elixir: `(acme 0.1.0) lib/acme/jar.ex:12: Acme.Jar.close/1`.
  {
    hints: [".ex:", ".exs:"],
    pattern:
      /^[ \t]{0,12}(?:\([\w. -]{1,100}\) )?(?<path>[^\s:()]{1,300}\.exs?):(?<line>\d{1,7}): (?<name>[^\s(][^\n]{0,200}\/\d{1,3})/gm,
  },
  // Erlang: `in function  acme_jar:close/1 (src/acme_jar.erl, line 12)`.
  {
    hints: [".erl,"],
    pattern: /\b(?<name>\w{1,100}:\w{1,100}\/\d{1,3}) \((?<path>[^\s,()]{1,300}\.erl), line (?<line>\d{1,7})\)/g,
  },
];

// `jar.lua:12: in function 'close'`.
const LUA: FrameForm = {
  hints: [".lua:"],
  pattern:
    /^[ \t]{0,8}(?<path>[^\s:()]{1,300}\.lua):(?<line>\d{1,7}): in (?:function|method|local|upvalue|field) '(?<name>[^'\n]{1,120})'/gm,
};

// `Acme::Jar::close(…) called at lib/Acme/Jar.pm line 12`.
const PERL: FrameForm = {
  hints: [" line "],
  pattern:
    /(?:\b(?<name>[\w:]{1,200})\([^\n]{0,300}\) called )?\bat (?<path>[^\s:()"']{1,300}\.(?:pm|pl|t)) line (?<line>\d{1,7})/g,
  namesCallee: true,
};

/** Forms whose frames belong to one trace are in one group; within it frames are in the order of the text. */
export const FRAME_FORMS: readonly (readonly FrameForm[])[] = [
  PYTHON,
  [PYTHON_FAULT],
  JVM,
  SCRIPT,
  [SHARP],
  [GO],
  RUST,
  RUBY,
  PHP,
  NATIVE,
  DART,
  BEAM,
  [LUA],
  [PERL],
];

/** Where a text has no frame: paths with lines, as compilers and linters print them. */
export const PLAIN_PLACES: FrameForm = {
  hints: [":"],
  pattern:
    /(?<path>(?:(?<![\w/])(?:[A-Za-z]:)?[/\\])?(?:[\w@.~+-]{1,80}[/\\]){0,20}[\w@.+-]{1,100}\.(?:go|rs|c|cc|cpp|h|hpp|cs|php|swift|py|ts|js|rb|java|kt|dart|exs?|erl|lua)):(?<line>\d{1,7})\b/g,
};

/**
 * Moves each name to the place above: a runtime that prints `caller.php(12): close()` says that `close` was called there, and the place
 * of the error, which is above, is in `close`.
 */
export function placesAfterCalls<F extends { readonly name: string | null }>(frames: readonly F[]): F[] {
  return frames.map((frame, position) => ({ ...frame, name: frames[position + 1]?.name ?? null }));
}
