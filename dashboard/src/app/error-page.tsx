import type { ErrorComponentProps } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Button } from '#shared/components/button.tsx';
import { Empty } from '#shared/components/page.tsx';
import { text } from '#shared/strings/text.ts';

/** Replaces a page that threw an error or could not be loaded. */
export const ErrorPage = ({ error }: ErrorComponentProps) => (
  <Empty
    icon={TriangleAlert}
    title={text.common.broken}
    about={error instanceof Error ? error.message : String(error)}
    action={<Button onClick={() => location.reload()}>{text.common.reload}</Button>}
  />
);
