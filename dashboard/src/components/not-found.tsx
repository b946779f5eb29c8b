import { Link } from '@tanstack/react-router';
import { text } from '../strings.ts';
import { Empty } from './page.tsx';

export const NotFound = () => (
  <Empty title={text.common.notFound} about="" action={<Link to="/">{text.common.home}</Link>} />
);
