import { escapePattern } from "../../../../contract/query/escapePattern.ts";
import { hasFoldable } from "../../../index/text/foldable.ts";
import { normalizeProse } from "../../../index/text/normalizeText.ts";

/** A phrase of a query, ready to be compared with texts. */
export interface PhraseMatcher {
  readonly isIn: (text: PhraseText) => boolean;
  /** Global, without the folding of accents: where in a text the phrase is. */
  readonly expression: RegExp;
  /** The phrase is of ASCII alone, so that its expression can be tried on undecoded bytes. */
  readonly isAscii: boolean;
}

export const phraseMatcher = (phrase: string): PhraseMatcher => ({
  isIn: phraseTest(phrase),
  expression: phraseExpression(phrase, "g"),
  isAscii: !BEYOND_ASCII.test(phrase),
});

/** A text in the two forms that phrases are compared in, each made when it is first asked for. */
export class PhraseText {
  readonly original: string;
  #plain: string | null = null;
  #folded: string | null = null;

  constructor(text: string) {
    this.original = text;
  }

  /** Runs of white space as one space. */
  get plain(): string {
    return (this.#plain ??= oneSpaced(this.original));
  }

  /** `plain` in lower case and without accents. */
  get folded(): string {
    return (this.#folded ??= normalizeProse(this.plain));
  }
}

const oneSpaced = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const BEYOND_ASCII = /[\u0080-\uffff]/;

const isExactPhrase = (plain: string): boolean => /\p{Lu}/u.test(plain);

/** A capital in a phrase means the case as written; small letters alone mean any. Literals and runs of white space alone: no text makes it slow. */
function phraseExpression(phrase: string, flags = ""): RegExp {
  const plain = oneSpaced(phrase);
  return new RegExp(
    plain
      .split(" ")
      .map(escapePattern)
      .join(String.raw`\s+`),
    isExactPhrase(plain) ? flags : `${flags}i`,
  );
}

function phraseTest(phrase: string): (text: PhraseText) => boolean {
  const plain = oneSpaced(phrase);
  const pattern = phraseExpression(phrase);
  if (isExactPhrase(plain)) {
    const isOneWord = !plain.includes(" ");
    return ({ original }) => (isOneWord ? original.includes(plain) : pattern.test(original));
  }
  const folded = normalizeProse(plain);
  const isPlain = !BEYOND_ASCII.test(plain);
  return (text) => {
    if (pattern.test(text.original)) return true;
    // Accents and Turkish letters are folded where there are any, which takes longer.
    return (!isPlain || hasFoldable(text.original)) && text.folded.includes(folded);
  };
}
