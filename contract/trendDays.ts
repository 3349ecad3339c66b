/** Days of each of the two periods that the trend of a person's area compares. */
export const TREND_DAYS = 90;
