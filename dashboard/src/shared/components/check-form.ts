import { createContext, type FormEvent, useState } from 'react';
import { common } from '#shared/strings/common.ts';

const words = common.problems;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the browser finds wrong in the surrounding form, by the id of the field. */
export const Problems = createContext<ReadonlyMap<string, string>>(new Map());

/** Checks a form before it is sent, by the constraints of its fields (`required`, `minLength`, `max`, `type` …), and says what is
 *  wrong below each. The first wrong field gets the focus. Spread `form` into the form, and give `problems` to `Problems`. */
export function useCheckedForm(submit: () => void) {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    problems,
    form: {
      // The browser's own bubbles are in its language, not in that of the page.
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>): void => {
        event.preventDefault();
        const wrong = [...event.currentTarget.elements].filter(isControl).flatMap((control) => {
          const problem = problemOf(control);
          return problem === undefined ? [] : [{ control, problem }];
        });
        setProblems(new Map(wrong.map(({ control, problem }) => [control.id, problem])));
        if (wrong[0]) wrong[0].control.focus();
        else submit();
      },
      onInput: ({ target }: { target: EventTarget }): void => {
        const { id } = target as Element;
        setProblems((before) => {
          if (!before.has(id)) return before;
          const after = new Map(before);
          after.delete(id);
          return after;
        });
      },
    },
  };
}

const isControl = (element: Element): element is Control =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement) &&
  element.willValidate;

/** What is wrong with the value of a field; undefined if nothing is. */
function problemOf(control: Control): string | undefined {
  const { validity, value } = control;
  if (validity.valueMissing) return words.missing;
  const least = 'minLength' in control ? control.minLength : -1;
  // Browsers only check the length of what was typed since the page wrote into the field.
  if (validity.tooShort || (value !== '' && value.length < least)) return words.tooShort(least);
  if (validity.valid) return undefined;
  if (validity.tooLong && 'maxLength' in control) return words.tooLong(control.maxLength);
  if (!(control instanceof HTMLInputElement)) return words.other;
  if (validity.badInput) return words.notNumber;
  if (validity.rangeUnderflow || validity.rangeOverflow) return rangeOf(control);
  if (validity.stepMismatch) return words.notWhole;
  if (validity.typeMismatch && control.type === 'email') return words.notEmail;
  return words.other;
}

function rangeOf({ type, min, max }: HTMLInputElement): string {
  if (type !== 'number') return words.other;
  if (min === '') return words.atMost(Number(max));
  return max === '' ? words.atLeast(Number(min)) : words.between(Number(min), Number(max));
}
