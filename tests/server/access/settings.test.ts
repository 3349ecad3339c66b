import { describe, expect, test } from "vitest";
import { CannotStart } from "../../../server/errors.ts";
import { settingsForLog } from "../../../server/observability/settingsForLog.ts";
import { readSettings } from "../../../server/settings.ts";

describe("settings", () => {
  test("have a default for everything", () => {
    expect(readSettings({})).toMatchObject({
      port: 4000,
      host: "127.0.0.1",
      databaseUrl: undefined,
      demo: true,
      roles: ["web", "worker"],
      allowedNetworks: [],
      checkAnswers: false,
    });
  });

  test("an empty value counts as not set, and arguments win", () => {
    expect(readSettings({ PORT: "", CLEW_ROLE: "web" }, ["--role=worker", "--port", "81"])).toMatchObject({
      port: 81,
      roles: ["worker"],
    });
  });

  test("a terminal gets warnings as text, a program every line as JSON, unless the operator decides", () => {
    const log = (environment: Record<string, string>, isTerminal: boolean) => {
      const { logFormat, logLevel } = readSettings(environment, [], { isTerminal });
      return `${logFormat} ${logLevel}`;
    };
    expect(log({}, true)).toBe("text warn");
    expect(log({}, false)).toBe("json info");
    expect(log({ LOG_FORMAT: "json" }, true)).toBe("json info");
    expect(log({ LOG_LEVEL: "debug" }, true)).toBe("text debug");
  });

  test("the browser is opened only when the operator asks for it", () => {
    expect(readSettings({}).opensBrowser).toBe(false);
    expect(readSettings({}, ["--open"]).opensBrowser).toBe(true);
  });

  test("lists are split, paths made absolute, the public address loses its last slash", () => {
    const settings = readSettings({
      CLEW_ALLOWED_NETWORKS: "10.0.0.0/8, git.local",
      CLEW_ALLOWED_PATHS: "/srv/git:repos",
      CLEW_PUBLIC_URL: "https://clew.example/",
    });
    expect(settings.allowedNetworks).toEqual(["10.0.0.0/8", "git.local"]);
    expect(settings.allowedPaths).toEqual(["/srv/git", `${process.cwd()}/repos`]);
    expect(settings.publicUrl).toBe("https://clew.example");
  });

  test.each([
    [{ PORT: "many" }, "PORT must be a number"],
    [{ PORT: "70000" }, "PORT must be at most 65535"],
    [{ DATABASE_URL: "mysql://db" }, "DATABASE_URL must start with postgres://"],
    [{ CLEW_DEMO: "yes" }, "CLEW_DEMO must be on or off"],
    [{ CLEW_MASTER_KEY: "short" }, "CLEW_MASTER_KEY must have at least 32 characters"],
    [{ CLEW_PUBLIC_URL: "ftp://x" }, "CLEW_PUBLIC_URL must be an http or https address"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of"],
    [{ LOG_FORMAT: "xml" }, "LOG_FORMAT must be json or text"],
    [{ CLEW_ROLE: "web,king" }, "CLEW_ROLE must be web, worker, search or several of them"],
  ])("%j is refused by its name", (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(CannotStart);
    expect(() => readSettings(environment)).toThrow(sentence);
  });

  test("every wrong setting is named at once", () => {
    expect(() => readSettings({ PORT: "x", CLEW_DEMO: "x" })).toThrow(/PORT .*CLEW_DEMO /);
    expect(() => readSettings({}, ["--nonsense"])).toThrow(CannotStart);
  });

  test("prints no secret", () => {
    const settings = readSettings({
      CLEW_MASTER_KEY: "s3cret-s3cret-s3cret-s3cret-s3cret",
      DATABASE_URL: "postgres://clew:s3cret@db/clew?sslpassword=s3cret",
    });
    const printed = JSON.stringify(settingsForLog(settings));
    expect(printed).not.toContain("s3cret");
    expect(printed).toContain("@db/clew");
  });
});
