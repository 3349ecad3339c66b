import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Histogram } from "./Histogram.ts";
import { createRandom } from "../../server/engines/ranking/createRandom.ts";
import { wordsOf, type Visitor } from "./seedLoadData.ts";

export interface UserRun {
  readonly url: string;
  readonly slug: string;
  readonly issues: readonly string[];
  /** Milliseconds between two screens of one person, on average. */
  readonly think: number;
  readonly histogram: Histogram;
  readonly signal: AbortSignal;
}

/** The actions of users with their weights; a screen sends all its requests at the same time, as the app does. */
const SCREENS: readonly (readonly [
  weight: number,
  name: string,
  calls: (issue: string, words: string) => readonly Call[],
])[] = [
  [
    14,
    "home",
    () => [
      ["me", "users/me"],
      ["dashboard", "users/dashboard"],
    ],
  ],
  [24, "search", (_, words) => [["search", `projects/{slug}/search?q=${encodeURIComponent(words)}`]]],
  [6, "search all", (_, words) => [["search all", `search?q=${encodeURIComponent(words)}`]]],
  [16, "issues", () => [["issues", "projects/{slug}/issues?state=open&limit=50"]]],
  [
    6,
    "project",
    () => [
      ["project", "projects/{slug}"],
      ["people", "projects/{slug}/users"],
    ],
  ],
  [
    18,
    "issue",
    (issue) => [
      ["issue", `projects/{slug}/issues/${issue}`],
      ["analysis", `projects/{slug}/issues/${issue}/analysis`],
      ["localize", `projects/{slug}/issues/${issue}/localization`],
      ["similar", `projects/{slug}/issues/${issue}/similar`],
      ["experts", `projects/{slug}/issues/${issue}/experts`],
    ],
  ],
  [
    6,
    "documents",
    () => [
      ["documents", "projects/{slug}/documents"],
      ["map", "projects/{slug}/experts/map"],
    ],
  ],
  [
    6,
    "insights",
    () => [
      ["insights", "insights?project={slug}&period=1y&granularity=monthly"],
      ["insight views", "insights/views?project={slug}&period=1y&granularity=monthly"],
    ],
  ],
];
type Call = readonly [name: string, path: string];
const ALL = SCREENS.reduce((sum, [weight]) => sum + weight, 0);

/** Simulates one user until the signal aborts. */
export async function runUser(visitor: Visitor, seed: number, visit: UserRun): Promise<void> {
  const random = createRandom(seed);
  const { think, signal, issues } = visit;
  try {
    // Users start at different moments.
    await sleep(random() * think, undefined, { signal });
    while (!signal.aborted) {
      let turn = random() * ALL;
      const screen = SCREENS.find(([weight]) => (turn -= weight) < 0) ?? SCREENS[0];
      const issue = issues[Math.floor(random() * issues.length)] ?? "none";
      const calls = screen?.[2](issue, wordsOf(random, 1 + Math.floor(random() * 3))) ?? [];
      await Promise.all(calls.map((call) => sendCall(visitor, call, visit)));
      await sleep(-Math.log(1 - random()) * think, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** One call, measured to the last byte of its response. */
export async function sendCall(visitor: Visitor, [name, path]: Call, visit: UserRun): Promise<void> {
  const { url, slug, histogram, signal } = visit;
  const startedAt = performance.now();
  try {
    const response = await fetch(`${url}/api/v1/${path.replace("{slug}", slug)}`, {
      headers: { authorization: `Token ${visitor.token}` },
      signal,
    });
    await response.arrayBuffer();
    if (response.ok) histogram.add(name, performance.now() - startedAt);
    else histogram.fail(name, String(response.status));
  } catch (error) {
    if (!signal.aborted) histogram.fail(name, error instanceof Error ? `${error.name} ${error.message}` : "unknown");
  }
}

/** A socket like that of an open tab. Counts its messages. */
export function keepSocket(visitor: Visitor, url: string, received: { messages: number; lost: number }): WebSocket {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/notifications/?token=${visitor.token}`);
  socket.on("message", () => (received.messages += 1));
  socket.on("error", () => (received.lost += 1));
  return socket;
}
