import { MINUTE_MS, HOUR_MS } from "../../../contract/durations.ts";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandOutput,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { CannotStart, errorMessage } from "../../errors.ts";
import type { Blobs } from "./blobs.ts";
import { hashOf, isHash } from "./hashOf.ts";

/** Endpoint and credentials of an S3-compatible store. Plain data, so that a worker thread can open the store too. */
export interface S3Location {
  /** Undefined: the AWS endpoint of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `https://host/bucket/…` instead of `https://bucket.host/…`. */
  readonly pathStyle: boolean;
  /** The prefix of every key, with the trailing slash, so that installations can share a bucket. */
  readonly prefix: string;
  /** Timeout of an idle connection in milliseconds; only tests set it. */
  readonly timeoutMs?: number;
}

/** An object that was written within this time is not written again to update its time. */
const FRESH_MS = HOUR_MS;
/** Timeout until the response headers, in milliseconds. It allows for an upload of some megabytes over a slow connection. */
const REQUEST_TIMEOUT_MS = MINUTE_MS;
/** Timeout of an idle connection during a response body, in milliseconds. */
const SOCKET_TIMEOUT_MS = 15_000;
/** Attempts to read an object whose body is truncated, and the delay before the second attempt in milliseconds, doubled before the third. */
const READ_TRIES = 3;
const READ_PAUSE_MS = 200;

/** Attempts of the client for each call, with growing delays: connections break, and stores limit requests. */
function clientOf({ endpoint, region, accessKeyId, secretAccessKey, pathStyle, timeoutMs }: S3Location): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 10_000,
      requestTimeout: timeoutMs ?? REQUEST_TIMEOUT_MS,
      // Without this option the client only logs the timeout.
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs ?? SOCKET_TIMEOUT_MS,
    },
    // The SHA-256 that names a blob is sent and checked; many stores do not support a second checksum in a trailer.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

/**
 * Blobs as objects `ab/cdef…`. An object appears whole or not at all; the store checks what arrives against its SHA-256 and MD5, and what
 * is read is checked here.
 */
