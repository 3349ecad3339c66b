import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = [
  "chromium",
  "chromium-browser",
  "chromium-headless-shell",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge",
];

/** Locations of browsers that are not on the PATH. */
const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

const isRunnable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The path of a Chromium to test with: `CHROMIUM_PATH` if it is set, else the first on the PATH, else one in its usual place, else the
 * one that Playwright has downloaded. `undefined` if there is none; throws if `CHROMIUM_PATH` is not executable.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const configured = env["CHROMIUM_PATH"];
  if (configured) {
    if (!isRunnable(configured)) throw new Error(`CHROMIUM_PATH names something that cannot be run: ${configured}`);
    return configured;
  }
  const onPath = (env["PATH"] ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...(PLACES[process.platform] ?? []), chromium.executablePath()].find(
    (path) => path && isRunnable(path),
  );
}

/** What Playwright turns off: a second `--disable-features` replaces its own. */
const OFF_IN_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];
/** Pages of the address bar, which each new window of a whole Chromium loads although nothing shows it: a second of processor time. */
const OFF_HERE = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** Arguments for a quiet headless Chromium with reproducible screenshots. */
export const chromiumArgs: readonly string[] = [
  // Chromium refuses to sandbox as root, and most containers run as root.
  ...(process.getuid?.() === 0 || process.env["CI"] ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--hide-scrollbars",
  "--font-render-hinting=none",
  "--force-color-profile=srgb",
  "--disable-lcd-text",
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...OFF_HERE].join(",")}`,
];
