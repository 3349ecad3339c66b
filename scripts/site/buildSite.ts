// `npm run docs`: writes the documentation site into dist-docs, for any web server and any path.
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { renderSite } from "./renderSite.ts";

const root = join(import.meta.dirname, "../..");
const assets = join(import.meta.dirname, "assets");

/**
 * Writes the site into an empty folder.
 * @returns what was written
 * @throws Error for links that lead to nothing
 */
export async function buildSite(folder: string): Promise<{ pages: number; bytes: number }> {
  const { texts, copies, broken, index } = renderSite(root);
  if (broken.length > 0) throw new Error(`Links that lead to nothing:\n${broken.join("\n")}`);
  rmSync(folder, { recursive: true, force: true });
  let bytes = 0;
  const place = (path: string): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  const write = (path: string, text: string): void => {
    writeFileSync(place(path), text);
    bytes += Buffer.byteLength(text);
  };
  const copy = (path: string, from: string): void => {
    copyFileSync(from, place(path));
    bytes += statSync(from).size;
  };
  for (const [path, text] of texts) write(path, text);
  for (const [path, from] of copies) copy(path, from);
  write("assets/search.js", `window.clewSearch=${JSON.stringify(index)};\n`);
  for (const name of ["site", "theme"]) write(`assets/${name}.js`, await bundleScript(join(assets, `${name}.ts`)));
  write("assets/site.css", readFileSync(join(assets, "site.css"), "utf8"));
  copy("assets/favicon.svg", join(root, "public/favicon.svg"));
  const fonts = join(root, "node_modules/@fontsource-variable");
  copy("assets/inter.woff2", join(fonts, "inter/files/inter-latin-wght-normal.woff2"));
  copy("assets/mono.woff2", join(fonts, "jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2"));
  return { pages: texts.size, bytes };
}

async function bundleScript(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: "browser" });
  try {
    const { output } = await bundle.generate({ format: "iife", minify: true });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}

if (import.meta.main) {
  const folder = join(root, "dist-docs");
  const { pages, bytes } = await buildSite(folder);
  console.log(`${pages} pages, ${(bytes / 1_000_000).toFixed(1)} MB: ${folder}`);
}
