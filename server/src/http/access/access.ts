import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import type { Environment } from '#lib/environment.ts';
import type { Principal } from '#records/principal.ts';
import { ROLES, SCOPE_OF_ROLE, SCOPES } from '#records/roles.ts';
import type { KeyScope, Role } from '#storage/tables.ts';

declare module 'fastify' {
  /** The `config` of a route: who may call it. `accessOf` reads it, for the guard and for the OpenAPI document. */
  interface FastifyContextConfig {
    /** Without it the method decides: GET needs read_only, everything else read_write. `any-key`: keys of every scope, but
     *  no people, because what the body asks for is checked in its turn. */
    access?:
      | 'admin'
      | 'admin-or-self'
      | 'any-key'
      | 'open'
      | 'owner'
      | 'publishable-token'
      | 'self'
      | 'unrestricted';
    /** Not for API keys: the route is about the person who is signed in. */
    isForPeople?: true;
    /** Not for sandbox keys, at any address: the route is about people, who belong to the live environment. */
    isForLiveKeys?: true;
    /** A further check of the route, in one sentence for its documentation. */
    condition?: string;
    /** Whether people need a recent confirmation. A function decides for each request after its body was checked;
     *  `condition` then says when. The confirmation is checked before a stored answer is replayed. */
    confirmation?: true | NeedsConfirmation;
  }
}

/** Whether people need a confirmation for this request. */
export type NeedsConfirmation = (request: FastifyRequest) => boolean | Promise<boolean>;

/** The callers allowed to use an operation, as `x-footnote-access` in the OpenAPI document. */
export type Access = {
  /** Needs neither key nor sign-in; the other fields are absent. */
  open?: true;
  /** Needs the token of a chat widget, in the path; the other fields are absent. */
  publishable_token?: true;
  /** The scopes that an API key may have; empty when no key may. */
  keys?: KeyScope[];
  /** Whether keys that are restricted to knowledge bases are allowed. */
  restricted_keys?: boolean;
  /** The environments of allowed keys; a key works only at the address of its own. */
  environments?: Environment[];
  /** The allowed roles of signed-in people. */
  roles?: Role[];
  /** Allowed for people of any role, when the path names their own account. */
  own_account?: true;
  /** People need a recent confirmation. */
  confirmation?: true;
  /** Any other check. */
  condition?: string;
};

type RouteConfig = Pick<
  FastifyContextConfig,
  'access' | 'condition' | 'confirmation' | 'isForLiveKeys' | 'isForPeople'
>;

/** The callers allowed to use a route. Only this function interprets the `config` of a route. */
export function accessOf(config: RouteConfig, method: string): Access {
  const { access, isForPeople, isForLiveKeys, confirmation, condition } = config;
  if (access === 'open') return { open: true };
  if (access === 'publishable-token') return { publishable_token: true };
  if (access === 'any-key')
    return {
      ...NO_KEYS,
      keys: [...SCOPES],
      restricted_keys: true,
      environments: ['live', 'sandbox'],
      roles: [],
    };
  const more = {
    ...(access === 'admin-or-self' && { own_account: true as const }),
    ...(confirmation === true && { confirmation }),
    ...(condition !== undefined && { condition }),
  };
  if (access === 'self') return { ...NO_KEYS, roles: [...ROLES], ...more };
  if (access === 'owner') return { ...NO_KEYS, roles: ['owner'], ...more };
  const scopes: KeyScope[] = SCOPES.slice(SCOPES.indexOf(neededScope(access, method)));
  const roles = ROLES.filter((role) => scopes.includes(SCOPE_OF_ROLE[role]));
  if (isForPeople) return { ...NO_KEYS, roles, ...more };
  return {
    keys: scopes,
    // A key with scope admin cannot be restricted.
    restricted_keys: access !== 'unrestricted' && scopes.length > 1,
    environments: isForLiveKeys ? ['live'] : ['live', 'sandbox'],
    roles,
    ...more,
  };
}

const accesses = new WeakMap<object, Access>();

/** The same for the route of a request, computed once per route. Unknown paths share one config. */
export function accessOfRoute({ method, is404, routeOptions: { config } }: FastifyRequest): Access {
  if (is404) return accessOf(config, method);
  const known = accesses.get(config);
  if (known) return known;
  const access = accessOf(config, method);
  accesses.set(config, access);
  return access;
}

const NO_KEYS: Pick<Access, 'keys' | 'restricted_keys' | 'environments'> = {
  keys: [],
  restricted_keys: false,
  environments: [],
};

function neededScope(access: RouteConfig['access'], method: string): KeyScope {
  if (access === 'admin' || access === 'admin-or-self') return 'admin';
  return method === 'GET' || method === 'HEAD' ? 'read_only' : 'read_write';
}

/** Throws 403 unless the access allows the principal in. `isOwn`: whether the path names their own account. */
export function assertAccess(access: Access, principal: Principal, isOwn: boolean, method: string): void {
  const { role } = principal;
  if (access.own_account && isOwn && role !== undefined) return;
  const refusal =
    role === undefined ? refusalOfKey(access, principal, method) : refusalOfRole(access, role, method);
  if (refusal !== undefined) throw new AppError('forbidden', refusal);
}

function refusalOfKey(
  { keys = [], restricted_keys, environments = [] }: Access,
  { scope, knowledgeBaseIds, environment }: Principal,
  method: string,
): string | undefined {
  if (keys.length === 0) return 'This endpoint is for signed-in people, not API keys.';
  if (!keys.includes(scope))
    return keys.length === 1
      ? `This endpoint needs a key with scope admin. This key has ${scope}.`
      : `A read_only key can only send GET requests. ${method} needs scope read_write or admin.`;
  if (!restricted_keys && knowledgeBaseIds !== null)
    return 'This endpoint is about all knowledge bases, but the key is restricted to some. Use an unrestricted key.';
  if (environment !== undefined && !environments.includes(environment))
    return 'Members belong to the live environment, which a sandbox key cannot reach. Use a live key, or sign in.';
  return undefined;
}

function refusalOfRole({ roles = [] }: Access, role: Role, method: string): string | undefined {
  if (roles.includes(role)) return undefined;
  if (roles.length === 1) return `This endpoint is for owners of the workspace. Your role is ${role}.`;
  if (!roles.includes('member'))
    return `This endpoint is for owners and admins of the workspace. Your role is ${role}.`;
  return `Viewers cannot change anything. ${method} needs the role member or higher.`;
}
