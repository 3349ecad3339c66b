// A process that builds the index of a commit as the server does, for tests that pause it:
// node buildProcess.ts <bare repository> <commit> <folder for the blobs>
// Says "symbols" before the slow stage, and at the end the hashes of all blobs of its store.
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { createIndexBuilder } from "../../../server/index/build/builder.ts";

const [gitDir = "", commit = "", folder = ""] = process.argv.slice(2);
const builder = createIndexBuilder({ blobs: { driver: "files", folder }, threads: 2 });
const base = { gitDir, commit, source: "a", previous: null };
const code = await builder.buildCode({ ...base, name: "a" });
await builder.buildCommits(base);
process.stdout.write("symbols\n");
await builder.buildSymbols({ part: code });
await builder.close();
const hashes: string[] = [];
for await (const { hash } of createFileBlobs(folder).list()) hashes.push(hash);
process.stdout.write(`${hashes.sort().join(" ")}\n`);
