import type { ErrorComponentProps } from '@tanstack/react-router';
import { text } from '../strings.ts';
import { Button } from './button.tsx';
import { Empty } from './page.tsx';

/** In place of a page that broke, or that could not be loaded. */
export const ErrorPage = ({ error }: ErrorComponentProps) => (
  <Empty
    title={text.common.broken}
    about={error instanceof Error ? error.message : String(error)}
    action={<Button onClick={() => location.reload()}>{text.common.reload}</Button>}
  />
);
