import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runGit } from "../git/gitProcess.ts";
import { findLocalRepository } from "../git/localRepository.ts";
import { productFile } from "../productFiles.ts";
import { loadDemoData } from "./data/demoData.ts";
import { DEMO_PEOPLE } from "./demoPeople.ts";
import { type GithubHost, startGithubHost } from "./hosts/githubHost.ts";
import type { HostData } from "./hosts/hostData.ts";
import type { HostPage } from "./hosts/hostPage.ts";
import type { Answer } from "./hosts/hostCalls.ts";
import { missingPage, repositoryPage } from "./hosts/repositoryPages.ts";
import { loadTernData, loadTernWiki, readMerges, ternHistory, ternStart } from "./data/ternData.ts";
import { wikiAnswer } from "./hosts/wikiAnswers.ts";
import type { WikiData } from "./hosts/wikiHostData.ts";
import { wikiPage } from "./hosts/wikiPage.ts";

/** The checkout that this server runs from. */
const CHECKOUT = productFile("");

/** A project of the demo: its tracker, with its wiki where it has one, running, and what of the outside it needs to be open. */
export interface DemoHost {
  readonly projectName: string;
  /** As part of a path. */
  readonly name: string;
  /** Where its pages are for this machine, and where they were at earlier starts: stored links keep such an origin. */
  readonly origins: readonly [now: string, ...earlier: string[]];
  /**
   * The page behind a link of the host.
   * @param path below the host's origin
   * @param root what precedes the paths of the page's own links
   */
  readonly findPage: (path: string, root: string) => { readonly page: HostPage; readonly isFound: boolean };
  readonly trackerUrl: string;
  /** The demo's people who have an account at the tracker, with its token; none where it only reads. */
  readonly writers: readonly DemoWriter[];
  /** Where its wiki is; null where it has none. */
  readonly wikiUrl: string | null;
  /** Origin that the tracker and the wiki had at the last start; null at the first one, or when they are still there. */
  readonly movedFrom: string | null;
  /** Folder of the project's git history; null where there is none. */
  readonly repositoryPath: string | null;
  /** To be added to what the operator allows: this one port of the loopback interface. */
  readonly allowedNetworks: readonly string[];
  readonly allowedPaths: readonly string[];
  stop(): Promise<void>;
}

/** An account at a tracker of the demo. What is written there lasts until the server stops. */
export interface DemoWriter {
  readonly email: string;
  readonly login: string;
  readonly token: string;
}

const DEMO_WRITERS: readonly DemoWriter[] = DEMO_PEOPLE.map(({ name, email }) => {
  const login = name.toLowerCase().replaceAll(" ", "-");
  return { email, login, token: `demo-${login}` };
});

/** What a data folder remembers of a tracker of the demo. */
interface Note {
  readonly port: number;
  /** Those that it had before. */
  readonly earlierPorts?: readonly number[];
  /** Day 0 of a story whose dates depend on when the demo was set up, milliseconds since 1970. */
  readonly start?: number;
}

/** The port that the demo's tracker had last; null in a data folder without a demo. */
export const readDemoPort = (dataDir: string): number | null => readNote(join(dataDir, "demo.json"))?.port ?? null;

/**
 * Starts the tracker of this code where it was at the last start, so that its address in the database stays right; on another
 * port when that one has been taken.
 */
export function startDemoHost(dataDir: string, checkout: string = CHECKOUT): Promise<DemoHost> {
  return startProject({
    projectName: "Clew",
    noteFile: join(dataDir, "demo.json"),
    dataOf: loadDemoData,
    repositoryPath: existsSync(join(checkout, ".git")) ? checkout : null,
  });
}

/**
 * Starts the tracker of the sample project, and makes its repository in the data folder at the first start. Its dates end just before
 * the day on which that was.
 * @param now milliseconds since 1970
 */
export async function startTernHost(dataDir: string, now: number = Date.now()): Promise<DemoHost> {
  const noteFile = join(dataDir, "demo-tern.json");
  const start = readNote(noteFile)?.start ?? ternStart(now);
  const repositoryPath = await soundRepository(join(dataDir, "demo", "tern.git"), ternHistory(start));
  const merges = repositoryPath === null ? undefined : await readMerges(repositoryPath);
  return startProject({
    projectName: "Tern",
    noteFile,
    start,
    dataOf: () => loadTernData(start, merges),
    wiki: loadTernWiki(start),
    repositoryPath,
    writers: DEMO_WRITERS,
  });
}

