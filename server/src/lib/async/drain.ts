/** Reads a generator to its end and returns its result, for callers that do not need the pieces. */
export async function drain<Result>(pieces: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return value as Result;
  }
}
