import type { DemoRelease } from "../hosts/hostData.ts";
import { storyTime } from "./storyFile.ts";

/** Each with the time of its publication in the story. */
const RELEASES: readonly (readonly [tag: string, at: string, name: string, author: string])[] = [
  ["v0.1.0", "34 09:00", "First couriers", "mira-solak"],
  ["v0.1.1", "45 08:30", "A wrong code does not restart the server", "tomas-brandt"],
  ["v0.2.0", "82 10:00", "Whole cents", "mira-solak"],
  ["v0.2.1", "101 16:00", "Deliveries survive a restart", "tomas-brandt"],
  ["v0.3.0-rc.1", "150 11:00", "Time windows, to be tried", "mira-solak"],
  ["v0.3.0", "170 09:00", "Time windows", "mira-solak"],
  ["v0.3.1", "199 15:00", "Windows in the zone of the depot", "tomas-brandt"],
  ["v0.3.2", "211 14:00", "A refused event does not block the queue", "priya-raman"],
  ["v0.4.0", "248 10:00", "Breaks", "mira-solak"],
  ["v0.4.1", "272 09:30", "Addresses with İ and ß", "tomas-brandt"],
  ["v0.4.2", "298 13:00", "Stops in turn at the same distance", "mira-solak"],
  ["v0.4.3", "314 09:00", "A second try keeps its status", "priya-raman"],
  ["v0.4.4", "337 14:00", "The night run ends", "kemal-aydin"],
  ["v1.0.0", "350 10:00", "Tern 1.0", "mira-solak"],
  ["v1.0.1", "381 09:00", "Buckets of couriers who are gone are dropped", "tomas-brandt"],
  ["v1.0.2", "391 11:00", "Photos of the doorstep", "mira-solak"],
  ["v1.0.3", "412 10:00", "An address is asked for again", "tomas-brandt"],
];

/** What the sample project has published. @param start day 0 of its story, in milliseconds since 1970 */
export const ternReleases = (start: number): DemoRelease[] =>
  RELEASES.map(([tag, at, name, author], index) => ({
    id: 9001 + index,
    tag,
    name,
    body: null,
    author,
    isPrerelease: tag.includes("-"),
    createdAt: storyTime(at, start),
    publishedAt: storyTime(at, start),
  }));
