import { z } from "zod";

/** Years 1 to 9999: what both databases can hold and every program can read. */
const FROM = Date.parse("0001-01-01T00:00:00Z");
const TO = Date.parse("9999-12-31T23:59:59Z");

/** A time as hosts write it. Anything else is no answer of theirs: a wrong one would stop a sync where its rows are stored. */
export const HostTime = z
  .string()
  .max(64)
  .refine((text) => {
    const time = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
    return time >= FROM && time <= TO;
  }, "No time");

const MAX_URL_LENGTH = 2000;

/** An address for people. Only http and https enter: a link of another scheme would run on the page that shows it. Others become null. */
export const HostUrl = z
  .string()
  .nullish()
  .transform((text) => {
    const isSafe = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text ?? "") && URL.canParse(text ?? "");
    return text && isSafe && text.length <= MAX_URL_LENGTH ? text : null;
  });

/** A number of an issue or a request, as the database holds it. */
export const HostNumber = z.int32();
