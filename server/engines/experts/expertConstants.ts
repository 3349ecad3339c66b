import type { RankingConstant } from "../ranking/Feature.ts";

const CHOSEN = "chosen, not measured alone";

/** Numbers that the ranking of people depends on and that are no feature's weight. */
export const EXPERT_CONSTANTS = {
  fileRankExponent: {
    value: 4,
    about: "exponent of a likely file's share of the best score: how much of an issue's question the file is",
    source: CHOSEN,
  },
  parentFolder: { value: 0.3, about: "share of a file's weight that the parent of its folder gets", source: CHOSEN },
  folderChange: {
    value: 0.5,
    about: "share of a change in a folder in question, compared with one in the files themselves",
    source: CHOSEN,
  },
  coAuthor: { value: 0.7, about: "share of a commit's amount for its co-authors", source: CHOSEN },
  review: { value: 1, about: "share of a commit's amount for its reviewers", source: CHOSEN },
  merge: { value: 0.7, about: "share of a commit's amount for who merged it", source: CHOSEN },
  minRoleShare: { value: 0.4, about: "share of the first person's points that a role requires", source: CHOSEN },
  likenessExponent: {
    value: 2,
    about: "exponent of an issue's share of the best similar issue's score",
    source: CHOSEN,
  },
  fixed: { value: 1, about: "share of a similar issue for who fixed it", source: CHOSEN },
  assigned: { value: 0.7, about: "share of a similar issue for its assignee", source: CHOSEN },
  commented: { value: 0.3, about: "share of a similar issue for who commented on it", source: CHOSEN },
  quietWeeks: {
    value: 13,
    about: "active weeks of the project without the person after which points fall",
    source: CHOSEN,
  },
  goneWeeks: {
    value: 30,
    about: "such weeks after which the person has probably left; at twice of them points are lowest",
    source: CHOSEN,
  },
  minActivityFactor: { value: 0.2, about: "lowest factor on the points of an inactive person", source: CHOSEN },
} as const satisfies Readonly<Record<string, RankingConstant>>;
