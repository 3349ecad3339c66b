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
  halfLifeDays: {
    value: 180,
    about: "days after which a contribution counts half, in every value and map of people",
    source: CHOSEN,
  },
  maxAgeHalfLives: {
    value: 10,
    about:
      "half-lives after which a commit is ignored unless it is similar to the question; the age of older ones in the knowledge map",
    source: CHOSEN,
  },
  maxSimilarCommits: { value: 60, about: "commits that are taken as similar to the question, at most", source: CHOSEN },
  similarityExponent: {
    value: 2,
    about: "exponent of a commit's share of the best score of all messages",
    source: CHOSEN,
  },
  folderChange: {
    value: 0.5,
    about: "share of a change in a folder in question, compared with one in the files themselves",
    source: CHOSEN,
  },
  coAuthor: { value: 0.7, about: "share of a commit's amount for its co-authors, in the ranking", source: CHOSEN },
  coAuthorKnowledge: {
    value: 0.5,
    about: "share of a commit's amount for its co-authors, in the knowledge map",
    source: CHOSEN,
  },
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
  reviewWithVerdict: {
    value: 1,
    about: "share of a review at the host that approves or requests changes",
    source: CHOSEN,
  },
  reviewWithComment: { value: 0.5, about: "share of a review at the host that only comments", source: CHOSEN },
  fullWeightFiles: {
    value: 10,
    about: "knowledge map: changed files up to which a commit counts in full for each of them",
    source: CHOSEN,
  },
  minKnownShare: {
    value: 0.1,
    about: "knowledge map: share of the contributions to a file or folder from which a person knows it",
    source: CHOSEN,
  },
  soleHolderShare: {
    value: 0.8,
    about: "knowledge map: share of the contributions from which one person alone knows it",
    source: CHOSEN,
  },
  minSuccessorShare: {
    value: 0.02,
    about: "knowledge map: share of a folder that the next person needs when its last one leaves",
    source: CHOSEN,
  },
  largePartShare: {
    value: 0.12,
    about: "knowledge map: share of the shown files above which a folder is divided",
    source: CHOSEN,
  },
  minAreaShare: {
    value: 0.01,
    about: "share of the contributions to a part of the map that makes it an area of a person",
    source: CHOSEN,
  },
  minWellKnownCommits: {
    value: 3,
    about: "commits to a file from which its changes are notified to a person",
    source: CHOSEN,
  },
  minWellKnownShare: {
    value: 1 / 3,
    about: "share of the commits to a file from which its changes are notified to a person",
    source: CHOSEN,
  },
} as const satisfies Readonly<Record<string, RankingConstant>>;
