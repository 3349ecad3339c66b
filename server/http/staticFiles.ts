/** The built web app: its files, and index.html for every path that is a screen. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { handleNotFound } from "./errorHandler.ts";

/** Files under here have their content's hash in their name and never change. */
const HASHED = "/assets/";
/** `/oauth/authorize` is a screen, and the other addresses of OAuth are calls. */
const SERVICES = /^\/(?:api|ws|mcp|demo-hosts|oauth\/(?:token|register|revoke))(?:\/|$)/;
/** A last segment with an extension is a request for a file, not for a screen. */
const FILE = /\.[a-z0-9]{1,8}$/i;
/** The code page is the exception: the path of a file of a repository is a part of its address. */
const CODE_PAGE = /^\/projects\/[^/]+\/code\//;

/** What the pages may load: this server's own files, and pictures of people from their hosts. */
export function contentSecurityPolicy(distDir: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineHashes(distDir)].join(" "),
    "script-src-attr 'none'",
    "style-src 'self'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Names the built app: its page names the files of which it consists by their content. Undefined while there is none. */
export function appVersion(distDir: string): string | undefined {
  const page = join(distDir, "index.html");
  if (!existsSync(page)) return undefined;
  return createHash("sha256").update(readFileSync(page)).digest("hex").slice(0, 12);
}

/** Inline scripts of the page are allowed by their hash (Content Security Policy); any other inline script is refused. */
function inlineHashes(distDir: string): string[] {
  const page = join(distDir, "index.html");
  if (!existsSync(page)) return [];
  const scripts = [...readFileSync(page, "utf8").matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return scripts.map(
    ([, text]) =>
      `'sha256-${createHash("sha256")
        .update(text ?? "")
        .digest("base64")}'`,
  );
}

/** Serves the app from `distDir`; while that does not exist, answers with how to build it. */
export async function mountWebApp(app: FastifyInstance, distDir: string): Promise<void> {
  const isBuilt = existsSync(join(distDir, "index.html"));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: distDir,
      preCompressed: true,
      cacheControl: false,
      index: false,
      setHeaders: (reply: FastifyReply, path: string) => {
        const isHashed = path.slice(distDir.length).replaceAll("\\", "/").startsWith(HASHED);
        void reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
    app.get("/", (_request, reply) => reply.sendFile("index.html"));
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.replace(/[?#].*$/, "");
    const isScreen =
      (request.method === "GET" || request.method === "HEAD") &&
      !SERVICES.test(path) &&
      (!FILE.test(path) || CODE_PAGE.test(path));
    if (!isScreen || path.startsWith(HASHED)) return handleNotFound(request, reply);
    if (isBuilt) return reply.sendFile("index.html");
    return reply.code(503).type("text/plain; charset=utf-8").send("The web app has not been built: npm run build\n");
  });
}
