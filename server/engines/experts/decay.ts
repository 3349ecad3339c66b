import { DAY_SECONDS } from "../../../contract/durations.ts";
import { halved } from "../ranking/halved.ts";
import { EXPERT_CONSTANTS } from "./expertConstants.ts";

const HALF_LIFE_SECONDS = EXPERT_CONSTANTS.halfLifeDays.value * DAY_SECONDS;

/** The age in seconds from which a contribution has almost no weight. */
export const MAX_AGE_SECONDS = EXPERT_CONSTANTS.maxAgeHalfLives.value * HALF_LIFE_SECONDS;

/** The factor of the age of a contribution in every value and map of the experts. */
export const decayOf = (ageSeconds: number): number => halved(ageSeconds, HALF_LIFE_SECONDS);
