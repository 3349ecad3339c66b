/** The server of a worker's mirrors: takes named reads of other processes. Who may see a repository is decided by the process that asks. */
import { serialize } from "node:v8";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { FairSlots } from "../compute/FairSlots.ts";
import { existingFolder } from "../git/existingFolder.ts";
import { READ_TIMEOUT_MS, RefusedRead, runNamedRead } from "../git/namedReads.ts";
import { toPortableGit } from "../git/portableGitErrors.ts";
import { message } from "../messages/messages.ts";
import { MIRROR_PATH, type MirrorAnswer } from "./mirrorMessages.ts";
import { SealedServer, type SealedServerOptions } from "./SealedServer.ts";

const Question = z.strictObject({
  sourceId: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().max(64),
  args: z.array(z.unknown()).max(8),
  principal: z.strictObject({ userId: z.string().max(64), companyId: z.string().max(64) }).nullable(),
});

export interface MirrorServerOptions extends Omit<SealedServerOptions, "setting" | "path" | "answer" | "log"> {
  readonly mirrorFolder: (sourceId: string) => string;
  /** Reads that run at the same time; the others wait, until their caller has gone. Users have their turns by the time that they used. */
  readonly concurrency: number;
  readonly log: Pick<FastifyBaseLogger, "error" | "warn">;
}

/** Reads the mirrors of this process for others. */
export class MirrorServer {
  readonly #options: MirrorServerOptions;
  readonly #slots: FairSlots;
  readonly #server: SealedServer;

  constructor(options: MirrorServerOptions) {
    this.#options = options;
    this.#slots = new FairSlots(options.concurrency);
    this.#server = new SealedServer({
      ...options,
      setting: "CLEW_MIRROR_ADDRESS",
      path: MIRROR_PATH,
      answer: (content, signal) => this.#answer(content, signal),
    });
  }

  /** @throws CannotStart when the address cannot be listened at */
  start(): Promise<void> {
    return this.#server.start();
  }

  get port(): number {
    return this.#server.port;
  }

  /** Takes no further read, waits for those that run, and closes. */
  close(): Promise<void> {
    return this.#server.close();
  }

  async #answer(content: unknown, gone: AbortSignal): Promise<MirrorAnswer> {
    const timeout = AbortSignal.timeout(READ_TIMEOUT_MS);
    const signal = AbortSignal.any([gone, timeout]);
    try {
      const question = Question.safeParse(content);
      if (!question.success) throw new RefusedRead("It is no question about a mirror.");
      const { principal } = question.data;
      return await this.#slots.run(principal, () => this.#read(question.data, signal), signal);
    } catch (error) {
      if (error instanceof RefusedRead)
        this.#options.log.warn({ err: error }, "a read of a mirror that another process asked for was refused");
      if (timeout.aborted)
        return { kind: "failed", error: { kind: "stopped", reason: "timeout", text: message("git.timeout") } };
      return { kind: "failed", error: toPortableGit(error) };
    }
  }

  async #read({ sourceId, name, args }: z.infer<typeof Question>, signal: AbortSignal): Promise<MirrorAnswer> {
    const gitDir = await existingFolder(this.#options.mirrorFolder(sourceId));
    if (gitDir === null) return { kind: "absent" };
    const result = await runNamedRead(gitDir, name, args, signal);
    return { kind: "done", answer: serialize(result), isNull: result === null };
  }
}
