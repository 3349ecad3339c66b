/** Rows by their ids, copied when the first of them changes: a row that is the same object has not changed. */
export class ChangedRows<Row> {
  rows: ReadonlyMap<string, Row>;
  #own: Map<string, Row> | null = null;

  constructor(before: ReadonlyMap<string, Row> | null | undefined) {
    this.rows = before ?? new Map();
  }

  set(id: string, row: Row): void {
    if (this.#own === null) this.rows = this.#own = new Map(this.rows);
    this.#own.set(id, row);
  }
}
