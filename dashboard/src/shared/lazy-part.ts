import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { patiently } from './patiently.ts';

type ModuleOf<Name extends string, Props> = Record<Name, ComponentType<Props>>;

/** A lazy part of a page. `name`: the export to render. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<ModuleOf<Name, Props>>,
  name: Name,
) => lazy(async () => ({ default: (await patiently(load)())[name] }));

export type LoadPage<Name extends string> = () => Promise<ModuleOf<Name, Record<string, never>>>;

/** A lazy page. If its file no longer exists, the router reloads the whole dashboard once. */
export const lazyPage = <Name extends string>(load: LoadPage<Name>, name: Name) =>
  lazyRouteComponent(patiently(load), name);
