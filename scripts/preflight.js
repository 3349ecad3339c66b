// Plain JavaScript, because an old Node must be able to run it and print what is missing.
// npm puts node_modules/.bin, which holds the node-* package of this platform, first on the PATH; without one (macOS) the machine's own Node runs.
const needed = 24;
const [major] = process.versions.node.split(".").map(Number);
if (major < needed) {
  console.error(
    [
      `Clew needs Node ${needed} and this is Node ${process.versions.node}.`,
      "On Linux and Windows, `npm ci` brings it along; if you ran `npm ci --omit=optional`, run it again without that option.",
      `On macOS and other systems there is no such package: install Node ${needed} or newer and try again.`,
    ].join("\n"),
  );
  process.exit(1);
}
