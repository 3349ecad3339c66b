/**
 * Changes that were sent and of which the end is not known, each a file next to the stored tokens. The same command again continues the change with
 * its key, so that it is made once.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { WEEK_MS } from "../../../contract/durations.ts";
import { IssueWriteBody, NewIssueBody } from "../../../contract/issues/issueWrites.ts";
import { credentialsFile } from "./credentials.ts";

/** A server keeps a change for as long. */
const MAX_AGE_MS = WEEK_MS;

const KeptChange = z.object({
  sentAt: z.number(),
  change: z.union([
    z.object({
      issue: z.object({ id: z.string(), key: z.string(), url: z.string().nullable() }),
      body: IssueWriteBody,
    }),
    z.object({ issue: z.null(), body: NewIssueBody }),
  ]),
});
/** A change as it was sent. */
export type KeptChange = z.output<typeof KeptChange>["change"];

/** The file of one command. @param command everything that makes two commands the same one */
export class KeptChangeFile {
  readonly #file: string;

  constructor(environment: NodeJS.ProcessEnv, command: unknown) {
    const name = createHash("sha256").update(JSON.stringify(command)).digest("hex");
    this.#file = join(dirname(credentialsFile(environment)), "changes", `${name}.json`);
  }

  /** The change of the same command before, of which the end is not known; null when there is none. */
  read(now = Date.now()): KeptChange | null {
    try {
      const { sentAt, change } = KeptChange.parse(JSON.parse(readFileSync(this.#file, "utf8")));
      return now - sentAt < MAX_AGE_MS ? change : null;
    } catch {
      return null;
    }
  }

  /** Called before a change is sent: the process may end before its answer. */
  write(change: KeptChange): void {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    writeFileSync(this.#file, `${JSON.stringify({ sentAt: Date.now(), change })}\n`, { mode: 0o600 });
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }
}
