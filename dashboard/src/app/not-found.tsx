import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonLook } from '#shared/components/button.tsx';
import { Empty } from '#shared/components/page.tsx';
import { useTitle } from '#shared/hooks/use-title.ts';
import { text } from '#shared/strings/text.ts';

export function NotFound() {
  useTitle(text.common.notFound);
  return (
    <Empty
      icon={Compass}
      title={text.common.notFound}
      about={text.common.notFoundAbout}
      action={
        <Link to="/" className={buttonLook()}>
          {text.common.home}
        </Link>
      }
    />
  );
}
