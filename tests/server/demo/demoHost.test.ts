import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readDemoPort, startDemoHost } from "../../../server/demo/demoHost.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-demo-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the tracker is at the same address after a restart, and only its own port is opened", async () => {
  expect(readDemoPort(folder)).toBeNull();
  const first = await startDemoHost(folder);
  const { host } = new URL(first.trackerUrl);
  expect(first.allowedNetworks).toEqual([host]);
  expect(first.movedFrom).toBeNull();
  await first.stop();
  const second = await startDemoHost(folder);
  expect([second.trackerUrl, second.movedFrom]).toEqual([first.trackerUrl, null]);
  await second.stop();
});

test("when its port is taken it uses another one, and reports the former", async () => {
  const first = await startDemoHost(folder);
  const second = await startDemoHost(folder);
  try {
    expect(second.trackerUrl).not.toBe(first.trackerUrl);
    expect(second.movedFrom).toBe(new URL(first.trackerUrl).origin);
    expect((await fetch(new URL("/repos/clew/clew", second.trackerUrl))).status).toBe(200);
  } finally {
    await first.stop();
    await second.stop();
  }
});

test("a damaged note counts as no note", async () => {
  writeFileSync(join(folder, "demo.json"), "{");
  expect(readDemoPort(folder)).toBeNull();
});

test("a folder that is no clone has no repository to show, and opens no path", async () => {
  const plain = await startDemoHost(join(folder, "data"), folder);
  expect([plain.repositoryPath, plain.allowedPaths]).toEqual([null, []]);
  await plain.stop();
  mkdirSync(join(folder, ".git"));
  const clone = await startDemoHost(join(folder, "data"), folder);
  expect([clone.repositoryPath, clone.allowedPaths]).toEqual([folder, [folder]]);
  await clone.stop();
});
