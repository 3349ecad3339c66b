import { RESULT_KINDS } from "../../contract/constants.ts";

/** Whether a text, such as one from an address, is a kind of search results. */
export const isResultKind = (value: string): value is (typeof RESULT_KINDS)[number] =>
  (RESULT_KINDS as readonly string[]).includes(value);
