import type { HostData } from "../../server/demo/hosts/hostData.ts";

const AT = "2026-03-02T09:00:00Z";

/** The tracker of the data folder: an open issue with a comment, and a closed one. */
export const TRACKER: HostData = {
  repository: {
    id: 1,
    owner: "ariadne",
    name: "loom",
    description: null,
    language: "TypeScript",
    isPrivate: false,
    defaultBranch: "main",
    createdAt: AT,
    updatedAt: AT,
    pushedAt: AT,
  },
  users: [{ id: 1, login: "grace", name: "Grace Hopper", email: "grace@example.org" }],
  labels: [{ name: "bug", color: "cc0000", description: null }],
  issues: [
    {
      number: 1,
      title: "The shuttle loses the weft",
      body: "throwShuttle trims the weft, so the selvage frays.",
      author: "grace",
      assignees: ["grace"],
      labels: ["bug"],
      state: "open",
      createdAt: AT,
      updatedAt: AT,
      closedAt: null,
      comments: [{ id: 11, author: "grace", body: "Seen with linen only.", createdAt: AT, updatedAt: AT }],
    },
    {
      number: 2,
      title: "Heddles stick in damp weather",
      body: null,
      author: "grace",
      assignees: [],
      labels: [],
      state: "closed",
      stateReason: "completed",
      createdAt: AT,
      updatedAt: AT,
      closedAt: AT,
      comments: [],
    },
  ],
};
