/** Line breaks and other control characters as spaces: in a log, a header or a subject they would begin something new. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
