import type { Intent } from "@blueprintjs/core";

/** Meaning of a control or message by its colour. */
export type { Intent };

/** Meaning of a text or a bar by its colour. */
export type Tone = Exclude<Intent, "none"> | "muted";
