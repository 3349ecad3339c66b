/**
 * What does a read of a mirror cost that another process has? Runs the same named reads in this process and in a child process over sealed
 * messages, in turn. Shows the time of each and the processor time of this process, without that of git.
 *
 *     node bench/mirrorReads.ts --repository /path/to/repository.git --file src/main.ts [--calls 100]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { deserialize } from "node:v8";
import { KeyRing } from "../server/access/keys/KeyRing.ts";
import { MIRROR_PATH, type MirrorAnswer } from "../server/cluster/mirrorMessages.ts";
import { MirrorServer } from "../server/cluster/MirrorServer.ts";
import { SealedClient } from "../server/cluster/SealedClient.ts";
import { resolveCommit } from "../server/git/commitLookup.ts";
import { fromPortableGit } from "../server/git/portableGitErrors.ts";
import { localMirror, type Mirror, remoteMirror } from "../server/git/MirrorReads.ts";

const { values: options } = parseArgs({
  options: {
    repository: { type: "string", default: "." },
    file: { type: "string", default: "README.md" },
    calls: { type: "string", default: "100" },
    serve: { type: "boolean", default: false },
  },
});
const keys = new KeyRing([Buffer.alloc(32, 1)]);
const ID = "bench";

if (options.serve) {
  const server = new MirrorServer({
    id: ID,
    keys,
    mirrorFolder: () => options.repository,
    concurrency: 2 * availableParallelism(),
    now: () => Date.now(),
    isLive: () => true,
    host: "127.0.0.1",
    port: 0,
    log: { error: console.error, warn: console.error },
  });
  await server.start();
  process.send?.(server.port);
} else await compare();

async function compare(): Promise<void> {
  const child = fork(import.meta.filename, ["--serve", "--repository", options.repository]);
  const [port] = (await once(child, "message")) as [number];
  const client = new SealedClient({ keys, now: () => Date.now() });
  const holder = { address: `http://127.0.0.1:${port}`, id: ID };
  const never = new AbortController().signal;
  const near = localMirror(options.repository);
  const far = remoteMirror(async (name, args, signal) => {
    const answer = (await client.send(holder, MIRROR_PATH, { sourceId: ID, name, args }, signal)) as MirrorAnswer;
    if (answer.kind === "failed") throw fromPortableGit(answer.error);
    if (answer.kind !== "done") throw new Error(answer.kind);
    return deserialize(answer.answer) as unknown;
  });
  const head = await resolveCommit(options.repository, "HEAD");
  const node = await near.findNode(head, options.file, never);
  if (!node) throw new Error(`There is no ${options.file}.`);
  const blob = node.oid;
  const questions: Readonly<Record<string, (mirror: Mirror) => Promise<unknown>>> = {
    "parents of a commit": (mirror) => mirror.readParents(head, never),
    "the root folder": (mirror) => mirror.readFolder(head, never),
    [`a file of ${Math.round((node.size ?? 0) / 1024)} kB`]: (mirror) => mirror.readBlobStart(blob, 8 << 20, never),
    "ten reads at once": (mirror) => Promise.all(Array.from({ length: 10 }, () => mirror.readParents(head, never))),
  };
  console.log("| Milliseconds, p50 / p95 | own disk | another process | processor, own disk | another process |");
  console.log("| --- | --- | --- | --- | --- |");
  for (const [name, ask] of Object.entries(questions)) {
    const times = { near: [] as number[], far: [] as number[] };
    const cpu = { near: 0, far: 0 };
    for (let call = -5; call < Number(options.calls); call++)
      for (const [place, mirror] of [
        ["near", near],
        ["far", far],
      ] as const) {
        const [before, start] = [process.cpuUsage(), performance.now()];
        await ask(mirror);
        const taken = performance.now() - start;
        const { user, system } = process.cpuUsage(before);
        if (call < 0) continue;
        times[place].push(taken);
        cpu[place] += (user + system) / 1000 / Number(options.calls);
      }
    const at = (values: readonly number[], part: number): string =>
      (values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0).toFixed(1);
    const cells = (["near", "far"] as const).map((place) => `${at(times[place], 0.5)} / ${at(times[place], 0.95)}`);
    console.log(`| ${[name, ...cells, cpu.near.toFixed(1), cpu.far.toFixed(1)].join(" | ")} |`);
  }
  child.kill();
  await client.close();
}
