/** A file that is made while it is sent: the next part when the client has taken the last. */
export class FileStream {
  readonly chunks: AsyncIterable<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks;
  }
}
