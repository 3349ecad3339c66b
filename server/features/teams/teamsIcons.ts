/** The two icons of an app of Microsoft Teams as PNG: a glyph on the accent colour, and its outline. Source of the format: RFC 2083. */
import { crc32, deflateSync } from "node:zlib";

export const ACCENT_COLOR = "#2563eb";
const ACCENT = [0x25, 0x63, 0xeb, 0xff] as const;
const WHITE = [0xff, 0xff, 0xff, 0xff] as const;
const NONE = [0, 0, 0, 0] as const;

/** Sides in pixels that Teams asks for. */
const COLOR_SIDE = 192;
const OUTLINE_SIDE = 32;

/** Subpixels of a side of a pixel, for smooth edges. */
const SAMPLES = 4;

type Pixel = readonly [number, number, number, number];

/** Whether a point of the square from 0 to 1 is part of the glyph: a ring with a tail. */
function isGlyph(x: number, y: number): boolean {
  const distance = Math.hypot(x - 0.47, y - 0.47);
  const isRing = distance > 0.2 && distance < 0.29;
  const along = (x - 0.65 + (y - 0.65)) / 2;
  const isTail = Math.abs(x - y) < 0.06 && along > 0 && along < 0.16;
  return isRing || isTail;
}

/** The share of a pixel that the glyph covers. */
function coverOf(side: number, column: number, row: number): number {
  let covered = 0;
  for (let at = 0; at < SAMPLES * SAMPLES; at += 1) {
    const x = (column + ((at % SAMPLES) + 0.5) / SAMPLES) / side;
    const y = (row + (Math.floor(at / SAMPLES) + 0.5) / SAMPLES) / side;
    if (isGlyph(x, y)) covered += 1;
  }
  return covered / (SAMPLES * SAMPLES);
}

const mixed = (front: Pixel, back: Pixel, share: number): number[] =>
  front.map((value, at) => Math.round(value * share + (back[at] ?? 0) * (1 - share)));

function chunk(type: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), bytes]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function pngOf(side: number, pixelOf: (column: number, row: number) => readonly number[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits a sample, red, green, blue and alpha.
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Array.from({ length: side }, (_, row) =>
    Buffer.from([0, ...Array.from({ length: side }, (__, column) => pixelOf(column, row)).flat()]),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Computed at the first call: it takes about 30 ms, and the package is made each time the settings are read. */
const once = (make: () => Buffer): (() => Buffer) => {
  let icon: Buffer | undefined;
  return () => (icon ??= make());
};

/** White on the accent colour. */
export const colorIcon = once(() =>
  pngOf(COLOR_SIDE, (column, row) => mixed(WHITE, ACCENT, coverOf(COLOR_SIDE, column, row))),
);

/** White on nothing: Teams refuses other colours. */
export const outlineIcon = once(() =>
  pngOf(OUTLINE_SIDE, (column, row) => {
    const [, , , alpha = 0] = mixed(WHITE, NONE, coverOf(OUTLINE_SIDE, column, row));
    return [0xff, 0xff, 0xff, alpha];
  }),
);
