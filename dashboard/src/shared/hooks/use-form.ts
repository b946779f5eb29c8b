import { useState } from 'react';
import { reasonsOf } from '#shared/api/request.ts';
import { type SaveOptions, useSave } from './use-save.ts';

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

/** What is typed into a form, and the request that sends it. Values are named as the API names them, so that each field shows
 *  its own error.
 *  others: fields of the form that it keeps elsewhere. */
export function useForm<Values extends Record<string, unknown>, Result>({
  initial,
  send,
  others = [],
  ...options
}: SaveOptions<Result, void> & {
  initial: Values;
  send: (values: Values) => Promise<Result>;
  others?: readonly string[];
}) {
  const [values, setValues] = useState(initial);
  const put = (changes: Partial<Values>): void => setValues((before) => ({ ...before, ...changes }));
  const save = useSave(() => send(values), options);
  const { reasonOf, rest } = reasonsOf(save.error, [...Object.keys(values), ...others]);
  return {
    values,
    put,
    reasonOf,
    /** Something was typed that is neither saved nor on its way. */
    isUnsaved: JSON.stringify(values) !== JSON.stringify(initial) && !save.isPending && !save.isSuccess,
    /** Spread into a field. */
    field: (name: TextName<Values>) => ({
      value: values[name] as string,
      error: reasonOf(name),
      onChange: ({ target }: { target: { value: string } }): void =>
        put({ [name]: target.value } as Partial<Values>),
    }),
    /** Spread into a form. */
    form: { submit: () => save.mutate(), isBusy: save.isPending, error: rest },
  };
}
