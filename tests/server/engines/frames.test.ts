import { describe, expect, test } from "vitest";
import { findFrames } from "../../../server/engines/question/frames.ts";
import { readQuestion } from "../../../server/engines/question/question.ts";
import { reportSections } from "../../../server/engines/question/sections.ts";

const lines = (...all: string[]): string => all.join("\n");
const framesOf = (text: string): string[] =>
  findFrames(text).map(({ path, line, name }) => `${path}:${line ?? "-"} ${name ?? "-"}`);

describe("traces of runtimes and test runners are read with their functions, the place of the error first", () => {
  test.each<[string, string, string[]]>([
    [
      "Python",
      lines(
        "Traceback (most recent call last):",
        '  File "/lib/a.py", line 3, in f',
        '  File "/lib/b.py", line 31, in g',
        "ValueError",
      ),
      ["/lib/b.py:31 g", "/lib/a.py:3 f"],
    ],
    [
      "Python, the body of a module",
      'File "/lib/a.py", line 3, in <module>\n  File "/lib/b.py", line 7, in <lambda>',
      ["/lib/b.py:7 -", "/lib/a.py:3 -"],
    ],
    [
      "faulthandler of Python",
      lines(
        "Current thread 0x01 (most recent call first):",
        '  File "/x/jar.py", line 31 in close',
        '  File "/x/main.py", line 2 in main',
      ),
      ["/x/jar.py:31 close", "/x/main.py:2 main"],
    ],
    [
      "IPython 8",
      lines(
        "Cell In[3], line 1",
        "----> 1 main()",
        "",
        "File ~/env/lib/python3.11/site-packages/jar/main.py:265, in main(jar, **kwargs)",
        "    264 def main(jar, **kwargs):",
        "--> 265     return jar.close()",
        "",
        "File C:\\Program Files\\jar\\lid.py:12, in Lid.close(self)",
        "---> 12     raise ValueError",
      ),
      ["C:/Program Files/jar/lid.py:12 close", "~/env/lib/python3.11/site-packages/jar/main.py:265 main"],
    ],
    ["an earlier notebook", "/x/jar/lid.py in close(self)\n   1 a\n---> 2     b", ["/x/jar/lid.py:2 close"]],
    ["pytest, short", "src/a.py:1: in f\nsrc/b.py:7: in g", ["src/b.py:7 g", "src/a.py:1 f"]],
    [
      "pytest, long",
      lines(
        "    def test_close():",
        ">       Jar().close()",
        "",
        "tests/test_jar.py:5: ",
        "_ _ _ _ _ _",
        "",
        "self = <Jar>",
        "",
        "    def close(self):",
        ">       raise ValueError()",
        "E       ValueError",
        "",
        "src/jar.py:12: ValueError",
      ),
      ["src/jar.py:12 close", "tests/test_jar.py:5 test_close"],
    ],
    [
      "pytest, below code of the report",
      lines(
        "I call it so:",
        "    def reproduce(self):",
        "        close()",
        "____ test_close ____",
        "    def test_close():",
        ">       raise ValueError()",
        "",
        "tests/test_jar.py:5: ValueError",
      ),
      ["tests/test_jar.py:5 test_close"],
    ],
    [
      "Java",
      "at org.acme.io.Reader.read(Reader.java:12)\nat org.acme.Main.main(Main.java)",
      ["org/acme/io/Reader.java:12 read", "org/acme/Main.java:- main"],
    ],
    [
      "Java with a cause, modules and a lambda",
      lines(
        "Exception: a",
        "\tat java.base@17.0.1/java.util.ArrayList.forEach(ArrayList.java:1511)",
        "\tat app//org.acme.Main.lambda$run$0(Main.java:3)",
        "Caused by: Exception: b",
        "\tat org.acme.Jar$Lid.close(Jar.java:9)",
        "\t... 12 more",
      ),
      ["org/acme/Jar.java:9 close", "java/util/ArrayList.java:1511 forEach", "org/acme/Main.java:3 run"],
    ],
    [
      "Kotlin: a coroutine and a default value",
      lines(
        "\tat org.acme.JarKt$close$1.invokeSuspend(Jar.kt:5)",
        "\tat org.acme.JarKt.open$default(Jar.kt:9)",
        "\tat org.acme.Jar.<init>(Jar.kt:2)",
      ),
      ["org/acme/Jar.kt:5 close", "org/acme/Jar.kt:9 open", "org/acme/Jar.kt:2 -"],
    ],
    ["Gradle", "    java.lang.AssertionError at JarTest.java:12", ["JarTest.java:12 -"]],
    [
      "Node",
      lines(
        "    at Client.send (file:///srv/src/client.js:10:5)",
        "    at new Jar (C:\\srv\\jar.ts:3:1)",
        "    at Jar.close [as shut] (/srv/jar.mts:4:1)",
        "    at async Object.<anonymous> (/srv/main.cjs:9:1)",
        "    at node:internal/main:1:2",
        "    at /srv/x.ts:1:2",
      ),
      [
        "/srv/src/client.js:10 send",
        "C:/srv/jar.ts:3 Jar",
        "/srv/jar.mts:4 close",
        "/srv/main.cjs:9 -",
        "/srv/x.ts:1 -",
      ],
    ],
    [
      "Chromium with a server of development, and a bundler",
      "    at close (http://localhost:5173/src/Jar.vue?t=1:10:5)\n    at open (webpack-internal:///./src/lid.js:3:1)",
      ["/src/Jar.vue:10 close", "/./src/lid.js:3 open"],
    ],
    [
      "Firefox and Safari",
      "close@http://localhost:8080/src/jar.js:10:5\n@https://acme.example/app/main.js:3:1",
      ["/src/jar.js:10 close", "/app/main.js:3 -"],
    ],
    ["Jest and Mocha", "      at Context.close (test/jar.test.tsx:5:10)", ["test/jar.test.tsx:5 close"]],
    [
      "Vitest",
      " ❯ Jar.close src/jar.ts:10:5\n ❯ test/jar.test.ts:3:1",
      ["src/jar.ts:10 close", "test/jar.test.ts:3 -"],
    ],
    [
      "Go",
      "goroutine 1 [running]:\nexample.org/acme/jar.(*Jar).Close(0xc00)\n\t/srv/jar/jar.go:12 +0x1",
      ["/srv/jar/jar.go:12 Close"],
    ],
    ["Go without functions", "\t/home/u/server/main.go:42 +0x1b", ["/home/u/server/main.go:42 -"]],
    ["go test", "    jar_test.go:12: lid is open", ["jar_test.go:12 -"]],
    [
      "Rust",
      lines(
        "thread 'main' panicked at src/lid.rs:9:5:",
        "no lid",
        "   4: <acme::jar::Jar<T> as acme::Close>::close::h0123456789abcdef",
        "             at ./src/jar.rs:12:9",
        "   5: acme::main::{{closure}}",
        "             at ./src/main.rs:3:1",
      ),
      ["src/lid.rs:9 -", "./src/jar.rs:12 close", "./src/main.rs:3 main"],
    ],
    ["Rust before 1.73", "thread 'main' panicked at 'no lid', src/lid.rs:9:5", ["src/lid.rs:9 -"]],
    [
      "Ruby",
      "lib/a.rb:4:in `go'\n\tfrom lib/b.rb:7:in `block (2 levels) in each'",
      ["lib/a.rb:4 go", "lib/b.rb:7 each"],
    ],
    ["Ruby 3.4 and RSpec", "     # ./lib/jar.rb:4:in 'Acme::Jar#close!'", ["./lib/jar.rb:4 close!"]],
    [
      "Ruby 2.6 in a terminal",
      lines(
        "Traceback (most recent call last):",
        "\t1: from main.rb:9:in `<main>'",
        "lib/jar.rb:4:in `close': no lid (RuntimeError)",
      ),
      ["lib/jar.rb:4 close", "main.rb:9 -"],
    ],
    ["Minitest", "JarTest#test_close [test/jar_test.rb:12]:", ["test/jar_test.rb:12 test_close"]],
    [
      "PHP: a frame has the function that was called",
      lines(
        "PHP Fatal error:  Uncaught Exception: no lid in /srv/app/Lid.php:7",
        "#0 /srv/app/Jar.php(12): Acme\\Lid->open()",
        "#1 /srv/main.php(3): Acme\\Jar::close(Object(Lid))",
        "#2 {main}",
      ),
      ["/srv/app/Lid.php:7 open", "/srv/app/Jar.php:12 close", "/srv/main.php:3 -"],
    ],
    ["PHP, a warning", "Warning: x in /srv/app/Jar.php on line 12", ["/srv/app/Jar.php:12 -"]],
    [
      ".NET",
      lines(
        "   at Acme.Jar.<CloseAsync>d__5.MoveNext() in C:\\src\\Jar.cs:line 9",
        "   at Acme.Lid`1.Open(Int32 a) in /src/Lid.cs:line 3",
        "   at Acme.Main.<>c.<Run>b__0_1() in /src/Main.cs:line 4",
        "   at Acme.Jar..ctor() in /src/Jar.cs:line 2",
      ),
      ["C:/src/Jar.cs:9 CloseAsync", "/src/Lid.cs:3 Open", "/src/Main.cs:4 Run", "/src/Jar.cs:2 ctor"],
    ],
    [
      "gdb",
      lines("#0  0x00007f in acme::Jar<int>::close (this=0x0, lid=0x1) at src/jar.cpp:12", "#1  main () at main.c:3"),
      ["src/jar.cpp:12 close", "main.c:3 main"],
    ],
    [
      "sanitizers",
      lines(
        "==1==ERROR: AddressSanitizer: heap-use-after-free",
        "    #0 0x4f5 in acme::Jar::close(int) /src/acme/jar.cpp:12:5",
        "    #1 0x4f6 in main (/usr/bin/acme+0x1)",
      ),
      ["/src/acme/jar.cpp:12 close"],
    ],
    [
      "Valgrind",
      "==12==    at 0x4C2E0: close_jar (jar.c:12)\n==12==    by 0x4C2F0: main (main.c:3)",
      ["jar.c:12 close_jar", "main.c:3 main"],
    ],
    ["lldb", "  * frame #0: 0x0000000100003f7c acme`Jar.close(self=0x1) at Jar.swift:12:9", ["Jar.swift:12 close"]],
    [
      "Swift",
      "0 [ra] 0x0000000100 Jar.close() + 24 in acme at /src/Sources/Acme/Jar.swift:12:9",
      ["/src/Sources/Acme/Jar.swift:12 close"],
    ],
    ["an assertion of C", "acme: src/jar.c:12: close_jar: Assertion `lid' failed.", ["src/jar.c:12 close_jar"]],
    [
      "Dart",
      lines(
        "#0      Jar.close (package:acme/src/jar.dart:12:5)",
        "#1      main.<anonymous closure> (file:///srv/bin/main.dart:3:3)",
      ),
      ["acme/lib/src/jar.dart:12 close", "/srv/bin/main.dart:3 -"],
    ],
    ["the test runner of Dart", "  package:acme/jar.dart 12:5  Jar.close", ["acme/lib/jar.dart:12 close"]],
    [
      "Elixir",
      lines(
        "    (acme 0.1.0) lib/acme/jar.ex:12: Acme.Jar.close/1",
        "    test/jar_test.exs:5: anonymous fn/1 in Acme.JarTest.open/2",
      ),
      ["lib/acme/jar.ex:12 close", "test/jar_test.exs:5 open"],
    ],
    ["Erlang", "  in function  acme_jar:close/1 (src/acme_jar.erl, line 12)", ["src/acme_jar.erl:12 close"]],
    [
      "Lua",
      "stack traceback:\n\tjar.lua:12: in function 'Jar.close'\n\tmain.lua:3: in method 'open'",
      ["jar.lua:12 close", "main.lua:3 open"],
    ],
    [
      "Perl",
      "no lid at lib/Acme/Jar.pm line 12.\n\tAcme::Jar::close(1) called at main.pl line 3",
      ["lib/Acme/Jar.pm:12 close", "main.pl:3 -"],
    ],
  ])("%s", (_, text, expected) => {
    expect(framesOf(text)).toEqual(expected);
  });

  test("of a report with a trace and a link, the frames are those of the trace", () => {
    const { frames } = readQuestion("x", "See https://git.example.org/a\n\n    at f (http://localhost/src/a.ts:3:1)");
    expect(frames).toEqual([{ path: "/src/a.ts", line: 3, name: "f" }]);
  });

  test.each([
    "File ~/jar/main.py:265, in main(jar)",
    "#0      Jar.close (package:acme/src/jar.dart:12:5)",
    "#1  0x00007f in close (this=0x0) at src/jar.cpp:12",
    "    (acme 0.1.0) lib/acme/jar.ex:12: Acme.Jar.close/1",
    " ❯ Jar.close src/jar.ts:10:5",
    "#0 /srv/app/Jar.php(12): Acme\\Lid->open()",
    "==12==    by 0x4C2F0: main (main.c:3)",
    "\tfrom lib/b.rb:7:in `each'",
    "close@http://localhost:8080/src/jar.js:10:5",
  ])("the words of a frame are no prose: %s", (line) => {
    expect(reportSections(line).map(({ kind }) => kind)).toEqual(["trace"]);
  });
});
