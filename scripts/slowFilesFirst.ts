import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = dirname(import.meta.dirname);

/** Small files that take a minute: the runner would begin them last, when the other workers have nothing left to do. */
const SLOW = [
  "tests/server/sync/contract.test.ts",
  "tests/server/sync/ledgers.test.ts",
  "tests/server/sync/linkStorm.test.ts",
  "tests/server/sync/diskReserve.test.ts",
].map((path) => join(root, path));

/** Begins slow files first within their project. Vitest knows how long a file takes only from an earlier run of the same clone. */
export class SlowFilesFirst extends BaseSequencer {
  constructor(...args: ConstructorParameters<typeof BaseSequencer>) {
    super(...args);
    for (const path of SLOW)
      if (!existsSync(path)) throw new Error(`${path} is in scripts/slowFilesFirst.ts and not there.`);
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => {
      const ofProject = sorted.filter(({ project }) => project.name === name);
      const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.includes(moduleId);
      return [...ofProject.filter(isSlow), ...ofProject.filter((file) => !isSlow(file))];
    });
  }
}
