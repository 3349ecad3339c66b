/** The files in deploy/ name only settings, folders and addresses that exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "../../../server/settings.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const files = readdirSync(join(ROOT, "deploy"));

test.each(files)("%s sets only variables that the server reads", (file) => {
  const known = new Set(
    [...read("server/environment.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
  );
  const named = [...read(`deploy/${file}`).matchAll(/\bCLEW_[A-Z0-9_]+\b/g)].map(([name]) => name);
  expect(known.size).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("the Dockerfile copies what is there, and leaves nothing out that the server imports", () => {
  const text = read("deploy/Dockerfile");
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => (paths ?? "").split(" "));
  expect(copied).toEqual(expect.arrayContaining(["server", "contract", "package.json"]));
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const left = read("deploy/Dockerfile.dockerignore").split("\n");
  expect(["server", "contract", "src", "public", "scripts"].filter((path) => left.includes(path))).toEqual([]);
  expect(text).toContain("USER node");
});

test("probes and checks ask the addresses of the server's health", () => {
  const paths = [read("deploy/Dockerfile"), read("deploy/kubernetes.yaml")].flatMap((text) => [
    ...text.matchAll(/\/api\/v1\/health\/\w+\//g),
  ]);
  const requestedPaths = new Set(paths.map(([path]) => path));
  expect(requestedPaths).toEqual(new Set(["/api/v1/health/live/", "/api/v1/health/ready/"]));
  const mounted = read("server/http/healthEndpoints.ts");
  for (const path of requestedPaths) expect(mounted).toContain(path.replace("/api/v1/", ""));
});

test("the settings of the compose file are taken by the server", () => {
  const environment = {
    DATABASE_URL: "postgres://clew:secret@database:5432/clew",
    CLEW_MASTER_KEY: "k".repeat(48),
    CLEW_PUBLIC_URL: "https://clew.example.org",
    CLEW_TRUSTED_PROXIES: /CLEW_TRUSTED_PROXIES: (\S+)/.exec(read("deploy/compose.yaml"))?.[1],
    CLEW_ROLE: "web",
  };
  expect(readSettings(environment)).toMatchObject({ roles: ["web"], blobs: { driver: "database" } });
});
