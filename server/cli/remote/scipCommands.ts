/** `clew scip upload`, `clew scip list` and `clew scip remove`: the SCIP indexes of a server's project. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { findCommit } from "../../git/commitLookup.ts";
import { findLocalRepository } from "../../git/localRepository.ts";
import { STATUS, type Status } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { printAnswer, requireNoList } from "../formats.ts";
import { type RequestOf, wrong } from "../readArguments.ts";
import { shown } from "../terminal.ts";
import { repositoryOf } from "./codeCommands.ts";
import type { ProjectAddress } from "./remoteAnswers.ts";

export async function runScipCommand(
  place: ProjectAddress,
  request: RequestOf<"scip">,
  format: Format,
): Promise<Status> {
  const [, verb, file] = /^(\S+)(?:\s+(.+))?$/s.exec(request.text) ?? [];
  if (verb !== "list") requireNoList(format, `clew scip ${verb ?? ""}`.trim());
  if (verb === "upload" && file !== undefined) return uploadScip(place, file, request, format);
  if (verb === "list" && file === undefined) return listScip(place, format);
  if (verb === "remove" && file === undefined) return removeScip(place, request, format);
  throw wrong("clew scip upload FILE, clew scip list, or clew scip remove");
}

async function listScip({ server, slug }: ProjectAddress, format: Format): Promise<Status> {
  const [uploads, { repositories }] = [
    await server.call("listScip", { query: { project: slug } }),
    await server.call("getProject", { params: { id: slug } }),
  ];
  const names = new Map(repositories.map(({ id, name }) => [id, name]));
  const rows = uploads.map((upload) => ({ ...upload, repository: names.get(upload.source) ?? upload.source }));
  const lines = [
    ...uploads.map(({ source, revision, tool, documents, uploaded_at: at }) =>
      [shown(names.get(source) ?? source), revision.slice(0, 10), shown(tool), `${documents} documents`, at].join("\t"),
    ),
    ...(uploads.length === 0 ? ["No index was uploaded."] : []),
  ];
  await printAnswer(format, "scip", { data: uploads, rows, lines });
  return uploads.length === 0 ? STATUS.nothing : STATUS.ok;
}

async function removeScip(place: ProjectAddress, request: RequestOf<"scip">, format: Format): Promise<Status> {
  const source = await repositoryOf(place, request);
  await place.server.call("removeScip", { params: { itemId: source } });
  await printAnswer(format, "scip", { data: { removed: source }, rows: [], lines: ["The index was removed."] });
  return STATUS.ok;
}

async function uploadScip(
  { server, slug }: ProjectAddress,
  file: string,
  request: RequestOf<"scip">,
  format: Format,
): Promise<Status> {
  const source = await repositoryOf({ server, slug }, request);
  const bytes = await readFile(resolve(file)).catch(() => {
    throw wrong(`${file} cannot be read.`);
  });
  const answer = await server.upload(
    "uploadScip",
    { project: slug, source, revision: await commitOf(request.rev) },
    gzipSync(bytes),
  );
  const lines = [
    `${answer.documents} documents with ${answer.occurrences} names of ${shown(answer.tool) || "an unnamed tool"} are stored for ${answer.revision.slice(0, 10)}.`,
  ];
  await printAnswer(format, "scip", { data: answer, rows: [], lines });
  return STATUS.ok;
}

/** The commit that a revision names in the repository around the current folder. */
async function commitOf(rev: string): Promise<string> {
  if (/^[0-9a-f]{40}$/.test(rev)) return rev;
  const repository = await findLocalRepository(process.cwd(), null).catch(() => null);
  if (!repository) throw wrong("Give the commit that the index was made of: --rev COMMIT.");
  const commit = await findCommit(repository.gitDir, rev);
  if (commit !== null) return commit;
  throw wrong(`There is no revision ${rev} here. Give the commit that the index was made of: --rev COMMIT.`);
}
