/** When the language server asks a server, and which of its failures are reported. */
import { beforeEach, describe, expect, test } from "vitest";
import { CliError, STATUS, type Status } from "../../../server/cli/CliError.ts";
import { ClewServer } from "../../../server/cli/remote/ClewServer.ts";
import { ServerCalls } from "../../../server/cli/lsp/ServerCalls.ts";
import { MARKDOWN, PLAIN } from "../../../server/cli/lsp/markup.ts";

describe("calls of a server", () => {
  let now: number;
  let token: string;
  let told: string[];
  let asked: number;
  let calls: ServerCalls;
  beforeEach(() => {
    now = 0;
    token = "first";
    told = [];
    asked = 0;
    calls = new ServerCalls({
      now: () => now,
      open: () => new ClewServer(new URL("https://clew.example"), token),
      warn: ({ code }) => told.push(code),
    });
  });
  const answer = () => calls.ask(async () => Promise.resolve(++asked));
  const fail = (status: Status) =>
    calls.ask(async () => {
      asked++;
      return Promise.reject(new CliError(status, "Why."));
    });

  test("after a failure it waits longer each time, reports it once, and begins again after a success", async () => {
    for (const wait of [5000, 10_000, 20_000]) {
      expect(await fail(STATUS.unreachable)).toBeNull();
      now += wait - 1;
      const before = asked;
      expect([await answer(), asked]).toEqual([null, before]);
      now += 1;
    }
    expect(told).toEqual(["editor.unreachable"]);
    expect(await answer()).toBe(4);
    await fail(STATUS.serverFailed);
    expect(told).toEqual(["editor.unreachable", "editor.unreachable"]);
    now += 5000;
    expect(await answer()).toBe(6);
  });

  test("a refused token is not sent again, and another one is at once", async () => {
    await fail(STATUS.unauthorized);
    now += 1e9;
    expect([await answer(), asked]).toEqual([null, 1]);
    token = "second";
    expect(await answer()).toBe(2);
    expect(told).toEqual(["editor.signed_out"]);
  });

  test("a call that began before the refusal and succeeds after it changes nothing", async () => {
    let finish = (): void => undefined;
    const early = calls.ask(() => new Promise<void>((resolve) => (finish = resolve)));
    await fail(STATUS.unauthorized);
    finish();
    await early;
    expect([await answer(), await answer(), asked]).toEqual([null, null, 1]);
    expect(told).toEqual(["editor.signed_out"]);
  });

  test("what a server does not have or allow stops nothing", async () => {
    expect([await fail(STATUS.notFound), await fail(STATUS.forbidden), await fail(STATUS.forbidden)]).toEqual([
      null,
      null,
      null,
    ]);
    expect([await answer(), told]).toEqual([4, ["editor.refused"]]);
  });

  test("the reason of a cancellation and faults of the program are thrown", async () => {
    await expect(calls.ask(() => Promise.reject(new TypeError("x")))).rejects.toThrow(TypeError);
  });
});

test.each([
  ["a [link](https://evil.example) `x` <b>", String.raw`a \[link\](https:\//evil.example) \`x\` \<b\>`],
  ["# no heading", String.raw`\# no heading`],
  ["1. no list", String.raw`1\. no list`],
  ["#12 as it is", "#12 as it is"],
  ["www.evil.example &copy; a@b.c", String.raw`www\.evil.example \&copy; a\@b.c`],
  ["line\n\nbreak\u202e", "line break"],
])("a text of others is shown as it is: %j", (given, written) => {
  expect(MARKDOWN.text(given)).toBe(written);
  expect(PLAIN.text("a [b]\u202e\n*c*")).toBe("a [b] *c*");
});