export class S3Blobs implements Blobs {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(place: S3Location) {
    this.#client = clientOf(place);
    this.#bucket = place.bucket;
    this.#prefix = place.prefix;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const sum = createHash("sha256").update(bytes).digest();
    const hash = sum.toString("hex");
    const object = await this.#head(hash);
    // An older one is written again, so that the collection of unreferenced old blobs treats it as new.
    if (object && Date.now() - object.writtenAt < FRESH_MS) return hash;
    const md5 = createHash("md5").update(bytes).digest();
    const stored = await this.#client.send(
      new PutObjectCommand({
        ...this.#object(hash),
        Body: bytes,
        ContentLength: bytes.length,
        ContentMD5: md5.toString("base64"),
        ChecksumSHA256: sum.toString("base64"),
        ContentType: "application/octet-stream",
      }),
    );
    if (!isSame(stored, md5)) {
      await this.#remove(hash);
      throw new Error(`The store of blobs kept other bytes than it was sent for ${hash}.`);
    }
    return hash;
  }

  async get(hash: string): Promise<Buffer | null> {
    const seen = new Set<string>();
    let failure: unknown;
    // The client tries the request again, but not a body that breaks off or arrives changed; and some stores find an object only a moment
    // after they took it.
    for (let read = 0; read < READ_TRIES; read++) {
      if (read > 0) await sleep(READ_PAUSE_MS * 2 ** (read - 1));
      try {
        const bytes = await this.#read(hash);
        const actualHash = createHash("sha256").update(bytes).digest("hex");
        if (actualHash === hash) return bytes;
        if (seen.has(actualHash)) {
          // The same wrong bytes twice: the stored object is damaged. Delete it, or a later `put` of the correct bytes would skip the write.
          await this.#remove(hash);
          return null;
        }
        seen.add(actualHash);
        failure = new Error(`The store of blobs gave other bytes than those of ${hash}.`);
      } catch (error) {
        if (!isMissing(error) && !isBroken(error)) throw error;
        failure = error;
      }
    }
    if (isMissing(failure)) return null;
    throw failure;
  }

  async has(hash: string): Promise<boolean> {
    if ((await this.#head(hash)) !== null) return true;
    await sleep(READ_PAUSE_MS);
    // The answer to a HEAD has no body that distinguishes a missing object from a missing bucket.
    try {
      await this.#read(hash, "bytes=0-0");
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      // A range of an object without bytes.
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) return true;
      throw error;
    }
  }

  async size(hash: string): Promise<number | null> {
    return (await this.#head(hash))?.bytes ?? null;
  }

  async delete(hash: string, writtenBefore?: number): Promise<void> {
    if (writtenBefore !== undefined) {
      const object = await this.#head(hash);
      if (object === null || object.writtenAt >= writtenBefore) return;
    }
    await this.#remove(hash);
  }

  async *list(): AsyncGenerator<{ hash: string; bytes: number; writtenAt: number }> {
    const all = { Bucket: this.#bucket, Prefix: this.#prefix };
    for (let token: string | undefined; ;) {
      const page = await this.#client.send(
        new ListObjectsV2Command({ ...all, ...(token && { ContinuationToken: token }) }),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        const hash = (Key ?? "").slice(this.#prefix.length).replace("/", "");
        if (isHash(hash)) yield { hash, bytes: Size ?? 0, writtenAt: LastModified?.getTime() ?? 0 };
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
      if (token === undefined) return;
    }
  }

  async #head(hash: string): Promise<{ readonly writtenAt: number; readonly bytes: number } | null> {
    try {
      const { LastModified, ContentLength } = await this.#client.send(new HeadObjectCommand(this.#object(hash)));
      return { writtenAt: LastModified?.getTime() ?? 0, bytes: ContentLength ?? 0 };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async #read(hash: string, range?: string): Promise<Buffer> {
    const { Body } = await this.#client.send(
      new GetObjectCommand({ ...this.#object(hash), ...(range !== undefined && { Range: range }) }),
    );
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  }

  async #remove(hash: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(hash)));
  }

  #object(name: string): { readonly Bucket: string; readonly Key: string } {
    const hash = hashOf(name);
    return { Bucket: this.#bucket, Key: `${this.#prefix}${hash.slice(0, 2)}/${hash.slice(2)}` };
  }
}

/** Not every store verifies uploads, but its ETag can be compared, unless the store encrypts. */
const isSame = (stored: PutObjectCommandOutput, md5: Buffer): boolean =>
  stored.ServerSideEncryption !== undefined ||
  !/^"?[0-9a-f]{32}"?$/.test(stored.ETag ?? "") ||
  stored.ETag?.replaceAll('"', "") === md5.toString("hex");

/**
 * Sends one request to the store before its first use.
 * @throws CannotStart with one sentence that names the setting
 */
export async function checkS3(place: S3Location): Promise<void> {
  const where = place.endpoint ?? `S3 in ${place.region}`;
  const client = clientOf(place);
  try {
    await client.send(new HeadBucketCommand({ Bucket: place.bucket }));
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    const sentence =
      status === 404
        ? `There is no bucket ${place.bucket} at ${where}. Make it, or name another one by CLEW_S3_BUCKET.`
        : status === 401 || status === 403
          ? `The store at ${where} does not let this key into the bucket ${place.bucket}. Check CLEW_S3_KEY, CLEW_S3_SECRET and the rights of the key.`
          : status === 301 || status === 400
            ? `The bucket ${place.bucket} is not in the region ${place.region}. Check CLEW_S3_REGION and CLEW_S3_ENDPOINT.`
            : `The store of blobs at ${where} does not answer: ${errorMessage(error)}. Check CLEW_S3_ENDPOINT.`;
    throw new CannotStart(sentence, { cause: error });
  } finally {
    client.destroy();
  }
}

/** A missing bucket is an error, not a missing blob: otherwise every index would seem to be missing. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  error.$metadata.httpStatusCode === 404 &&
  error.name !== "NoSuchBucket" &&
  !/bucket/i.test(error.message);

/** A body that did not arrive whole; errors of the store itself were retried by the client. */
const isBroken = (error: unknown): boolean => error instanceof Error && !(error instanceof S3ServiceException);
