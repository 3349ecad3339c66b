/** Names of clients, for both sides: the list of sessions shows them, and mails name them. Free of zod, so that the web app may import it. */

/** A browser and system by their common names. Empty parts are unknown. */
export interface AgentNames {
  readonly browser: string;
  readonly system: string;
}

/** In this order: most browsers also claim to be those further down. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^clew\//, "clew"],
  [/^curl\//, "curl"],
  [/^node\b|^undici\b/i, "Node.js"],
  [/^python/i, "Python"],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iOS"],
  [/\biPad\b/, "iPadOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const named = (agent: string, names: typeof BROWSERS): string => names.find(([mark]) => mark.test(agent))?.[1] ?? "";

/** Parses a user agent. */
export const describeAgent = (userAgent: string): AgentNames => ({
  browser: named(userAgent, BROWSERS),
  system: named(userAgent, SYSTEMS),
});
