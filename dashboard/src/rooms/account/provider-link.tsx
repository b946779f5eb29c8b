import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SignInMethods } from '#server/accounts/schema.ts';
import { request } from '#shared/api/request.ts';
import { buttonLook } from '#shared/components/button.tsx';

/** The sign-in methods. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => request<z.infer<typeof SignInMethods>>('GET', '/v1/account/sign-in-methods'),
  retry: false,
});

/** A link to the OpenID Connect provider, if there is one.
 *  isConnecting: returns to the account page. */
export function ProviderLink({
  label,
  isConnecting = false,
  onLeave,
}: {
  label: (name: string) => string;
  isConnecting?: boolean;
  onLeave?: () => void;
}) {
  const { data } = useQuery(signInMethodsQuery);
  if (!data?.openid_connect) return null;
  return (
    <a
      className={buttonLook()}
      href={`/v1/account/oidc/start${isConnecting ? '?connect' : ''}`}
      onClick={onLeave}
    >
      {label(data.openid_connect.name)}
    </a>
  );
}
