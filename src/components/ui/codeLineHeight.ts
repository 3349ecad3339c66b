import type { CSSProperties } from "react";

/** Height of a line of code, in pixels. */
export const LINE_HEIGHT = 20;

/** Style of an element around code: its rules use the same height as `--line-code`. */
export const codeLineStyle = { "--line-code": `${LINE_HEIGHT}px` } as CSSProperties;
