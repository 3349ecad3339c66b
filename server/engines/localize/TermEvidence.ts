import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { Question } from "../question/question.ts";
import { type ExplainedFile, MAX_REASON_TERMS } from "./FileFeature.ts";

/** Which terms of the question each of the best files holds, by rarity. Read once for all of them. */
export class TermEvidence {
  readonly #terms = new Map<string, Evidence[]>();
  readonly #identifiers = new Map<string, Evidence[]>();

  constructor(index: OpenedIndex, question: Question, best: readonly Pick<ExplainedFile, "member" | "file">[]) {
    const bestFiles = index.code.map(
      (_, member) => new Set(best.filter((file) => file.member === member).map(({ file }) => file)),
    );
    const titleTerms = new Set(question.titleTerms.map(({ term }) => term));
    const collect = (into: Map<string, Evidence[]>, term: string, entry: Evidence): void => {
      index.code.forEach(({ segment }, member) => {
        const files = bestFiles[member];
        const number = segment.find(term);
        if (number < 0 || !files || files.size === 0) return;
        segment.eachDocument(number, (file) => {
          if (!files.has(file)) return;
          const key = `${member}:${file}`;
          const entries = into.get(key);
          if (entries) entries.push(entry);
          else into.set(key, [entry]);
        });
      });
    };
    const gainOf = (term: string): number => index.codeGroup.idf(index.codeGroup.documentCount(term));
    for (const { term } of question.terms) {
      collect(this.#terms, term, {
        word: question.words.get(term) ?? term,
        gain: gainOf(term),
        inTitle: titleTerms.has(term),
      });
    }
    for (const { text, fullTerm, certainty } of question.identifiers) {
      collect(this.#identifiers, fullTerm, { word: text, gain: gainOf(fullTerm) * certainty, inTitle: false });
    }
    for (const identifier of this.#identifiers.values()) identifier.sort((a, b) => b.gain - a.gain);
    for (const terms of this.#terms.values()) terms.sort((a, b) => b.gain - a.gain);
  }

  words({ member, file }: Pick<ExplainedFile, "member" | "file">, titleOnly = false): string[] {
    const terms = this.#terms.get(`${member}:${file}`) ?? [];
    return terms
      .filter(({ inTitle }) => !titleOnly || inTitle)
      .slice(0, MAX_REASON_TERMS)
      .map(({ word }) => word);
  }

  identifiers({ member, file }: Pick<ExplainedFile, "member" | "file">): string[] {
    return (this.#identifiers.get(`${member}:${file}`) ?? []).slice(0, MAX_REASON_TERMS).map(({ word }) => word);
  }
}

interface Evidence {
  readonly word: string;
  readonly gain: number;
  readonly inTitle: boolean;
}
