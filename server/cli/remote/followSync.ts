/** `clew sync`: starts a sync of a project and reports its progress, until all of its sources are read or have failed. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Project, Sync } from "../../../contract/projects.ts";
import { CliError, STATUS, type Status } from "../CliError.ts";
import type { Format } from "../CommandSpec.ts";
import { printAnswer } from "../formats.ts";
import type { CliRequest } from "../readArguments.ts";
import { bad, complain, good, print, shown } from "../terminal.ts";
import { requireSession } from "./openServer.ts";
import type { ProjectAddress } from "./remoteAnswers.ts";

const POLL_INTERVAL_MS = 1000;
/** Attempts to reach a server that is being restarted. */
const MAX_FAILED_POLLS = 30;

interface Source {
  readonly kind: "repository" | "tracker" | "wiki";
  readonly id: string;
  readonly name: string;
  readonly sync: Sync;
}

const sourcesOf = ({ repositories, trackers, wikis }: Project): Source[] => [
  ...repositories.map(({ id, name, sync }) => ({ kind: "repository" as const, id, name, sync })),
  ...trackers.map(({ id, name, sync }) => ({ kind: "tracker" as const, id, name, sync })),
  ...wikis.map(({ id, name, sync }) => ({ kind: "wiki" as const, id, name, sync })),
];
const isUnderWay = ({ sync }: Source): boolean => sync.state === "queued" || sync.state === "running";

/** @throws CliError when the server refuses, or stays away */
export async function syncProject(
  { server, slug }: ProjectAddress,
  { wait }: Pick<CliRequest, "wait">,
  format: Format,
): Promise<Status> {
  requireSession(server);
  const params = { id: slug };
  let sources = sourcesOf(await server.call("syncProject", { params }));
  if (sources.length === 0) {
    complain("The project has no source yet.");
    return STATUS.nothing;
  }
  const printed = new Map<string, string>();
  let missed = 0;
  while (wait && sources.some(isUnderWay)) {
    if (format === "text") await printChanges(sources, printed);
    await sleep(POLL_INTERVAL_MS);
    try {
      sources = sourcesOf(await server.call("getProject", { params }));
      missed = 0;
    } catch (error) {
      const isAway =
        error instanceof CliError && (error.status === STATUS.unreachable || error.status === STATUS.serverFailed);
      if (!isAway || ++missed > MAX_FAILED_POLLS) throw error;
    }
  }
  if (format === "text") await printChanges(sources, printed);
  else {
    const rows = sources.map(sourceData);
    await printAnswer(format, "sync", { data: { project: slug, sources: rows }, rows, lines: [] });
  }
  const hasFailed = wait && sources.some(({ sync }) => sync.state === "failed");
  return hasFailed ? STATUS.nothing : STATUS.ok;
}

const sourceData = ({ kind, id, name, sync }: Source) => ({
  kind,
  id,
  name,
  state: sync.state,
  items: sync.items,
  error: sync.error,
  finished_at: sync.finished_at,
});

/** A line for each source whose state or step is another one than before. */
async function printChanges(sources: readonly Source[], printed: Map<string, string>): Promise<void> {
  for (const { id, kind, name, sync } of sources) {
    const now = `${sync.state} ${sync.step ?? ""}`;
    if (printed.get(id) === now) continue;
    printed.set(id, now);
    await print(`${kind} ${shown(name)}: ${stateOf(sync)}\n`);
  }
}

function stateOf({ state, step, total, items, error }: Sync): string {
  switch (state) {
    case "queued":
      return error === null ? "waiting" : `waiting: ${shown(error)}`;
    case "running":
      return `${step ?? "running"}${total === null ? "" : ` (${total})`}`;
    case "ready":
      return good(`read, ${items} items`);
    case "failed":
      return bad(`failed: ${shown(error ?? "no reason given")}`);
  }
}
