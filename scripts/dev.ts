// `npm run dev`: the server, restarted when one of its files changes, and Vite in front of it with hot reloading.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";

const root = dirname(import.meta.dirname);
/** vite.config.ts passes /api, /ws and /mcp on to this address. */
const port = process.env["PORT"] ?? "4000";
const env = { ...process.env, PORT: port, CLEW_SERVER: `http://127.0.0.1:${port}`, NODE_ENV: "development" };

const children = [
  spawn(process.execPath, ["--watch", join(root, "server", "main.ts")], { cwd: root, stdio: "inherit", env }),
  spawn(process.execPath, [join(root, "node_modules", "vite", "bin", "vite.js")], { cwd: root, stdio: "inherit", env }),
];

/** When one of the two ends, or on Ctrl-C, both end. */
const stop = (): void => {
  for (const child of children) child.kill("SIGTERM");
};
for (const child of children) {
  child.on("exit", (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
