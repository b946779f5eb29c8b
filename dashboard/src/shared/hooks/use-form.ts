import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { reasonsOf } from '#shared/api/request.ts';
import type { Submission } from '#shared/api/submission.ts';
import { conflictOf } from '#shared/components/conflict.ts';
import { type SaveOptions, useSave } from './use-save.ts';

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is typed into a form, and the request that sends it. Values are named as the API names them, so that each field shows
 *  its own error.
 *  others: fields of the form that it keeps elsewhere.
 *  version: of what the form changes. Fields that no one is editing here follow a newer version; saving over one is asked. */
export function useForm<Values extends Record<string, unknown>, Result>({
  initial,
  send,
  others = [],
  version,
  ...options
}: SaveOptions<Result, void> & {
  initial: Values;
  send: (values: Values, submission: Submission) => Promise<Result>;
  others?: readonly string[];
  version?: string | undefined;
}) {
  const queryClient = useQueryClient();
  const [values, setValues] = useState(initial);
  /** What was there before anything was typed. */
  const [base, setBase] = useState({ version, initial });
  const [isReloading, setReloading] = useState(false);
  if (version !== base.version) {
    const isEdited = !isSame(values, base.initial) && !isSame(values, initial);
    // Something else of it was changed than what this form shows.
    const isElsewhere = isSame(initial, base.initial);
    if (isElsewhere || !isEdited || isReloading) setBase({ version, initial });
    if (!isElsewhere && (!isEdited || isReloading)) setValues(initial);
    if (isReloading) setReloading(false);
  }
  const isForced = useRef(false);
  const put = (changes: Partial<Values>): void => setValues((before) => ({ ...before, ...changes }));
  const save = useSave<Result>((_, submission) => {
    submission.version = isForced.current ? undefined : base.version;
    isForced.current = false;
    return send(values, submission);
  }, options);
  const { reasonOf, rest } = reasonsOf(save.error, [...Object.keys(values), ...others]);
  const conflict = conflictOf(rest, {
    reload: () => {
      save.reset();
      setReloading(true);
      for (const queryKey of options.stale ?? []) void queryClient.invalidateQueries({ queryKey });
    },
    overwrite: () => {
      isForced.current = true;
      save.mutate();
    },
  });
  return {
    values,
    put,
    reasonOf,
    /** Something was typed that is neither saved nor on its way. */
    isUnsaved: !isSame(values, initial) && !save.isPending && !save.isSuccess,
    /** Spread into a field. */
    field: (name: TextName<Values>) => ({
      value: values[name] as string,
      error: reasonOf(name),
      onChange: ({ target }: { target: { value: string } }): void =>
        put({ [name]: target.value } as Partial<Values>),
    }),
    /** Spread into a form. */
    form: { submit: () => save.mutate(), isBusy: save.isPending, error: conflict ? null : rest, conflict },
  };
}
