import { spawn } from "node:child_process";

/** The program that opens an address in the user's browser, and its arguments. */
export function openerOf(platform: NodeJS.Platform, url: string): readonly [string, readonly string[]] {
  if (platform === "darwin") return ["open", [url]];
  if (platform === "win32") return ["rundll32", ["url.dll,FileProtocolHandler", url]];
  return ["xdg-open", [url]];
}

/**
 * Opens an address in the browser of this machine.
 * @returns false where no browser could be started; the server does not depend on it
 */
export function openBrowser(url: string): Promise<boolean> {
  const [command, args] = openerOf(process.platform, url);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
    child.unref();
  });
}
