/** An S3-compatible server from npm, on the loopback interface with its own folder. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

export const S3_KEYS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" } as const;

interface Store {
  getMiddleware(): (request: object, response: object) => void;
  configureBuckets(): Promise<unknown>;
}
/** The package has no types. */
const S3rver = createRequire(import.meta.url)("s3rver") as new (options: object) => Store;

interface Seen {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Answers in the store's place. `answer` is the store's own way, for what changes only a part of it. */
export type S3Fault = (request: IncomingMessage, response: ServerResponse, answer: () => void) => void;

export async function startS3(buckets: readonly string[]) {
  const directory = mkdtempSync(join(tmpdir(), "clew-s3-"));
  const store = new S3rver({ directory, silent: true, configureBuckets: buckets.map((name) => ({ name })) });
  await store.configureBuckets();
  const answer = store.getMiddleware();
  const seen: Seen[] = [];
  const own = {
    forbid: false,
    /** Each answers one request. */
    faults: [] as S3Fault[],
    /** Answers every request that no other one answers. */
    outage: undefined as S3Fault | undefined,
  };
  const server = createServer((request, response) => {
    seen.push({ method: request.method ?? "", headers: request.headers });
    if (own.forbid) {
      request.resume();
      response.writeHead(403, { "content-type": "application/xml" });
      response.end(request.method === "HEAD" ? "" : "<Error><Code>AccessDenied</Code><Message>No.</Message></Error>");
      return;
    }
    const fault = own.faults.shift() ?? own.outage;
    if (fault) fault(request, response, () => answer(request, response));
    else answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    credentials: S3_KEYS,
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  return Object.assign(own, {
    port,
    overwrite: async (Bucket: string, Key: string, Body: string): Promise<void> => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    /** What was asked while `work` ran. */
    requestsOf: async (work: () => Promise<unknown>): Promise<Seen[]> => {
      seen.length = 0;
      await work();
      return [...seen];
    },
    stop: async (): Promise<void> => {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  });
}
