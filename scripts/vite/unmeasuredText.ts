import type { Plugin } from "vite";

/** Blueprint's text of a button, a tag or an item of a menu, without state. */
const TEXT = `import { createElement, forwardRef } from "react";
export const Text = forwardRef(function Text({ tagName = "div", ellipsize = false, className, ...rest }, ref) {
  const names = [ellipsize && "bp6-text-overflow-ellipsis", className].filter(Boolean).join(" ");
  return createElement(tagName, { ...rest, ref, className: names || undefined });
});
Text.displayName = "Blueprint6.Text";`;

/**
 * Replaces Blueprint's `Text`, which measures itself after each render and renders a second time: a page with fifty tags is laid out while React
 * still changes it. It does so for the tooltip of a truncated text, which `titleTruncatedText` adds on hover.
 */
export const unmeasuredText = (): Plugin => ({
  name: "clew-unmeasured-text",
  enforce: "pre",
  load: (id) => (id.endsWith("@blueprintjs/core/lib/esm/components/text/text.js") ? TEXT : null),
});
