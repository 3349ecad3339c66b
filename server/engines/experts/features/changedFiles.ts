import { DAY_SECONDS } from "../../../../contract/durations.ts";
import { EXPERT_CONSTANTS } from "../expertConstants.ts";
import { halved } from "../../ranking/halved.ts";
import { type ExpertFeature, PEOPLE_SOURCE } from "../ExpertFeature.ts";

export const files = {
  id: "files",
  weight: 1.2,
  roleWeights: { fixer: 0.4, reviewer: 0.15 },
  about: "changes to the files in question, halved every 180 days",
  source: PEOPLE_SOURCE,
  reason: "files",
  authored: ({ decay, inFiles }) => decay * inFiles,
} as const satisfies ExpertFeature;

export const folders = {
  id: "folders",
  weight: 0.15,
  roleWeights: { fixer: 0.1, reviewer: 0.3 },
  about: "changes to other files of their folders",
  source: PEOPLE_SOURCE,
  reason: "folders",
  authored: ({ decay, inFolders }) => decay * inFolders,
} as const satisfies ExpertFeature;

/** In an explanation the part of commits that changed none of the files is under `folders`. */
export const files30d = {
  id: "files30d",
  weight: 0.45,
  about: "changes to the files and folders in question, halved every 30 days",
  source: PEOPLE_SOURCE,
  reason: "files",
  authored: ({ ageSeconds, inFiles, inFolders }) =>
    halved(ageSeconds, 30 * DAY_SECONDS) * (inFiles + EXPERT_CONSTANTS.folderChange.value * inFolders),
} as const satisfies ExpertFeature;
