/** The files in deploy/ name only settings, folders and addresses that exist. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAX_SCIP_BYTES } from "../../../contract/code/references.ts";
import { readSettings, SETTING_NAMES } from "../../../server/settings.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const files = readdirSync(join(ROOT, "deploy"), { recursive: true, encoding: "utf8" }).filter((path) =>
  statSync(join(ROOT, "deploy", path)).isFile(),
);
/** Read by the compose file and by Caddy, and not by the server. */
const OF_COMPOSE = "CLEW_DOMAIN";

test.each(files)("%s sets only variables that the server reads", (file) => {
  const named = [...read(`deploy/${file}`).matchAll(/\bCLEW_[A-Z0-9_]+\b/g)].map(([name]) => name);
  expect(named.filter((name) => name !== OF_COMPOSE && !SETTING_NAMES.includes(name))).toEqual([]);
});

test("the Dockerfile makes the package with all that it is made of, and the image runs as another user than root", () => {
  const text = read("deploy/Dockerfile");
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => (paths ?? "").split(" "));
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const left = read("deploy/Dockerfile.dockerignore").split("\n");
  const needed = ["server", "contract", "src", "public", "scripts", "docs", "deploy", "LICENSE", "CHANGELOG.md"];
  expect(needed.filter((path) => left.includes(path))).toEqual([]);
  expect(text).toContain("\nUSER 1000:1000\n");
  // Each base can be a digest that the operator has checked.
  expect([...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual([
    "${NODE_IMAGE}",
    "${DEBIAN_IMAGE}",
    "scratch",
  ]);
});

test("the balancer passes the largest upload that the server takes", () => {
  const megabytes = /client_max_body_size (\d+)m;/.exec(read("deploy/nginx.conf"))?.[1];
  expect(Number(megabytes) << 20).toBe(MAX_SCIP_BYTES);
});

/** Settings that the compose file does not pass on unchanged, by the reason. */
const DECIDED = {
  image: ["CLEW_DATA", "PORT", "HOST", "CLEW_DEMO", "LOG_FORMAT", "NODE_ENV"],
  composed: ["DATABASE_URL", "CLEW_MASTER_KEY", "CLEW_PUBLIC_URL", "CLEW_TRUSTED_PROXIES", "CLEW_ROLE"],
  service: [
    "CLEW_MIRROR_ADDRESS",
    "CLEW_SEARCH_ADDRESS",
    "CLEW_BLOB_CACHE_MB",
    "CLEW_INDEX_MEMORY_MB",
    "CLEW_BACKUP_FOLDER",
  ],
  // Files, browsers and directories of a machine, names of containers, and the operator's port, which no other container needs.
  without: [
    "CLEW_ALLOWED_PATHS",
    "CLEW_PLAIN_LDAP",
    "CLEW_BACKUP_KEY_FILE",
    "CLEW_DIST",
    "CLEW_OPEN",
    "CLEW_MIRROR_URL",
    "CLEW_SEARCH_URL",
    "CLEW_OPS_PORT",
    "CLEW_OPS_HOST",
  ],
};

test("every setting passes the compose file, or has its reason not to", () => {
  const passed = [...read("deploy/compose.yaml").matchAll(/^ {2}([A-Z][A-Z0-9_]+): \$\{(\w+):-\}$/gm)].map(
    ([, name = "", variable]) => {
      expect(variable).toBe(name);
      return name;
    },
  );
  expect([...passed, ...Object.values(DECIDED).flat()].toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test("the compose file names files, volumes and commands that exist", () => {
  const text = read("deploy/compose.yaml");
  const mounted = [...text.matchAll(/(?:- |")\.\/([\w.]+):/g)].map(([, path]) => path ?? "");
  expect(mounted).toEqual(["Caddyfile"]);
  expect(mounted.filter((path) => !existsSync(join(ROOT, "deploy", path)))).toEqual([]);
  const volumes = [...(text.split("\nvolumes:\n")[1] ?? "").matchAll(/^ {2}(\w+):$/gm)].map(([, name = ""]) => name);
  const used = [...text.matchAll(/["\s](\w+):\/(?!\/)/g)].map(([, name = ""]) => name);
  expect([...new Set(used)].toSorted()).toEqual(volumes.toSorted());
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
    CLEW_TRUSTED_PROXIES: /^ {2}CLEW_TRUSTED_PROXIES: (\S+)/m.exec(read("deploy/compose.yaml"))?.[1],
    CLEW_ROLE: "web",
  };
  expect(readSettings(environment)).toMatchObject({ roles: ["web"], blobs: { driver: "database" } });
});
