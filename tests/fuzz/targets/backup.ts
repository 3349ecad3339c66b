import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { type Backup, openBackup, openEarlier } from "../../../server/cli/backup/backupFolder.ts";
import { newBackupKey } from "../../../server/cli/backup/backupKey.ts";
import { Parts, hashOfContent } from "../../../server/cli/backup/parts.ts";
import { CannotStart } from "../../../server/errors.ts";
import { isRecord } from "../../../server/sources/rest/restFailure.ts";
import { type Target, jsonOf, promise, wordOf } from "../engine/Target.ts";

const SECRET = { kdf: "hkdf", secret: Buffer.alloc(32, 7) } as const;
const key = await newBackupKey(SECRET, "07".repeat(16));

/** Inputs name the header, the facts, the texts of parts, whether they are encrypted, and bytes that are changed afterwards. `#0` is replaced by the hash of the first part. */
export const target: Target = {
  promise:
    "A backup of any form, encrypted or not, is read as it was written or refused with a sentence, whatever is in its header, its facts and its parts.",
  shape: "json",
  run: async (input) => {
    const script = jsonOf(input);
    if (!Array.isArray(script)) return undefined;
    const [header, facts, texts, isEncrypted, changes] = script as unknown[];
    const folder = mkdtempSync(join(tmpdir(), "clew-fuzz-"));
    try {
      const written = (Array.isArray(texts) ? texts : []).slice(0, 8).map((text) => wordOf(text).toWellFormed());
      await writeBackup(folder, header, facts, written, isEncrypted === true, changes);
      const backup = await refusable(() => openBackup(folder, isEncrypted === true ? SECRET : undefined));
      await refusable(() => openEarlier(folder, isEncrypted === true ? SECRET : undefined));
      if (backup) await readAll(backup, written);
    } finally {
      rmSync(folder, { recursive: true });
    }
    return undefined;
  },
};

async function writeBackup(
  folder: string,
  header: unknown,
  facts: unknown,
  texts: readonly string[],
  isEncrypted: boolean,
  changes: unknown,
): Promise<void> {
  const parts = new Parts(folder, isEncrypted ? key : undefined);
  const hashes: string[] = [];
  for (const text of texts) {
    const content = Buffer.from(text);
    hashes.push(hashOfContent(content));
    await parts.write(hashes.at(-1) ?? "", hashes.length % 3 === 0 ? "blob" : "rows", content);
    writeIn(folder, `tables/t${hashes.length}.jsonl.zst`, zstdCompressSync(content));
  }
  const named = Buffer.from(
    (JSON.stringify(facts) ?? "null").replaceAll(
      /#(\d)/g,
      (all, place: string) => hashes[Number(wordOf(place))] ?? all,
    ),
  );
  await parts.write(hashOfContent(named), "rows", named);
  const sound = { format: 2, encryption: isEncrypted ? key.facts : null, facts: hashOfContent(named) };
  writeIn(folder, "backup.json", JSON.stringify(isRecord(header) ? { ...sound, ...header } : (header ?? null)));
  if (!Array.isArray(changes)) return;
  for (const [place, at, bits] of changes.filter(Array.isArray).slice(0, 4) as unknown[][]) {
    const hash = hashes[Number(wordOf(place))];
    if (hash === undefined) continue;
    const stored = readFileSync(parts.fileOf(hash));
    const changed = Number(wordOf(at)) % stored.length;
    if (changed >= 0) stored[changed] = (stored[changed] ?? 0) ^ Number(wordOf(bits));
    writeFileSync(parts.fileOf(hash), stored);
  }
}

async function readAll(backup: Backup, texts: readonly string[]): Promise<void> {
  const lines = new Set(texts.flatMap((text) => text.split(/\r?\n/)));
  for (const { name } of backup.facts.tables.slice(0, 8)) {
    const rows = await refusable(() => Array.fromAsync(backup.rows(name)));
    promise(
      (rows ?? []).flat().every((row) => lines.has(row)),
      "A row was not written.",
    );
  }
  for (const hash of backup.facts.blobs.slice(0, 8)) {
    const blob = await backup.blobs.get(hash);
    promise(!blob || texts.includes(blob.toString()), "A blob was not written.");
  }
  await refusable(() => backup.masterKey());
}

async function refusable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CannotStart) return undefined;
    throw error;
  }
}

function writeIn(folder: string, name: string, content: string | Uint8Array): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
