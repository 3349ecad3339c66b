import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOutcomes, writeOutcomes } from "../../../bench/questions/outcomesFile.ts";
import { Scores } from "../../../bench/questions/scores.ts";
import { LEFT_OUT, QUALITY_BENCHES } from "../../../bench/questions/signals.ts";

const BENCH = join(import.meta.dirname, "../../../bench");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-bench-test-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const node = (...args: readonly string[]) => spawnSync(process.execPath, args, { encoding: "utf8" });

test("without repositories each command of the folder is listed with what it measures", () => {
  const { stdout } = node(join(BENCH, "all.ts"));
  const listed = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(/ +/)[0]);
  const commands = readdirSync(BENCH).filter(
    (name) => name.endsWith(".ts") && readFileSync(join(BENCH, name), "utf8").includes(`bench/${name}`),
  );
  expect(listed).toEqual(commands.map((name) => name.replace(".ts", "")));
  expect(listed).toContain("localize");
  for (const line of stdout.trim().split("\n")) expect(line.length).toBeGreaterThan(35);
});

test("an unknown bench is refused, and repositories are required", () => {
  expect(node(join(BENCH, "all.ts"), "--only", "none", folder)).toMatchObject({ status: 2 });
  expect(node(join(BENCH, "localize.ts"))).toMatchObject({ status: 2 });
});

test("outcomes that were written are read with the same figures, also answers that are not in the list", () => {
  const scores = new Scores();
  scores.add(["a", "b"], ["b"], 1);
  scores.add(["a", "b"], ["c"], 1);
  const file = join(folder, "outcomes.json");
  writeOutcomes(file, [["engine", scores]]);
  const read = readOutcomes(file).get("engine");
  expect(read?.outcomes).toEqual(scores.outcomes);
  expect(read?.intervals()).toBe(scores.intervals());
  expect(read?.intervals()).toContain("Acc@5 50.0 [0.0, 100.0]");
});

test.each(Object.keys(QUALITY_BENCHES))(
  "each signal of %s is silenced in the process that leaves it out",
  async (bench) => {
    const names = [...((await QUALITY_BENCHES[bench]?.signals()) ?? new Map<string, never>()).keys()];
    expect(names.length).toBeGreaterThan(4);
    const run = (signal: string) =>
      spawnSync(process.execPath, ["--import", join(BENCH, "questions/leaveOutSignal.ts"), "-e", ""], {
        encoding: "utf8",
        env: { ...process.env, [LEFT_OUT]: `${bench}:${signal}` },
      });
    expect(run(names[0] ?? "")).toMatchObject({ status: 0 });
    expect(run("none").status).not.toBe(0);
    expect(run("none").stderr).toContain(`No bench has the signal ${bench}:none.`);
  },
);

test("a left-out signal has no weight in the ranker that is loaded after it", () => {
  const features = join(BENCH, "../server/engines/localize/fileFeatures.ts");
  const print = `const { FILE_FEATURES } = await import(${JSON.stringify(features)});
    for (const { id, weight } of FILE_FEATURES) if (weight === 0) console.log(id);`;
  const { stdout } = spawnSync(
    process.execPath,
    ["--import", join(BENCH, "questions/leaveOutSignal.ts"), "--input-type=module", "-e", print],
    { encoding: "utf8", env: { ...process.env, [LEFT_OUT]: "localize:titleName" } },
  );
  expect(stdout).toBe("titleName\n");
});

test("a ranking is printed with its intervals, and compared with the one without each signal", () => {
  const repository = join(folder, "project");
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], { cwd: repository });
  execFileSync("git", ["init", "-q", repository]);
  for (let number = 0; number < 6; number++) {
    writeFileSync(
      join(repository, `part${number}.ts`),
      `export function part${number}() {\n  return "cookie jar";\n}\n`,
    );
  }
  git("add", ".");
  git("commit", "-qm", "All parts");
  for (let number = 0; number < 6; number++) {
    writeFileSync(join(repository, `part${number}.ts`), `export function part${number}() {\n  return "jar";\n}\n`);
    git("commit", "-qam", `fix: part${number} has lost the cookie of its jar`);
  }
  const only = [
    "--only",
    "localize",
    "--ablate",
    "--signals",
    "titleName,function words",
    "--cases",
    "6",
    "--cache",
    join(folder, "cache"),
    repository,
  ];
  const { stdout, stderr, status } = node(join(BENCH, "all.ts"), ...only);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toMatch(/engine +n=6 +Acc@1 \d/);
  expect(stdout).toMatch(/without titleName, engine +Acc@1 [+-]\d/);
  expect(stdout).toMatch(/without function words, functions +Acc@1 [+-]\d/);
  expect(stdout).not.toContain("without words");
});
