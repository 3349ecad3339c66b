/** `clew serve` in a clone: the server of `npm start`, with options of the command line. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerProcess } from "../../../scripts/startServerProcess.ts";
import { readArguments } from "../../../server/cli/readArguments.ts";
import { readSettings } from "../../../server/settings.ts";
import { productEntry } from "../support/productEntry.ts";

const ENTRY = productEntry("clew");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-serve-"));
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist", "index.html"), "<!doctype html><title>App</title>");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("options take precedence over settings of the environment", async () => {
  const dataDir = join(folder, "of the option");
  const args = ["serve", "--data", dataDir, "--port", "0", "--host", "127.0.0.1"];
  const server = await startServerProcess({
    dataDir: join(folder, "of the environment"),
    installed: { command: [process.execPath, ENTRY, ...args], cwd: folder, environment: process.env },
    env: { PORT: "99999", HOST: "no.such.host.invalid", CLEW_DIST: join(folder, "dist"), CLEW_DEMO: "off" },
  });
  expect(await (await fetch(server.url)).text()).toContain("<title>App</title>");
  expect(server.printed()).toContain("The first Admin registers at");
  await server.stop();
  expect(server.printed()).toContain("The server ended: 0.");
  expect(readdirSync(folder).toSorted()).toEqual(["dist", "of the option"]);
});

test("opens no browser unless that is asked for", () => {
  expect(readArguments("serve", [], {})).toMatchObject({ opensBrowser: false, port: undefined, data: undefined });
  expect(readArguments("serve", ["--open"], {})).toMatchObject({ opensBrowser: true });
  expect(() => readArguments("serve", ["--port", "http"], {})).toThrow("--port is a number, 0 to 65535.");
});

test("a clone keeps its data in the current folder, as npm start does", () => {
  expect(readSettings({ XDG_DATA_HOME: "/nowhere" }).dataDir).toBe(join(process.cwd(), "data"));
});
