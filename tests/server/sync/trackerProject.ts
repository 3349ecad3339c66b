import { expect, vi } from "vitest";
import type { Project } from "../../../contract/projects.ts";

const SYNC_POLLING = { timeout: 60_000, interval: 100 };

/**
 * Creates the project `atlas` over one tracker, waits for its first sync, and allows writing to the tracker.
 * @param call sends a request to the API as an Owner
 */
export async function createTrackerProject(
  call: (method: string, path: string, body?: object) => Promise<{ readonly status: number; readonly body: unknown }>,
  trackerUrl: string,
) {
  const readTracker = async () => ((await call("GET", "projects/atlas/")).body as Project).trackers[0];
  /** When the last sync finished; empty while one runs. */
  const finishedAt = async (): Promise<string> => {
    const sync = (await readTracker())?.sync;
    return sync?.state === "ready" ? (sync.finished_at ?? "") : "";
  };
  const waitForSync = (after = ""): Promise<string> =>
    vi.waitFor(async () => {
      const time = await finishedAt();
      expect([after, ""]).not.toContain(time);
      return time;
    }, SYNC_POLLING);
  const created = await call("POST", "projects/", {
    name: "Atlas",
    repositories: [],
    trackers: [{ provider: "github", url: trackerUrl }],
    wikis: [],
    emails: [],
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  await waitForSync();
  const sourceId = (await readTracker())?.id ?? "";
  const allowed = await call("PUT", `sources/${sourceId}/writing/`, { allowed: true });
  expect(allowed.status, JSON.stringify(allowed.body)).toBeLessThan(300);
  return {
    sourceId,
    /** Syncs the tracker, after a sync that is running. */
    sync: async (): Promise<void> => {
      const before = await waitForSync();
      await call("POST", "projects/atlas/sync/");
      await waitForSync(before);
    },
  };
}
