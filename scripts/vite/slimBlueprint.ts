import type { Plugin } from "postcss";

/** Families whose component is used only with our own styles (src/components/shell/CommandPalette.tsx). */
export const OWN_LOOKS: readonly string[] = ["omnibar"];

/**
 * Families of Blueprint that no screen uses, by the prefix of their classes: their rules are left out. Remove a name from this list before
 * using one; tests/scripts/slimBlueprint.test.ts fails if a component is imported whose rules are left out.
 */
export const UNUSED = [
  "alert",
  "breadcrumb",
  "card-list",
  "compound-tag",
  "context-menu",
  "control-card",
  "dialog-step",
  "editable-text",
  "entity-title",
  "file-input",
  "file-upload-input",
  "hotkey",
  "key-combo",
  "multi-select",
  "multistep-dialog",
  "navbar",
  "non-ideal-state",
  "numeric-input",
  "omnibar",
  "panel-stack",
  "section",
  "slider",
  "submenu",
  "tag-input",
  "timezone-picker",
  "toast",
  "tooltip",
  "tree",
] as const;

const FORCED_DARK = "(forced-colors: active) and (prefers-color-scheme: dark)";

/**
 * Makes Blueprint's stylesheet smaller (57 to 29 kB gzip before minification) and themeable: drops the icon font, the second dark selector and unused
 * components, and points literal colours at the palette's custom properties, so that overriding those recolours every component. Its rules
 * for forced colours are for dark schemes alone; Windows has light ones too.
 */
export function slimBlueprint(): Plugin {
  const iconFont = /^\.bp6-icon-(?!standard|large)[a-z0-9-]+::?before$/;
  const dead = new RegExp(`\\.bp6-(?:${UNUSED.join("|")})(?![a-z])`);
  const isDropped = (selector: string): boolean =>
    iconFont.test(selector.trim()) ||
    selector.includes("[data-bp-color-scheme=dark]") ||
    dead.test(selector.replace(/:not\([^)]*\)/g, "")); // `:not(.bp6-tree)` speaks of everything else
  return {
    postcssPlugin: "clew-slim-blueprint",
    OnceExit(root, { result }) {
      if (!result.opts.from?.includes("@blueprintjs")) return;
      root.walkAtRules("font-face", (rule) => void rule.remove());
      root.walkRules((rule) => {
        const { parent } = rule;
        if (parent?.type === "atrule" && "name" in parent && String(parent.name).endsWith("keyframes")) return;
        const remaining = rule.selectors.filter((selector) => !isDropped(selector));
        if (remaining.length === 0) rule.remove();
        else if (remaining.length < rule.selectors.length) rule.selectors = remaining;
      });
      root.walkAtRules("media", (rule) => {
        if (rule.params !== FORCED_DARK) return;
        // The dark tick is for the bright highlight of a dark scheme.
        const ticks = rule.nodes?.filter((node) => String(node).includes("url(")) ?? [];
        if (ticks.length > 0) {
          const dark = rule.clone({ nodes: [] });
          rule.before(dark);
          dark.append(ticks);
        }
        rule.params = "(forced-colors: active)";
      });
      const palette = new Map<string, string>();
      root.walkDecls(/^--bp-palette-/, (declaration) => {
        palette.set(declaration.value.toLowerCase(), declaration.prop);
      });
      root.walkDecls((declaration) => {
        if (declaration.prop.startsWith("--bp")) return;
        declaration.value = declaration.value.replace(/#[0-9a-f]{6}\b/gi, (hex) => {
          const token = palette.get(hex.toLowerCase());
          return token ? `var(${token})` : hex;
        });
      });
    },
  };
}
