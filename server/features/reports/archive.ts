import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { ReportContent } from "./reportContent.ts";

/** Bytes of the JSON of a report; only `makeReport` writes it, and its parts are bounded. */
const MAX_BYTES = 32 << 20;

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

/** A report as it is stored. */
export const packContent = (content: ReportContent): Promise<Uint8Array> => packed(JSON.stringify(content));

/** @throws Error when the bytes are not those of a report */
export const unpackContent = async (bytes: Uint8Array): Promise<ReportContent> =>
  JSON.parse((await unpacked(bytes, { maxOutputLength: MAX_BYTES })).toString("utf8")) as ReportContent;
