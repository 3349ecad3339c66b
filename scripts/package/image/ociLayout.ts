/** Writes images in the layout of the Open Container Initiative: a folder that skopeo, podman, crane and containerd read. */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ContainerConfig } from "./containerConfig.ts";

const INDEX = "application/vnd.oci.image.index.v1+json";
const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const CONFIG = "application/vnd.oci.image.config.v1+json";
const LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly architecture: string; readonly os: "linux" };
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Image {
  readonly architecture: string;
  readonly created: string;
  readonly config: ContainerConfig;
  /** Archives of tar from the lowest to the highest, each with what it is. */
  readonly layers: readonly { readonly tar: Buffer; readonly of: string }[];
}

const digestOf = (bytes: Buffer): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/**
 * Writes a layout with one name: the image, or an index of the images of several architectures.
 * @param folder is replaced
 * @returns the digest that the name means
 */
export function writeLayout(folder: string, name: string, images: readonly Image[]): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "blobs/sha256"), { recursive: true });
  const stored = images.map((image) => storeImage(folder, image));
  const [only, ...others] = stored;
  if (!only) throw new Error("A layout has at least one image.");
  const named =
    others.length === 0 ? only : storeJson(folder, INDEX, { schemaVersion: 2, mediaType: INDEX, manifests: stored });
  const entry = { ...named, annotations: { "org.opencontainers.image.ref.name": name } } satisfies Descriptor;
  const index = { schemaVersion: 2, mediaType: INDEX, manifests: [entry] };
  writeFileSync(join(folder, "index.json"), `${JSON.stringify(index)}\n`);
  writeFileSync(join(folder, "oci-layout"), '{"imageLayoutVersion":"1.0.0"}\n');
  return named.digest;
}

function storeImage(folder: string, { architecture, created, config, layers }: Image): Descriptor {
  const packed = layers.map(({ tar }) => store(folder, LAYER, gzipSync(tar, { level: 9 })));
  const stored = storeJson(folder, CONFIG, {
    created,
    architecture,
    os: "linux",
    config,
    rootfs: { type: "layers", diff_ids: layers.map(({ tar }) => digestOf(tar)) },
    history: layers.map(({ of }) => ({ created, created_by: of })),
  });
  const manifest = { schemaVersion: 2, mediaType: MANIFEST, config: stored, layers: packed };
  return { ...storeJson(folder, MANIFEST, manifest), platform: { architecture, os: "linux" } };
}

function store(folder: string, mediaType: string, bytes: Buffer): Descriptor {
  const digest = digestOf(bytes);
  writeFileSync(join(folder, "blobs", digest.replace(":", "/")), bytes);
  return { mediaType, digest, size: bytes.length };
}

const storeJson = (folder: string, mediaType: string, value: unknown): Descriptor =>
  store(folder, mediaType, Buffer.from(JSON.stringify(value)));
