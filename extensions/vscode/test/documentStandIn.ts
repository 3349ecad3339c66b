/** Documents of the editor's stand-in: addresses, places, texts. */

export class Uri {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
    const [, scheme = "file", path = text, query = ""] = /^([a-z-]+):(?:\/\/)?([^?]*)\??(.*)$/.exec(text) ?? [];
    this.scheme = scheme;
    this.path = path;
    this.query = query;
  }
  static parse(text: string): Uri {
    return new Uri(text);
  }
  static joinPath(uri: Uri, path: string): Uri {
    return new Uri(`file://${uri.path}/${path}`);
  }
  toString(): string {
    return this.#text;
  }
}
export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}
export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}
/** A document of the editor, which the test may edit. */
export class Document {
  readonly uri: Uri;
  readonly languageId: string;
  version = 1;
  text: string;
  constructor(address: string, languageId: string, text: string) {
    this.uri = new Uri(address);
    this.languageId = languageId;
    this.text = text;
  }
  getText(range?: Range): string {
    return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;
  }
  offsetAt({ line, character }: Position): number {
    const before = this.text.split("\n").slice(0, line);
    return before.reduce((sum, one) => sum + one.length + 1, 0) + character;
  }
  positionAt(offset: number): Position {
    const lines = this.text.slice(0, offset).split("\n");
    return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
  }
  lineAt(line: number): { readonly text: string; readonly range: Range } {
    const text = this.text.split("\n")[line] ?? "";
    return { text, range: new Range(new Position(line, 0), new Position(line, text.length)) };
  }
  getWordRangeAtPosition({ line, character }: Position): Range | undefined {
    const words = [...this.lineAt(line).text.matchAll(/\w+/g)];
    const word = words.find(({ 0: { length }, index }) => index <= character && character <= index + length);
    return word && new Range(new Position(line, word.index), new Position(line, word.index + word[0].length));
  }
}
