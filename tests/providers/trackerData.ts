import type { HostData, HostIssue } from "../../server/demo/hosts/hostData.ts";

const at = (minutes: number): string =>
  new Date(Date.UTC(2025, 0, 1) + minutes * 60_000).toISOString().replace(".000Z", "Z");

/** `count` issues (every tenth a pull request), each changed a minute after the one before, with a comment on every third. */
export function trackerData(count: number): HostData {
  return {
    repository: {
      id: 4711,
      owner: "acme",
      name: "rocket",
      description: null,
      language: "TypeScript",
      isPrivate: false,
      defaultBranch: "main",
      createdAt: at(0),
      updatedAt: at(count),
      pushedAt: at(count),
    },
    users: ["ada", "grace", "linus"].map((login, index) => ({ id: index + 1, login, name: null, email: null })),
    labels: [
      { name: "bug", color: "d73a4a", description: null },
      { name: "UI: forms", color: "0e8a16", description: "" },
    ],
    issues: Array.from({ length: count }, (_, index) => trackerIssue(index + 1)),
  };
}

export function trackerIssue(number: number, changes: Partial<HostIssue> = {}): HostIssue {
  const isClosed = number % 4 === 0;
  return {
    number,
    title: `Issue ${number}`,
    body: number % 5 === 0 ? null : `What happens in ${number} 😀`,
    author: number % 11 === 0 ? null : (["ada", "grace", "linus"][number % 3] ?? null),
    assignees: number % 2 === 0 ? ["grace"] : [],
    labels: number % 3 === 0 ? ["bug"] : number % 7 === 0 ? ["bug", "UI: forms"] : [],
    state: isClosed ? "closed" : "open",
    createdAt: at(number),
    updatedAt: at(number),
    closedAt: isClosed ? at(number) : null,
    ...(number % 10 === 0 && { isPullRequest: true }),
    comments:
      number % 3 === 0
        ? [
            {
              id: number * 100,
              author: "ada",
              body: `Comment on ${number}`,
              createdAt: at(number),
              updatedAt: at(number),
            },
          ]
        : [],
    ...changes,
  };
}
