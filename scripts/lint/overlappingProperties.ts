/** Which declarations of CSS override each other, so that their order is part of the style. */

const PHYSICAL = /top|right|bottom|left/;

interface BoxSide {
  readonly family: string;
  /** Empty: all sides. */
  readonly side: string;
  /** `color`, `width` …; empty: all of them. */
  readonly aspect: string;
}

/** The parts of a property that is about sides of a box; null for others. */
function boxSideOf(property: string): BoxSide | null {
  if (/^(?:top|right|bottom|left)$/.test(property)) return { family: "inset", side: property, aspect: "" };
  const [, family, rest = ""] =
    /^(scroll-margin|scroll-padding|margin|padding|border|inset)(?:-(.+))?$/.exec(property) ?? [];
  if (family === undefined) return null;
  const [, side = "", aspect = ""] = /^(.*?)-?((?:color|style|width|radius|image.*)?)$/.exec(rest) ?? [];
  return { family, side, aspect };
}

/** A side by its logical name may be any side by a physical name. */
const haveCommonSide = (a: string, b: string): boolean =>
  a === "" ||
  b === "" ||
  a === b ||
  a.startsWith(`${b}-`) ||
  b.startsWith(`${a}-`) ||
  PHYSICAL.test(a) !== PHYSICAL.test(b);

function haveCommonBoxSide(a: BoxSide, b: BoxSide): boolean {
  // `border` does not reset `border-radius`.
  const hasCommonAspect =
    a.aspect === b.aspect || (a.aspect === "" && b.aspect !== "radius") || (b.aspect === "" && a.aspect !== "radius");
  return a.family === b.family && hasCommonAspect && haveCommonSide(a.side, b.side);
}

const SIZE = /^(min-|max-|contain-intrinsic-)?(width|height|inline-size|block-size|size)$/;

function areSameSize(a: string, b: string): boolean {
  const [, prefixA, sizeA = ""] = SIZE.exec(a) ?? [];
  const [, prefixB, sizeB = ""] = SIZE.exec(b) ?? [];
  if (sizeA === "" || sizeB === "" || prefixA !== prefixB) return false;
  return sizeA === "size" || sizeB === "size" || sizeA.includes("-") !== sizeB.includes("-");
}

const AXIS = /^(overflow|overscroll-behavior)-(x|y|inline|block)$/;

/** A logical axis may be either physical one. */
function areSameAxis(a: string, b: string): boolean {
  const [, familyA, axisA = ""] = AXIS.exec(a) ?? [];
  const [, familyB, axisB = ""] = AXIS.exec(b) ?? [];
  return familyA !== undefined && familyA === familyB && axisA.length > 1 !== axisB.length > 1;
}

/** Longhands of shorthands whose names do not begin alike. */
const LONGHANDS: Readonly<Record<string, RegExp>> = {
  all: /./,
  columns: /^column-(?:count|width)$/,
  "flex-flow": /^flex-(?:direction|wrap)$/,
  font: /^line-height$/,
  gap: /^(?:row|column)-gap$/,
  "grid-area": /^grid-(?:row|column)(?:-|$)/,
  "place-content": /^(?:align|justify)-content$/,
  "place-items": /^(?:align|justify)-items$/,
  "place-self": /^(?:align|justify)-self$/,
  "white-space": /^text-wrap/,
};

/** Begin as a shorthand that does not set them. */
const INDEPENDENT = /^(?:flex-(?:direction|wrap|flow)|overflow-(?:wrap|anchor)|outline-offset|text-align-last)$/;

const isShorthandOf = (shorthand: string, longhand: string): boolean =>
  (longhand.startsWith(`${shorthand}-`) && !INDEPENDENT.test(longhand)) ||
  LONGHANDS[shorthand]?.test(longhand) === true;

/** Whether one of two declarations may override a part of the other. Names are without a vendor's prefix. */
export function overlap(a: string, b: string): boolean {
  if (a === b || areSameSize(a, b) || areSameAxis(a, b)) return true;
  const [boxA, boxB] = [boxSideOf(a), boxSideOf(b)];
  if (boxA && boxB) return haveCommonBoxSide(boxA, boxB);
  return isShorthandOf(a, b) || isShorthandOf(b, a);
}
