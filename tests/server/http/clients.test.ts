/**
 * Programs of other people on the description of the API: a linter, and a client of TypeScript that is generated, compiled and run. They have an
 * install of their own (`npm ci --prefix tests/clients`); the gate makes it, and without it there is nothing to run.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type McpProject, startMcpProject } from "../mcp/mcpProject.ts";

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, "../../clients");
const MODULES = join(FOLDER, "node_modules");
const GENERATED = join(FOLDER, "generated");

/** As much of the linter as is used here; its types are in the other install. */
interface Linter {
  createConfig(config: object): Promise<object>;
  lintFromString(options: { source: string; config: object }): Promise<{ ruleId: string; message: string }[]>;
}

describe.skipIf(!existsSync(join(MODULES, "openapi-typescript")))("programs on the description of the API", () => {
  let project: McpProject;
  let schema: string;
  beforeAll(async () => {
    project = await startMcpProject("pglite");
    schema = await (await fetch(`${project.server.url}/api/v1/schema/`)).text();
    mkdirSync(GENERATED, { recursive: true });
    writeFileSync(join(GENERATED, "clew.json"), schema);
  });
  afterAll(async () => {
    await project.stop();
    rmSync(GENERATED, { recursive: true, force: true });
  });

  test("a linter has no findings", async () => {
    const linter = (await import(join(MODULES, "@redocly/openapi-core/lib/index.js"))) as Linter;
    const config = await linter.createConfig({ extends: ["recommended-strict"] });
    const problems = await linter.lintFromString({ source: schema, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test("a generated client compiles in strict mode and reads a project", async () => {
    const generator = join(MODULES, "openapi-typescript/bin/cli.js");
    await run(process.execPath, [generator, join(GENERATED, "clew.json"), "-o", join(GENERATED, "clew.ts")]);
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2023", "--skipLibCheck"];
    const compiler = join(MODULES, "typescript/lib/tsc.js");
    const flow = join(FOLDER, "flow.ts");
    const types = ["--allowImportingTsExtensions", "--types", "node"];
    const compiled = await run(process.execPath, [compiler, ...options, ...types, flow]).catch(
      (error: { stdout?: string }) => ({ stdout: error.stdout ?? "failed" }),
    );
    expect(compiled.stdout).toBe("");
    const { secret } = await project.token();
    const { stdout } = await run(process.execPath, [flow, `${project.server.url}/api/v1`, secret, "sample"]);
    expect(JSON.parse(stdout)).toEqual({
      count: expect.any(Number),
      key: expect.any(String),
      title: expect.any(String),
      timeline: expect.arrayContaining(["opened"]),
      files: expect.arrayContaining([expect.any(String)]),
      refused: "token.project_not_allowed",
    });
  });
});
