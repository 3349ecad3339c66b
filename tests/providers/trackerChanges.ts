import type { HostData, HostIssue } from "../../server/demo/hosts/hostData.ts";
import { trackerIssue } from "./trackerData.ts";

/** Changes the issues of a simulated tracker, as its users do. */
export function trackerChanges(data: HostData) {
  let lastTimeMs = 0;
  let lastCommentId = 0;
  /** The time of the next change: later than each before it, to the second as hosts have it. */
  const nextTime = (): string => {
    lastTimeMs = Math.max(lastTimeMs + 1000, Math.floor(Date.now() / 1000) * 1000);
    return new Date(lastTimeMs).toISOString().replace(".000Z", "Z");
  };
  const issue = (number: number): HostIssue => {
    const match = data.issues.find((candidate) => candidate.number === number);
    if (!match) throw new Error(`There is no issue ${number}.`);
    return match;
  };
  return {
    nextTime,
    issue,
    change: (number: number, changes: Partial<HostIssue>): void => {
      Object.assign(issue(number), { updatedAt: nextTime() }, changes);
    },
    openIssue: (number: number, changes: Partial<HostIssue> = {}): void => {
      const time = nextTime();
      const times = { createdAt: time, updatedAt: time, closedAt: null };
      data.issues.push(
        trackerIssue(number, { ...times, state: "open", comments: [], assignees: [], labels: [], ...changes }),
      );
    },
    /** @returns the id of the comment */
    addComment: (number: number, author: string, body: string): number => {
      const time = nextTime();
      // The host also adds comments, and an id of a removed issue is not used again.
      const ids = data.issues.flatMap(({ comments }) => comments.map(({ id }) => id));
      lastCommentId = Math.max(lastCommentId, ...ids) + 1;
      issue(number).comments.push({ id: lastCommentId, author, body, createdAt: time, updatedAt: time });
      issue(number).updatedAt = time;
      return lastCommentId;
    },
    closeIssue: (number: number): void => {
      const time = nextTime();
      Object.assign(issue(number), { state: "closed", updatedAt: time, closedAt: time, closedBy: "ada" });
    },
  };
}
