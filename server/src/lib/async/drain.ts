/** What a generator returns at its end, for who has no use for what it gives on the way. */
export async function drain<Result>(pieces: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return value as Result;
  }
}
