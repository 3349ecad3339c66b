// Plain JavaScript on purpose: this is the one file that an old Node has to be able to read, so that it can be told what is missing.
// npm puts node_modules/.bin first on the PATH, and the node-* package of this platform stands there. Where there is none
// (macOS), the machine's own Node runs the product.
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
