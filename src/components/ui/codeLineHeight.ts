/** Height of a line of code, in pixels; the CSS of the viewers has the same. */
export const LINE_HEIGHT = 20;
