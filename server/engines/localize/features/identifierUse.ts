import { CODE_DEFINITIONS } from "../../../index/build/codeDocument.ts";
import type { OpenedCode } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";
import type { NamedIdentifier } from "../../question/identifiers.ts";
import { type FileContext, type FileFeature, emptyValues } from "../FileFeature.ts";
import { FILE_CONSTANTS } from "../localizeWeights.ts";

const MAX_CLASSES = 3;

/** Identifiers of the issue against the files that define or use them, each by its rarity and its certainty. */
const identifierValues = memoize(({ index, question }: FileContext) => {
  const defines = emptyValues(index);
  const uses = emptyValues(index);
  for (const identifier of question.identifiers) {
    const files = index.codeGroup.documentCount(identifier.fullTerm);
    if (files === 0 || files > Math.max(10, index.codeGroup.documents * FILE_CONSTANTS.maxNameFileShare.value))
      continue;
    const gain = index.codeGroup.idf(files) * identifier.certainty;
    index.code.forEach((code, member) => {
      addUses(code, identifier, gain, uses[member], defines[member]);
    });
  }
  return { defines, uses };
});

const floor = ({ index }: FileContext): number => FILE_CONSTANTS.nameFloorShare.value * index.codeGroup.idf(1);

export const definesIdentifier = {
  id: "definesIdentifier",
  weight: 1.05,
  about: "identifiers of the text that the file defines, by rarity",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "identifier",
  isEvidence: false,
  floor,
  compute: (context) => identifierValues(context).defines,
  explain: (_, { evidence, ...ranked }) => ({ terms: evidence.identifiers(ranked) }),
} as const satisfies FileFeature;

export const usesIdentifier = {
  id: "usesIdentifier",
  weight: 1.35,
  about: "identifiers of the text that the file uses, by rarity",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "identifier",
  isEvidence: true,
  floor,
  compute: (context) => identifierValues(context).uses,
} as const satisfies FileFeature;

function addUses(
  code: OpenedCode,
  { text, fullTerm, isCompound, certainty }: NamedIdentifier,
  gain: number,
  uses: Float32Array | undefined,
  defines: Float32Array | undefined,
): void {
  const number = code.segment.find(fullTerm);
  if (number < 0 || !uses || !defines) return;
  const definers = new Set<number>();
  // A single word is also part of longer names, so the symbols decide which files define exactly it, where they exist.
  let sure = 1;
  if (!isCompound && code.symbols) {
    const classes = new Set<number>();
    for (const symbol of code.symbols.table.named(text, 50)) {
      const row = code.symbols.table.row(symbol);
      definers.add(row.file);
      if (row.name === text && (row.kind === "class" || row.kind === "interface")) classes.add(row.file);
    }
    const isExact = /^[A-Z]/.test(text) && classes.size > 0 && classes.size <= MAX_CLASSES;
    if (isExact && certainty < FILE_CONSTANTS.exactClass.value) sure = FILE_CONSTANTS.exactClass.value / certainty;
  }
  code.segment.eachDocument(number, (file, mask) => {
    uses[file] = (uses[file] ?? 0) + gain;
    const isDefined = isCompound || !code.symbols ? (mask & (1 << CODE_DEFINITIONS)) !== 0 : definers.has(file);
    if (isDefined) definers.add(file);
  });
  // A name with many definitions identifies none of them.
  const share = (gain * sure) / Math.sqrt(Math.max(1, definers.size));
  for (const file of definers) defines[file] = (defines[file] ?? 0) + share;
}