async function startProject(project: {
  readonly projectName: string;
  readonly noteFile: string;
  readonly start?: number;
  readonly dataOf: () => HostData;
  readonly wiki?: WikiData;
  readonly repositoryPath: string | null;
  readonly writers?: readonly DemoWriter[];
}): Promise<DemoHost> {
  const { projectName, noteFile, start, wiki, repositoryPath, writers = [] } = project;
  const storedNote = readNote(noteFile);
  const before = storedNote?.port ?? null;
  const data = project.dataOf();
  for (const [at, { login, email }] of writers.entries())
    data.users.push({ id: FIRST_WRITER_ID + at, login, name: DEMO_PEOPLE[at]?.name ?? login, email });
  const host = await startAt(before ?? 0, data, writers, wiki);
  const port = Number(new URL(host.url).port);
  const earlierPorts = [...new Set([before ?? port, ...(storedNote?.earlierPorts ?? [])])].filter(
    (earlierPort) => earlierPort !== port,
  );
  const note: Note = { port, ...(earlierPorts.length > 0 && { earlierPorts }), ...(start !== undefined && { start }) };
  mkdirSync(dirname(noteFile), { recursive: true, mode: 0o700 });
  writeFileSync(noteFile, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  const { owner, name } = data.repository;
  return {
    projectName,
    name: projectName.toLowerCase(),
    origins: [host.url, ...earlierPorts.map(originAt)],
    findPage: (path, root) => {
      const page = (wiki && wikiPage(wiki, path, root)) ?? repositoryPage(data, path, root);
      return page ? { page, isFound: true } : { page: missingPage(data, root), isFound: false };
    },
    trackerUrl: `${host.url}/${owner}/${name}`,
    writers,
    wikiUrl: wiki ? `${host.url}/wiki/spaces/${wiki.space.key}` : null,
    movedFrom: before === null || before === port ? null : originAt(before),
    repositoryPath,
    allowedNetworks: [`127.0.0.1:${port}`],
    allowedPaths: repositoryPath === null ? [] : [repositoryPath, ...(await partsOf(repositoryPath))],
    stop: () => host.stop(),
  };
}

/** Larger than the ids of the sample's own people. */
const FIRST_WRITER_ID = 900_001;

const originAt = (port: number): string => `http://127.0.0.1:${port}`;

/** A checkout may be a linked work tree, or share the objects of another clone: what our own checkout names is allowed as well. */
async function partsOf(repository: string): Promise<readonly string[]> {
  const localRepository = await findLocalRepository(repository, null).catch(() => null);
  return localRepository ? [localRepository.gitDir, localRepository.commonDir, ...localRepository.objectFolders] : [];
}

async function startAt(
  port: number,
  data: HostData,
  writers: readonly DemoWriter[],
  wiki?: WikiData,
): Promise<GithubHost> {
  const accounts = Object.fromEntries(writers.map(({ token, login }) => [token, { login, role: "write" as const }]));
  const options = {
    data,
    accounts,
    ...(wiki && { handleOther: (path: string, query: URLSearchParams) => wikiCall(wiki, path, query) }),
  };
  try {
    return await startGithubHost({ ...options, port });
  } catch (error) {
    if (port === 0) throw error;
    return startGithubHost(options);
  }
}

function wikiCall(
  wiki: WikiData,
  path: string,
  query: URLSearchParams,
): { readonly page: HostPage } | Answer | undefined {
  const page = wikiPage(wiki, path);
  return page === undefined ? wikiAnswer(wiki, path, query) : { page };
}

/** The sample's repository, rebuilt from the stream when git finds it damaged: the same stream gives the same commits. */
async function soundRepository(folder: string, history: string): Promise<string | null> {
  if (existsSync(folder)) {
    const { code } = await runGit(["-C", folder, "fsck", "--no-dangling", "--no-progress"]);
    if (code !== 0) rmSync(folder, { recursive: true, force: true });
  }
  return makeRepository(folder, history);
}

/** A bare repository out of a fast-export stream, whole or not at all. @returns the folder, or null where git is missing or refuses */
async function makeRepository(folder: string, history: string): Promise<string | null> {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    const init = await runGit(["init", "--quiet", "--bare", "--initial-branch=main", unfinished]);
    const filled = await runGit(["-C", unfinished, "fast-import", "--quiet"], { input: history });
    if (init.code !== 0 || filled.code !== 0) throw new Error(init.stderr + filled.stderr);
    renameSync(unfinished, folder);
    return folder;
  } catch {
    // The demo continues with the tracker alone, and the start reports that there is no repository.
    rmSync(unfinished, { recursive: true, force: true });
    return null;
  }
}

function readNote(file: string): Note | null {
  try {
    const note: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof note !== "object" || note === null || !("port" in note) || typeof note.port !== "number") return null;
    const start = "start" in note && typeof note.start === "number" ? note.start : undefined;
    const earlierPorts = "earlierPorts" in note && Array.isArray(note.earlierPorts) ? note.earlierPorts : [];
    return {
      port: note.port,
      earlierPorts: earlierPorts.filter((port): port is number => Number.isInteger(port)),
      ...(start !== undefined && { start }),
    };
  } catch {
    return null; // missing, or written by a hand: then it is as at the first start
  }
}
