// The stylesheets of the app and of Storybook, in this order: ours after Blueprint's. One import each, because the plugin that removes
// Blueprint's unused rules (scripts/vite/slimBlueprint.ts) identifies a file by its path.
import "@blueprintjs/core/lib/css/blueprint.css";
import "@blueprintjs/select/lib/css/blueprint-select.css";
import "./fonts.css";
import "./colors.css";
import "./tokens.css";
import "./base.css";
import "./print.css";
