/** Rows by their ids, copied when the first of them changes: a row that is the same object has not changed. */
export class ChangedRows<Row> {
  rows: ReadonlyMap<string, Row>;
  #changed: Map<string, Row> | null = null;

  constructor(before: ReadonlyMap<string, Row> | null | undefined) {
    this.rows = before ?? new Map();
  }

  set(id: string, row: Row): void {
    if (this.#changed === null) this.rows = this.#changed = new Map(this.rows);
    this.#changed.set(id, row);
  }
}
