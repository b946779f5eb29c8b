import type { ChatModel } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';

/** The first model, or the second if the first fails before its first piece.
 *  onFailure: receives the failure of the first. */
export function withFallback(
  first: ChatModel,
  second: ChatModel,
  onFailure: (failure: ModelError) => void,
): ChatModel {
  return {
    name: first.name,
    async *write(prompt, signal) {
      let hasBegun = false;
      try {
        for await (const written of first.write(prompt, signal)) {
          hasBegun = true;
          yield written;
        }
        return;
      } catch (error) {
        if (hasBegun || signal.aborted || !(error instanceof ModelError)) throw error;
        onFailure(error);
      }
      yield* second.write(prompt, signal);
    },
  };
}
