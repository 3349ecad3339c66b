/** Bytes, as quotas, settings and limits count them. */
export const KILOBYTE = 1024;
export const MEGABYTE = 1024 * KILOBYTE;
